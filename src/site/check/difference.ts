import { addresses } from '../../api/paths.ts';
import type { HttpResponse, ResponseHead } from '../../download/http/request.ts';
import { isMetered } from '../routing-rules.ts';
import { withoutCounting } from '../without-counting.ts';
import type { SiteRequest } from './requests.ts';

/** How a response differs from the response of another server to the same request: in status, body or headers. */
export function difference(
  { path }: Pick<SiteRequest, 'path'>,
  response: HttpResponse,
  expected: HttpResponse,
): string | undefined {
  if (response.status !== expected.status) return `status ${response.status}, not ${expected.status}`;
  const isPage = expected.headers.get('Content-Type')?.startsWith('text/html') === true;
  const bytes = isPage ? withoutCounting(response.bytes) : response.bytes;
  // The error at this path has the server's own URL.
  if (path !== addresses.mcp && !bytes.equals(expected.bytes)) return 'has another body than expected';
  const names = new Set([...response.headers.keys(), ...expected.headers.keys()]);
  for (const name of names) {
    // The host sets the ETag of a file, and the Function sets the ETag of its responses.
    if (hostHeaders.test(name) && !(name === 'etag' && isMetered(path))) continue;
    const problem = headerProblem(name, response.headers, expected.headers);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Headers that a host sets, for example about delivery. They aren't compared. A response must not lack, change or add
 * any other header.
 */
const hostHeaders =
  /^(accept-ranges|age|alt-svc|cf-.*|connection|content-encoding|content-length|date|etag|keep-alive|last-modified|nel|priority|report-to|server|server-timing|transfer-encoding|vary|via|x-robots-tag|x-server-env)$/;

function headerProblem(
  name: string,
  headers: ResponseHead['headers'],
  others: ResponseHead['headers'],
): string | undefined {
  const [value, expected] = [headers.get(name), others.get(name)];
  if (value === null) return `lacks the header ${name}: ${expected ?? ''}`;
  if (expected === null) return `adds the header ${name}: ${value}`;
  const isSame = name === 'content-type' ? typeOf(value) === typeOf(expected) : value === expected;
  return isSame ? undefined : `the header ${name} is ${value}, not ${expected}`;
}

/** Normalizes a content type. JSON and scripts are always in UTF-8, but not every host says so. */
function typeOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^text\/javascript/, 'application/javascript')
    .replace(/^(application\/(?:json|javascript));charset=utf-8$/, '$1');
}
