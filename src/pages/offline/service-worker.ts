import { paths } from '../../api/paths.ts';
import { languages, pathOfLanguage } from '../texts/languages.ts';
import { KEPT } from '../frame/kept-answers.ts';

/*
 * Caches the page and the files that the page reads, so that the page opens and converts without a network. If the host
 * responds in time, its response is always used, so that a cached page never hides a fix, a redirect or a login page.
 * Only the script, the style and the flags come from the cache first, because their names change with their content.
 */

/** The paths of the page's scripts, style and flags. */
declare const ASSETS: readonly string[];

/** The type of `self` in a service worker, which the types for pages don't include. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { matchAll(options: object): Promise<readonly { readonly url: string }[]> };
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
/** The cache of this version of the page. Each version has its own, so a cached page finds its files. */
const CACHE = [PREFIX, ...ASSETS].join(' ');
/** The paths of the page in each language. */
const pages: readonly string[] = languages.map(pathOfLanguage);
/** The files that are cached in advance: the page in English, and what all pages need to convert amounts. */
const basics = [
  ...[pathOfLanguage('en'), ...ASSETS, '/favicon.svg'],
  ...[paths.referenceRates, paths.currencyList, paths.metals].map((path) => `/${path}`),
];
/** Maximum number of cached files that the page reads later, such as past rates. */
const MAX_OTHER_FILES = 60;
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

scope.addEventListener('activate', (event) => event.waitUntil(deleteOtherCaches()));

scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (mode === 'navigate') isSilent = false;
  if (method !== 'GET' || origin !== location.origin) return;
  // A page is cached once, because its file is the same for every query.
  if (pages.includes(pathname) || (search === '' && isKept(pathname))) event.respondWith(respond(event, pathname));
});

/** The paths of the pages that are open now. The visit that installs the service worker doesn't pass through it. */
async function openPages(): Promise<string[]> {
  const opened = await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  return opened.map(({ url }) => new URL(url).pathname).filter((path) => pages.includes(path));
}

/** Whether the service worker stores this file, because the converter reads it. */
function isKept(path: string): boolean {
  return basics.includes(path) || /^\/(api\/v1\/rates|(series|archive)\/[\w-]+)\/.+\.(json|csv)$/.test(path);
}

async function deleteOtherCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/**
 * Returns the host's response if it comes in time, otherwise the cached response. If the path isn't cached, waits for
 * the host. If the script, the style or the flags are cached, returns them without a request.
 */
async function respond(event: FetchEvent, path: string): Promise<Response> {
  const kept = await findKept(path);
  if (kept && ASSETS.includes(path)) return kept;
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

async function keep(path: string, response: Response): Promise<void> {
  if (!response.ok || !(await isOurs(path, response.clone()))) return;
  const cache = await caches.open(CACHE);
  await cache.put(path, response);
  const others = (await cache.keys()).filter(({ url }) => ![...basics, ...pages].includes(new URL(url).pathname));
  for (const request of others.slice(0, -MAX_OTHER_FILES)) await cache.delete(request);
}

/**
 * Whether a response is really the file of a path. A login page or an error message may have status 200 too. A page of
 * another version isn't cached, because that page needs other files.
 */
async function isOurs(path: string, response: Response): Promise<boolean> {
  if (!pages.includes(path)) return /javascript|css|json|csv|svg/.test(response.headers.get('Content-Type') ?? '');
  const text = await response.text();
  return ASSETS.every((asset) => text.includes(asset));
}
