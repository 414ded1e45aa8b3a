import { paths } from '../documents/paths.ts';
import { KEPT } from './kept-answers.ts';

/*
 * Keeps the page and what it has read, so that it opens and converts without a network. What the network answers is what
 * is shown, always: of what is kept only the assets come first, whose names change with their content.
 */

/** The addresses of the page's script and style. */
declare const ASSETS: readonly string[];

/** What a service worker has for `self`; the types of a page have no such thing. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
}
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
const scope = globalThis as unknown as Scope;

const CACHE = 'ratesheet';
const PAGE = '/';
/** What an opened page needs to convert. */
const basics = [PAGE, '/favicon.svg', `/${paths.referenceRates}`, `/${paths.currencyList}`];
/** What else it shows is kept as well once it has been read, so many files of it. */
const MOST_FILES = 60;

scope.addEventListener('install', (event) => {
  event.waitUntil(keepBasics());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldAssets());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (ASSETS.includes(url.pathname)) event.respondWith(fromCacheFirst(request));
  else if (request.mode === 'navigate' && url.pathname === PAGE) event.respondWith(fromNetworkFirst(event, PAGE));
  else if (url.search === '' && isKept(url.pathname)) event.respondWith(fromNetworkFirst(event, url.pathname));
});

/** The files that the page reads. */
function isKept(path: string): boolean {
  return basics.includes(path) || path === `/${paths.archive}` || /^\/api\/v1\/(history|rates)\/.+\.json$/.test(path);
}

async function keepBasics(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...ASSETS, ...basics]);
  await scope.skipWaiting();
}

async function forgetOldAssets(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/assets/') && !ASSETS.includes(pathname)) await cache.delete(request);
  }
}

async function fromCacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** @param key under which it is kept: a page whatever its query is */
async function fromNetworkFirst(event: FetchEvent, key: string): Promise<Response> {
  try {
    // The browser's own cache would answer without a network, too, and nobody would know.
    const response = await fetch(event.request.url, { cache: 'no-cache' });
    if (response.ok) event.waitUntil(keep(key, response.clone()));
    return response;
  } catch (error) {
    const kept = await caches.match(key);
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set(KEPT, '1');
    return new Response(kept.body, { status: kept.status, headers });
  }
}

async function keep(key: string, response: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(key, response);
  const files = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return !basics.includes(pathname) && !ASSETS.includes(pathname);
  });
  for (const request of files.slice(0, -MOST_FILES)) await cache.delete(request);
}
