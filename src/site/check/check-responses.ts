import type { Conversion } from '../../api/endpoints/convert.schema.ts';
import type { PairDetail } from '../../api/endpoints/pair-detail.schema.ts';
import { syntheticHistorySchema } from '../../api/endpoints/synthetic/synthetic-history.schema.ts';
import { syntheticHeader } from '../../api/headers.ts';
import type { RatesSnapshot } from '../../api/documents/rates-snapshot.ts';
import type { ReferenceRates } from '../../api/documents/reference-rates.ts';
import type { Status } from '../../api/documents/status.ts';
import { addresses } from '../../api/paths.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { parseJson } from '../../text/json/parse-json.ts';
import type { HttpResponse, ResponseHead } from '../../download/http/request.ts';
import { MAX_CHECK_AGE_HOURS } from '../../validation/freshness.ts';
import { firstIssue } from '../../text/first-issue.ts';
import { quoted } from '../../text/quote.ts';
import type { SiteProblem } from '../../text/site-problem.ts';
import { difference } from './difference.ts';
import type { FilesOnly } from './files-only.ts';
import { type Ask, withEach } from './get.ts';
import {
  conversion,
  fileRequests,
  JSON_TYPE,
  PAGE_TYPE,
  pairDetails,
  siteRequests,
  type SiteRequest,
} from './requests.ts';

export interface ResponseProblem extends SiteProblem {
  readonly response?: ResponseHead | undefined;
}

export interface ResponseOptions {
  /** The time at which the site must be current. */
  readonly now: Date;
  /** Which files the host has, if it has only files; undefined for a complete site. */
  readonly host?: FilesOnly | undefined;
  /** Sends a request to a server with the same files. The responses must be the same. */
  readonly like?: Ask | undefined;
}

/** As many as the pool has connections, because the requests to a host that hangs would otherwise take minutes. */
const REQUESTS_AT_ONCE = 64;

/** Sends every kind of request to a running site, and checks each response by itself and with the others. */
export async function checkResponses(ask: Ask, { now, host, like }: ResponseOptions) {
  const requests = host ? fileRequests(host) : siteRequests;
  const checks = requests.length;
  /** The JSON of responses without a problem, by path. */
  const said = new Map<string, unknown>();
  const wrong = new Map<SiteRequest, ResponseProblem>();
  await withEach(requests, REQUESTS_AT_ONCE, async (request) => {
    const { method, path } = request;
    const [{ response, failure }, expected] = await Promise.all([ask(path, method), like?.(path, method)]);
    const problem = response
      ? (problemOf(response, request, said, host === undefined) ??
        (expected &&
          (expected.response
            ? difference(request, response, expected.response)
            : `can't be compared, because this machine gave no response: ${expected.failure}`)))
      : `no response: ${failure}`;
    if (problem === undefined) return;
    wrong.set(request, { path, problem: method === 'GET' ? problem : `${method}: ${problem}`, response });
  });
  const problems = requests.flatMap((request) => wrong.get(request) ?? []);
  const [first] = problems;
  if (first && problems.length === checks && problems.every(({ response }) => !response)) {
    const problem = `${first.problem}. Check the URL, and that a site runs there.`;
    return { checks, problems: [{ path: '/', problem }], warnings: [] };
  }
  if (!first) problems.push(...contradictions(said));
  // Each document is undefined if its response has a problem.
  const reference = documentAt(addresses.referenceRates, said) as ReferenceRates | undefined;
  const status = documentAt(addresses.status, said) as Status | undefined;
  return {
    checks,
    problems: [...problems, ...(reference ? agedCheck(reference, now) : [])],
    warnings: [...(reference ? staleness(reference) : []), ...(status ? silentWitnesses(status) : [])],
  };
}

/** A document from the path of its endpoint or, on a host of files only, from the path of its file. */
function documentAt(address: string, said: ReadonlyMap<string, unknown>): unknown {
  return said.get(address) ?? said.get(`${address}.json`);
}

/**
 * What is wrong with a response by itself. Adds the JSON of a valid response to `said`.
 *
 * @param isComplete whether the host can set headers for a site's files
 */
function problemOf(
  { status, headers, bytes }: HttpResponse,
  { method, path, status: expected, type, schema }: SiteRequest,
  said: Map<string, unknown>,
  isComplete: boolean,
): string | undefined {
  if (status !== expected) return `status ${status}, not ${expected}`;
  const contentType = headers.get('Content-Type') ?? 'none';
  if (type && !type.test(contentType)) return `content type ${quoted(contentType)}`;
  if (type !== PAGE_TYPE && headers.get('Access-Control-Allow-Origin') !== '*')
    return 'web pages of other origins can’t read the response';
  if (type !== JSON_TYPE || method === 'HEAD') return undefined;
  const body = parseJson(bytes.toString());
  if (body === undefined) return 'not JSON';
  const isSynthetic = schema === syntheticHistorySchema;
  if (isComplete && headers.get('Synthetic') !== (isSynthetic ? syntheticHeader.Synthetic : null))
    return `${isSynthetic ? 'lacks' : 'has'} the header of synthetic rates`;
  const error = schema?.safeParse(body).error;
  if (error) return firstIssue(error);
  said.set(path, body);
  return undefined;
}

/** Responses that contradict each other, although each is well-formed. */
function contradictions(said: ReadonlyMap<string, unknown>): SiteProblem[] {
  const { ratesSnapshot, referenceRates } = addresses;
  const { rates } = documentAt(ratesSnapshot, said) as RatesSnapshot;
  const reference = documentAt(referenceRates, said) as ReferenceRates;
  const euro = rates['EUR'];
  // The source may have more digits than a computed rate.
  const expected = euro && crossRate(1, euro);
  const others = [conversion, ...pairDetails].filter(
    (path) => said.has(path) && (said.get(path) as Conversion | PairDetail).rate !== expected,
  );
  return [
    ...(JSON.stringify(Object.entries(rates)) === JSON.stringify(Object.entries(reference.rates))
      ? []
      : [{ path: referenceRates, problem: `has other rates than ${ratesSnapshot}` }]),
    ...others.map((path) => ({ path, problem: `has another rate than ${ratesSnapshot}` })),
  ];
}

function agedCheck({ checked_at }: ReferenceRates, now: Date): SiteProblem[] {
  const hours = (now.getTime() - Date.parse(checked_at)) / 3_600_000;
  if (hours <= MAX_CHECK_AGE_HOURS) return [];
  const problem = `the source was last checked ${hours.toFixed(1)} hours ago, at ${checked_at}`;
  return [{ path: addresses.referenceRates, problem }];
}

function staleness({ rate_as_of, stale_reason }: ReferenceRates): string[] {
  return stale_reason === null ? [] : [`the rates are stale (${stale_reason}): they are from ${rate_as_of}`];
}

function silentWitnesses({ witnesses: { requested } }: Status): string[] {
  if (requested.length === 0 || requested.some(({ outcome }) => outcome === 'compared')) return [];
  const outcomes = requested.map(({ witness, outcome }) => `${witness} ${outcome}`);
  return [`no witness was compared with the dataset (${outcomes.join(', ')})`];
}
