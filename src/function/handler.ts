import {
  addressTooLong,
  ApiError,
  buildError,
  methodNotAllowed,
  MAX_ADDRESS_CHARACTERS,
  notFound,
  ratesUnavailable,
} from '../api/format/error.ts';
import { isFixerName } from '../api/compat/fixer.ts';
import { ALLOWED_REQUEST_HEADERS, dataHeaders, functionHeader, securityHeaders } from '../api/format/headers.ts';
import { addresses } from '../api/format/paths.ts';
import { serialize } from '../api/format/serialize.ts';
import type { Table } from '../api/format/tables.ts';
import { oneLine } from '../text/one-line.ts';
import { convert, type Endpoint, type Evaluate, historyByPath, historyByQuery, pairDetail } from './endpoints.ts';
import { type Layout, layouts } from './layouts.ts';
import { datedConversion, datedRates, pairRange, pairRangeTable } from './past-endpoints.ts';
import { type Assets, SiteReader, IsolateCache } from './site-reader.ts';

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
  clock: () => string,
): (request: Request, environment: Environment) => Promise<Response> {
  const cache = new IsolateCache();
  // Browsers compare ETags only for the same URL, so the revision is enough to identify a response.
  const tag = `"${revision}"`;
  const documentHeaders = new Headers({ ...successHeaders, ETag: `W/${tag}` });

  const tableHeaders = ({ headers }: Table) => new Headers({ ...successHeaders, ETag: `W/${tag}`, ...headers });

  return async function handle(request, { ASSETS: assets }) {
    const { method } = request;
    try {
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: preflightHeaders });
      if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
      if (request.url.length > MAX_ADDRESS_CHARACTERS) throw addressTooLong();

      const url = new URL(request.url);
      const evaluate = route(url);
      const answer = await evaluate(await SiteReader.open(cache, assets, url.origin, clock()));
      const [body, headers] =
        typeof answer === 'string' ? [answer, documentHeaders] : [answer.body, tableHeaders(answer)];

      if (matches(request.headers.get('If-None-Match'), tag)) return new Response(null, { status: 304, headers });
      return new Response(method === 'HEAD' ? null : body, { headers });
    } catch (error) {
      return errorAnswer(request, error);
    }
  };
}

/** Path patterns and handlers. A handler gets the decoded values of the `{names}` in the path, in order. */
const endpoints: readonly Endpoint[] = [
  [expressionOf(addresses.conversion), (_, query) => convert(query)],
  [expressionOf(addresses.history), (_, query) => historyByQuery(query)],
  [expressionOf(addresses.pairDetail), ([slug = '']) => pairDetail(slug)],
  [expressionOf(addresses.pairHistory), ([slug = '', period = '']) => historyByPath(slug, period)],
  [expressionOf(addresses.datedRates), ([name = ''], query) => datedRates(name, query)],
  [expressionOf(addresses.datedConversion), (_, query) => datedConversion(query)],
  [expressionOf(addresses.pairRange), (_, query) => pairRange(query)],
  [expressionOf(addresses.pairRangeTable), (_, query) => pairRangeTable(query)],
];

/** `/api/rates/{pair}` → `/^\/api\/rates\/([^/]+)$/` */
function expressionOf(address: string): RegExp {
  return new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
}

/** The compatibility format that a path belongs to; undefined for a path of our own API. */
function layoutOf(pathname: string): Layout | undefined {
  const [, root = '', name = ''] = pathname.split('/', 3);
  // Both fixer's paths and our own begin with `/api`.
  return root === 'api' && !isFixerName(name) ? undefined : layouts.get(root);
}

/** @throws {ApiError} if the endpoint doesn't exist, or the request is invalid */
function route({ pathname, searchParams }: URL): Evaluate {
  const layout = layoutOf(pathname);
  // Our own paths that end in .json are static files. If such a request arrives here, the file doesn't exist.
  if (layout || !pathname.endsWith('.json')) {
    const path = decodePath(pathname);
    for (const [form, answer] of layout?.endpoints ?? endpoints) {
      const names = form.exec(path)?.slice(1);
      if (names) return answer(names, layout ? searchParams : withoutEmpty(searchParams));
    }
  }
  throw notFound();
}

/**
 * A query without empty parameters, which count as missing. So the first value of a repeated parameter is the first
 * value that isn't empty. Other APIs handle empty parameters each in its own way.
 */
function withoutEmpty(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, text]) => text.trim() !== ''));
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

function errorAnswer({ method, url }: Request, error: unknown): Response {
  const { pathname } = new URL(url);
  const known = error instanceof ApiError ? error : ratesUnavailable();
  // The query isn't logged, because clients that were written for other APIs may send an API key in the query.
  if (known !== error) console.error(oneLine(`${method} ${pathname}: ${String(error)}`));
  const headers = { ...errorHeaders, ...(known.status === 405 && { Allow: ALLOWED_METHODS }) };
  const layout = layoutOf(pathname);
  const body = method === 'HEAD' ? null : serialize(layout ? layout.describe(known) : buildError(known.message));
  return new Response(body, { status: known.status, headers });
}
