import { todaysPaths } from '../../api/paths.ts';
import { searchIndexPath } from '../docs/search-options.ts';
import { languages, pathOfLanguage, pathOfSpreadsheet } from '../texts/languages.ts';
import { KEPT } from '../frame/kept-answers.ts';

/*
 * Caches visited pages and the files that they read, so that they open and convert without a network. If the host
 * responds in time, its response is always used, so that a cached page never hides a fix, a redirect or a login page.
 * Only scripts, styles and flags come from the cache first, because their names change with their content.
 */

/** The paths of the converter's scripts, style and flags. */
declare const ASSETS: readonly string[];

/** The type of `self` in a service worker, which the types for pages don't include. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { readonly data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { matchAll(options: object): Promise<readonly { readonly url: string }[]>; claim(): Promise<void> };
}
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
const scope = globalThis as unknown as Scope;

const PREFIX = 'ratesheet';
/** The cache of this version of the converter. A later version deletes it. */
const CACHE = [PREFIX, ...ASSETS].join(' ');
/** The paths of the pages that convert, in each language. */
const pages: readonly string[] = languages.flatMap((language) => [
  pathOfLanguage(language),
  pathOfSpreadsheet(language),
]);
/** The files that are cached in advance: the converter in English, and what pages need to convert amounts. */
const basics = [...[pathOfLanguage('en'), ...ASSETS, '/favicon.svg'], ...todaysPaths.map((path) => `/${path}`)];
/** Maximum number of cached files that pages read later, such as past rates. A bank has up to two files for each year. */
const MAX_OTHER_FILES = 120;
/** Milliseconds to wait for the host before a cached response is used. */
const MAX_WAIT = 3000;

/**
 * Whether the host didn't respond in time after the page was opened, and hasn't responded since. If so, cached files
 * are used without waiting for the host.
 */
let isSilent = false;

scope.addEventListener('install', (event) => {
  // If a file can't be loaded, the new version is installed anyway, because it may be a fix. The file is cached when a
  // page reads it.
  event.waitUntil(
    openPages().then((opened) =>
      Promise.allSettled([
        scope.skipWaiting(),
        ...[...basics, ...opened].map(async (path) => keep(path, await load(path))),
      ]),
    ),
  );
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOtherCaches(), scope.clients.claim()]));
});

/** The visit that installs the service worker names the files that it has read already. */
scope.addEventListener('message', (event) => {
  const names = Array.isArray(event.data) ? event.data.map(String) : [];
  const read = names.map((name) => new URL(name, location.origin)).filter(isOfSite);
  event.waitUntil(Promise.allSettled(read.map(({ pathname }) => keepOnce(pathname))));
});

scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const address = new URL(url);
  if (mode === 'navigate') isSilent = false;
  // A page is cached once, because its file is the same for every query.
  if (method === 'GET' && (isOfSite(address) || (address.origin === location.origin && isPage(address.pathname))))
    event.respondWith(respond(event, address.pathname));
});

/** The paths of the pages that are open now. The visit that installs the service worker doesn't pass through it. */
async function openPages(): Promise<string[]> {
  const opened = await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  return opened.map(({ url }) => new URL(url).pathname).filter(isPage);
}

/** Whether a path is that of a page that opens without a network. */
function isPage(path: string): boolean {
  return pages.includes(path) || /^\/docs\/[\w-]*$/.test(path);
}

/** Whether the service worker stores this file, because a page reads it. */
function isOfSite({ origin, pathname, search }: URL): boolean {
  const isRead = /^\/(assets|api\/v1\/rates|(series|archive)\/[\w-]+)\/.+\.(js|css|svg|json|csv)$/.test(pathname);
  const isKnown = basics.includes(pathname) || pathname === `/${searchIndexPath}`;
  return origin === location.origin && search === '' && (isKnown || isRead);
}

async function deleteOtherCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/**
 * Returns the host's response if it comes in time, otherwise the cached response. If the path isn't cached, waits for
 * the host. A cached script, style or drawing is returned without a request.
 */
async function respond(event: FetchEvent, path: string): Promise<Response> {
  const kept = await findKept(path);
  if (kept && isAsset(path)) return kept;
  const loading = load(event.request);
  // The host's response is cached even if it comes too late to be shown.
  event.waitUntil(loading.then((response) => keep(path, response.clone())));
  if (!kept) return loading;
  const inTime = await Promise.race([loading.catch(() => undefined), wait(isSilent ? 0 : MAX_WAIT)]);
  isSilent = !inTime;
  if (inTime) return inTime;
  const headers = new Headers(kept.headers);
  headers.set(KEPT, '1');
  return new Response(kept.body, { status: kept.status, headers });
}

/** The cached response of a path; undefined if the path isn't cached or the browser's storage fails. */
async function findKept(path: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(CACHE)).match(path);
  } catch {
    return undefined;
  }
}

/** The host's response, once all of it has arrived. */
async function load(request: Request | string): Promise<Response> {
  const isNavigation = typeof request !== 'string' && request.mode === 'navigate';
  // The request for a page is sent unchanged, so that the host can recognize a visit and the browser follows redirects.
  // For a file, `no-cache` makes the browser check with the host before it uses its own cache.
  const response = await (isNavigation ? fetch(request) : fetch(request, { cache: 'no-cache' }));
  await response.clone().arrayBuffer();
  isSilent = false;
  return response;
}

function wait(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** @throws {Error} if the file can't be loaded, or isn't the site's */
async function keepOnce(path: string): Promise<void> {
  if (!(await findKept(path))) await keep(path, await load(path));
}

/** @throws {Error} if the response isn't the site's file */
async function keep(path: string, response: Response): Promise<void> {
  if (!response.ok) throw new TypeError(`${path}: status ${response.status}`);
  if (isPage(path)) await keepAssets(path, await response.clone().text());
  else if (!/javascript|css|json|csv|svg/.test(response.headers.get('Content-Type') ?? ''))
    throw new TypeError(`${path}: a login page or an error message may have status 200, too`);
  const cache = await caches.open(CACHE);
  await cache.put(path, response);
  const others = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter(isOther);
  for (const other of others.slice(0, -MAX_OTHER_FILES)) await cache.delete(other);
}

function isOther(path: string): boolean {
  return !isPage(path) && !isAsset(path) && !basics.includes(path);
}

function isAsset(path: string): boolean {
  return path.startsWith('/assets/');
}

/**
 * Caches the scripts and styles that a page names, so that a cached page always finds them.
 *
 * @throws {Error} if one of them can't be loaded, or the text isn't a page of this site
 */
async function keepAssets(path: string, text: string): Promise<void> {
  const assets = new Set(text.match(/(?<=")\/assets\/[\w.-]+(?=")/g));
  if (assets.size === 0) throw new TypeError(`${path}: not a page of this site`);
  await Promise.all(Array.from(assets, keepOnce));
}
