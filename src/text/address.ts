/** Whether a text is an HTTP(S) URL rather than the path of a folder. */
export function isHttpAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** Whether a URL has a user name or a password. A URL can have a password without a user name. */
export function hasUserInfo(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username + url.password !== '';
}

/** A URL without its user info, query and fragment, which may contain secrets and must not be published or printed. */
export function publicAddress(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** The URL of a path, which may have a query, below a base URL. The base URL's query is kept. */
export function addressBelow(base: string, path: string): string {
  const url = new URL(base);
  const below = new URL(path, url.origin);
  url.pathname = url.pathname.replace(/\/$/, '') + below.pathname;
  url.search = [url, below].flatMap(({ search }) => search.slice(1) || []).join('&');
  url.hash = '';
  return url.href;
}

/** A file's path as part of a URL. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
