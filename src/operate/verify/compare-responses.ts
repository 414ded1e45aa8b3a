import { addressBelow } from '../../http/address.ts';
import type { ResponseHead } from '../../http/request.ts';
import { bytesAsServed } from '../../site/check/compare-with-folder.ts';
import type { SiteRequest } from '../../site/check/random-requests.ts';
import { isMetered } from '../../site/routing-rules.ts';
import { type RequestOutcome, get, withEach } from '../../site/check/get.ts';

export type AskSite = (request: SiteRequest) => Promise<RequestOutcome>;

export function askSiteAt(address: string, stop: AbortSignal): AskSite {
  return ({ path, method }) => get(addressBelow(address, path), stop, { method, redirects: 0 });
}

/** Failed requests in a row after which the site counts as down. Each may take half a minute, so the rest isn't sent. */
const MAX_FAILURES_IN_A_ROW = 32;

/**
 * Sends the same requests to a published site and to its rebuilt site, and compares the responses: status, body and
 * headers.
 *
 * @param isCompared which headers to compare; by default, all that the site sets
 */
export async function compareResponses(
  served: AskSite,
  rebuilt: AskSite,
  requests: readonly SiteRequest[],
  isCompared: IsCompared = isOurs,
) {
  const problems = new Map<SiteRequest, string>();
  let headers = 0;
  let failuresInARow = 0;
  await withEach(requests, async (request) => {
    if (failuresInARow >= MAX_FAILURES_IN_A_ROW) {
      problems.set(request, `not requested, because ${MAX_FAILURES_IN_A_ROW} requests in a row got no response`);
      return;
    }
    const [answer, expected] = await Promise.all([served(request), rebuilt(request)]);
    if (expected.failure !== undefined) throw new Error(`The rebuilt site doesn't respond: ${expected.failure}`);
    if (answer.failure !== undefined) {
      problems.set(request, `no response: ${answer.failure}`);
      failuresInARow++;
      return;
    }
    failuresInARow = 0;
    const [one, other] = [answer.response, expected.response];
    const names = [...new Set([...one.headers.keys(), ...other.headers.keys()])].filter((name) =>
      isCompared(name, request),
    );
    headers += names.length;
    const [problem] = [
      ...statusProblem(one, other),
      ...(bytesAsServed(one).equals(other.bytes) ? [] : ['has another body than the rebuilt site']),
      ...names.flatMap((name) => headerProblem(name, one.headers, other.headers)),
    ];
    if (problem !== undefined) problems.set(request, problem);
  });
  return { problems, headers };
}

function statusProblem({ status, headers }: ResponseHead, expected: ResponseHead): string[] {
  if (status === expected.status) return [];
  const location = headers.get('Location');
  return [`status ${status}${location === null ? '' : ` to ${location}`}, not ${expected.status}`];
}

/**
 * Headers that a host sets, for example about delivery. They aren't compared. A published site must not lack, change or
 * add any other header.
 */
const hostHeaders =
  /^(accept-ranges|age|alt-svc|cf-.*|connection|content-encoding|content-length|date|etag|keep-alive|last-modified|nel|priority|report-to|server|server-timing|transfer-encoding|vary|via|x-robots-tag|x-server-env)$/;

/** @param name in lower case */
type IsCompared = (name: string, request: SiteRequest) => boolean;

const isOurs: IsCompared = (name, { path }) =>
  // The host sets the ETag of a file, and the Function sets the ETag of its responses.
  !hostHeaders.test(name) || (name === 'etag' && isMetered(path));

/** A host of files only has its own headers. Only this header matters to callers: it lets web pages read the files. */
export const isOfFilesOnly: IsCompared = (name) => name === 'access-control-allow-origin';

function headerProblem(name: string, served: ResponseHead['headers'], rebuilt: ResponseHead['headers']): string[] {
  const [value, expected] = [served.get(name), rebuilt.get(name)];
  if (value === null) return [`lacks the header ${name}: ${expected ?? ''}`];
  if (expected === null) return [`adds the header ${name}: ${value}`];
  const isSame = name === 'content-type' ? typeOf(value) === typeOf(expected) : value === expected;
  return isSame ? [] : [`the header ${name} is ${value}, not ${expected}`];
}

/** Normalizes a content type. JSON and scripts are always in UTF-8, but not every host says so. */
function typeOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^text\/javascript/, 'application/javascript')
    .replace(/^(application\/(?:json|javascript));charset=utf-8$/, '$1');
}
