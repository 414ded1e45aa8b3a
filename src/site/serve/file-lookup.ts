import { encodedPath } from '../../text/address.ts';

export type FileResponse =
  | { readonly status: 200; readonly file: string }
  /** The file of the 404 page; undefined if the site has no such page. */
  | { readonly status: 404; readonly file: string | undefined }
  | { readonly status: 308; readonly location: string };

/**
 * Finds the file that Cloudflare Pages serves for a URL path. A page's canonical path has no `.html` or `index`, and
 * the page's other paths redirect to the canonical path. If no file matches, the nearest `404.html` in the folders
 * above is served. Source: generateHandler in
 * https://github.com/cloudflare/workers-sdk/blob/main/packages/pages-shared/asset-server/handler.ts
 *
 * @param has whether the site has a file, by its decoded path: `/api/rates.json`
 */
export function lookUp(pathname: string, has: (path: string) => boolean): FileResponse {
  const path = decodedPath(pathname);
  if (path.endsWith('/')) {
    if (has(`${path}index.html`)) return { status: 200, file: `${path}index.html` };
    if (path.endsWith('/index/')) return redirect(path.slice(0, -'index/'.length));
    return has(`${path.slice(0, -1)}.html`) ? redirect(path.slice(0, -1)) : notFound(path, has);
  }
  if (has(path)) {
    if (!path.endsWith('.html')) return { status: 200, file: path };
    const page = path.slice(0, -'.html'.length);
    if (page.endsWith('/index')) return redirect(page.slice(0, -'index'.length));
    return has(page) ? { status: 200, file: path } : redirect(page);
  }
  if (path.endsWith('/index')) return redirect(path.slice(0, -'index'.length));
  if (has(`${path}.html`)) return { status: 200, file: `${path}.html` };
  return has(`${path}/index.html`) ? redirect(`${path}/`) : notFound(path, has);
}

function notFound(path: string, has: (path: string) => boolean): FileResponse {
  let folder = path;
  while (folder !== '') {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    if (has(`${folder}/404.html`)) return { status: 404, file: `${folder}/404.html` };
  }
  return { status: 404, file: undefined };
}

/**
 * Redirects only within this host. Browsers treat a location such as `//host` or `/\host` as another host, so slashes
 * at the start are reduced to a single slash.
 */
function redirect(path: string): FileResponse {
  const location = encodedPath(path);
  return { status: 308, location: location.replace(/^(?:\/|%5C|%09)+/, '/') };
}

/** A URL path without percent-encoding; unchanged if it isn't encoded correctly. */
function decodedPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
