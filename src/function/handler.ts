import { dateAt, EARLIEST, type Instant, type IsoDate } from '../money/calendar.ts';
import { allFormats, formatOf } from '../api/compat/formats.ts';
import { assertApart, type Endpoint, expressionOf, valuesOf } from '../api/declaration/endpoint.ts';
import { ownApis } from '../api/endpoints/endpoints.ts';
import {
  addressTooLong,
  ApiError,
  methodNotAllowed,
  MAX_ADDRESS_CHARACTERS,
  notFound,
  ratesUnavailable,
} from '../api/error.ts';
import {
  ALLOWED_REQUEST_HEADERS,
  dataHeaders,
  functionHeader,
  securityHeaders,
  syntheticHeader,
} from '../api/headers.ts';
import { addresses } from '../api/paths.ts';
import { serialize } from '../api/serialize.ts';
import type { Table } from '../api/tables.ts';
import { oneLine } from '../text/one-line.ts';
import { answerMcp } from './mcp/mcp.ts';
import { checkQuery } from './check-query.ts';
import { type Assets, IsolateCache, SiteReader } from './site-reader.ts';

export interface Environment {
  readonly ASSETS: Assets;
}

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

const successHeaders = { ...dataHeaders, ...securityHeaders, ...functionHeader };
const errorHeaders = { ...successHeaders, 'Cache-Control': 'no-store' };
const preflightHeaders = {
  'Access-Control-Allow-Headers': ALLOWED_REQUEST_HEADERS,
  'Access-Control-Allow-Methods': ALLOWED_METHODS,
  'Access-Control-Allow-Origin': dataHeaders['Access-Control-Allow-Origin'],
  'Access-Control-Max-Age': '86400',
  Allow: ALLOWED_METHODS,
  ...securityHeaders,
  ...functionHeader,
};

/**
 * Creates the Pages Function, which handles the requests that static files can't. Every error is JSON in our own format
 * or, if the path belongs to a compatibility format, in that format.
 *
 * @param revision identifies this deployment in ETags
 * @param clock returns the current time. It's called for each request, because in workerd, Cloudflare's runtime, the
 * clock is stopped outside requests
 */
export function createHandler(
  revision: string,
  clock: () => Instant,
): (request: Request, environment: Environment) => Promise<Response> {
  const cache = new IsolateCache();
  // Building the headers takes a tenth of a conversion's time, so they are built once a day.
  let today = headersOn(EARLIEST, revision);

  return async function handle(request, { ASSETS: assets }) {
    const { method, url: address } = request;
    const url = new URL(address);
    if (url.pathname.replace(/\/$/, '') === addresses.mcp) {
      return answerMcp(request, {
        revision,
        openSite: () => SiteReader.open(cache, assets, url.origin, clock()),
        log: (error) => log(request, error),
      });
    }
    try {
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: preflightHeaders });
      if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
      if (address.length > MAX_ADDRESS_CHARACTERS) throw addressTooLong();

      const [endpoint, texts] = route(url);
      // An invalid request reads no file.
      const values = valuesOf(endpoint, texts);
      const now = clock();
      const answer = await endpoint.handle(values, await SiteReader.open(cache, assets, url.origin, now));
      if (!now.startsWith(today.date)) today = headersOn(dateAt(now), revision);
      const [body, headers] =
        typeof answer === 'string'
          ? [answer, endpoint.isSynthetic ? today.ofSynthetic : today.ofDocument]
          : [answer.body, today.with(answer.headers)];

      if (matches(request.headers.get('If-None-Match'), today.tag)) return new Response(null, { status: 304, headers });
      return new Response(method === 'HEAD' ? null : body, { headers });
    } catch (error) {
      return errorAnswer(request, error);
    }
  };
}

/**
 * The headers of successful responses on a day. Browsers compare ETags only for the same URL, so the revision and the day
 * identify a response. The day counts, because a bank may know tomorrow's rates.
 */
function headersOn(date: IsoDate, revision: string) {
  const tag = `"${revision}-${date}"`;
  const headersWith = (more: Table['headers']) => new Headers({ ...successHeaders, ETag: `W/${tag}`, ...more });
  return { date, tag, with: headersWith, ofDocument: headersWith({}), ofSynthetic: headersWith(syntheticHeader) };
}

/** The expressions of the endpoints' paths, by format. */
const routes = new Map(
  allFormats.map((format) => [format, format.endpoints.map((endpoint) => [expressionOf(endpoint), endpoint] as const)]),
);

/**
 * Finds the endpoint of a request.
 *
 * @returns the endpoint, and the texts of its parameters by name
 * @throws {ApiError} if the endpoint doesn't exist, or for a parameter that the endpoint doesn't have
 */
function route({ pathname, searchParams }: URL): readonly [Endpoint, ReadonlyMap<string, string>] {
  const format = formatOf(pathname, searchParams);
  // Our own paths that end in .json are static files. If such a request arrives here, the file doesn't exist.
  const own = ownApis.find((api) => api === format);
  if (own && pathname.endsWith('.json')) throw notFound();
  const path = decodePath(pathname);
  for (const [expression, endpoint] of routes.get(format) ?? []) {
    const match = expression.exec(path);
    if (!match) continue;
    const inPath = new Map(Object.entries(match.groups ?? {}));
    if (own) checkQuery(own, endpoint, inPath, searchParams);
    const texts = new Map([...format.read(searchParams, endpoint), ...inPath]);
    // The second date of a range in Frankfurter's path may be empty.
    for (const [name, text] of inPath) if (text === '') texts.delete(name);
    if (own) assertApart(endpoint.apart, texts);
    return [endpoint, texts];
  }
  throw notFound();
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    throw notFound();
  }
}

/**
 * Whether an If-None-Match header contains this tag. RFC 9110 requires a weak comparison, which ignores `W/`. The tag
 * includes its quotes, so a simple text search can't match part of another tag.
 */
function matches(header: string | null, tag: string): boolean {
  return header !== null && (header === '*' || header.includes(tag));
}

function errorAnswer(request: Request, error: unknown): Response {
  const { method } = request;
  const url = new URL(request.url);
  const known = error instanceof ApiError ? (error as ApiError) : ratesUnavailable();
  if (known !== error) log(request, error);
  const headers = { ...errorHeaders, ...(known.status === 405 && { Allow: ALLOWED_METHODS }) };
  const body = method === 'HEAD' ? null : serialize(formatOf(url.pathname, url.searchParams).describe(known));
  return new Response(body, { status: known.status, headers });
}

/** The query isn't logged, because clients that were written for other APIs may send an API key in the query. */
function log({ method, url }: Request, error: unknown): void {
  console.error(oneLine(`${method} ${new URL(url).pathname}: ${String(error)}`));
}
