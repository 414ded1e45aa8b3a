import {
  addressTooLong,
  ApiError,
  buildError,
  methodNotAllowed,
  MAX_ADDRESS_CHARACTERS,
  notFound,
  ratesUnavailable,
} from '../api/format/error.ts';
import { ALLOWED_REQUEST_HEADERS, dataHeaders, functionHeader, securityHeaders } from '../api/format/headers.ts';
import { addresses } from '../api/format/paths.ts';
import { serialize } from '../api/format/serialize.ts';
import type { Table } from '../api/format/tables.ts';
import { oneLine } from '../text/one-line.ts';
import { convert, type Endpoint, type Evaluate, historyByPath, historyByQuery, pairDetail } from './endpoints.ts';
import { type Layout, layouts } from './layouts.ts';
import { datedConversion, datedRates, pairRange, pairRangeTable } from './past-endpoints.ts';
import { type Assets, Published, Remembered } from './published-data.ts';

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
 * Creates the Pages Function, which serves the documents that static files can't. Every error is JSON in the documented
 * form of the API, or of the other API whose format the path has.
 *
 * @param revision identifies the responses of this deployment
 */
export function createHandler(revision: string): (request: Request, environment: Environment) => Promise<Response> {
  const remembered = new Remembered();
  // A document is identified by its path and the revision.
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
      const answer = await evaluate(await Published.open(remembered, assets, url.origin));
      const [body, headers] =
        typeof answer === 'string' ? [answer, documentHeaders] : [answer.body, tableHeaders(answer)];

      if (matches(request.headers.get('If-None-Match'), tag)) return new Response(null, { status: 304, headers });
      return new Response(method === 'HEAD' ? null : body, { headers });
    } catch (error) {
      return errorAnswer(request, error);
    }
  };
}

/** Path patterns and handlers. A handler gets the decoded `{names}` of the path in order. */
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

/** The other API whose format the path has; undefined for our own API. */
function layoutOf(pathname: string): Layout | undefined {
  const [, root = '', name = ''] = pathname.split('/', 3);
  // fixer has the same root as our own API.
  return root === 'api' && !/^(latest$|19|20)/.test(name) ? undefined : layouts.get(root);
}

/** @throws {ApiError} if the endpoint doesn't exist, or the request is invalid */
function route({ pathname, searchParams }: URL): Evaluate {
  const layout = layoutOf(pathname);
  // Our paths that end in .json are static files. If a request for one arrives here, the file doesn't exist.
  if (layout || !pathname.endsWith('.json')) {
    const path = decodePath(pathname);
    for (const [form, answer] of layout?.endpoints ?? endpoints) {
      const names = form.exec(path)?.slice(1);
      if (names) return answer(names, searchParams);
    }
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
 * Whether an If-None-Match header contains this tag. RFC 9110 requires a weak comparison. A tag has quotes only at its
 * ends, so searching the header's list for it is enough.
 */
function matches(header: string | null, tag: string): boolean {
  return header !== null && (header === '*' || header.includes(tag));
}

function errorAnswer({ method, url }: Request, error: unknown): Response {
  const { pathname } = new URL(url);
  const known = error instanceof ApiError ? error : ratesUnavailable();
  // The query isn't logged, because some clients of other APIs send a key in it.
  if (known !== error) console.error(oneLine(`${method} ${pathname}: ${String(error)}`));
  const headers = { ...errorHeaders, ...(known.status === 405 && { Allow: ALLOWED_METHODS }) };
  const layout = layoutOf(pathname);
  const body = method === 'HEAD' ? null : serialize(layout ? layout.describe(known) : buildError(known.message));
  return new Response(body, { status: known.status, headers });
}
