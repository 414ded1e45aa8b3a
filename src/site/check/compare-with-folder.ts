import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '../../api/site-file.ts';
import { publishedOrder } from '../../currencies/catalogue.ts';
import { controlFiles } from '../host-limits.ts';
import { headersFor, parseHeaders } from '../rule-files.ts';
import type { HttpResponse } from '../../http/request.ts';
import type { ResponseProblem } from './check-instance.ts';
import { type Ask, withEach } from './get.ts';

/** Number of files compared of each kind: the first, the last, and random others. */
const SAMPLE = 4;

export function sampleOf(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, kindOf).values()].flatMap(sample);
}

/**
 * Compares a running instance with the folder that it was made from, by requesting a sample of the folder's files.
 * Compares the status, the bytes, and the headers that the folder's `_headers` sets. The file of a pair is also
 * requested without `.json`, so that the Function responds.
 */
export async function compareWithFolder(
  ask: Ask,
  folder: string,
  sample: readonly string[],
): Promise<readonly ResponseProblem[]> {
  const rules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const problemOf = ({ path, url, status }: FileRequest, response: HttpResponse) => {
    if (response.status !== status) return `status ${response.status}, not ${status}`;
    if (!bytesAsServed(response).equals(readFileSync(join(folder, path)))) return `not the bytes of ${path}`;
    const wanted = status === 200 ? Object.entries(headersFor(rules, url)) : [];
    const missing = wanted.find(([name, value]) => response.headers.get(name) !== value);
    return missing && `the header ${missing[0]} is not ${missing[1]}`;
  };
  const problems: ResponseProblem[] = [];
  const requests = sample.filter((path) => !controlFiles.includes(path)).flatMap(requestsFor);
  await withEach(requests, async (request) => {
    const { response, failure } = await ask(request.url);
    const problem = response ? problemOf(request, response) : `no response: ${failure}`;
    if (problem !== undefined) problems.push({ path: request.url, problem, response });
  });
  return problems;
}

/** The kind of a file. All pairs are of one kind, and so are all currencies and all days. */
export function kindOf(path: string): string {
  return path.split('/').map(kindOfName).join('/');
}

function kindOfName(name: string): string {
  const [stem = ''] = name.split('.');
  const kind = /.-to-./.test(stem)
    ? 'pair'
    : codes.has(stem.toUpperCase())
      ? 'code'
      : stem.replace(DAY_OR_YEAR, 'time');
  return `${kind}${name.slice(stem.length)}`;
}

const codes: ReadonlySet<string> = new Set(publishedOrder);
const DAY_OR_YEAR = /^\d{4}(-\d\d-\d\d)?$/;

/** Returns a sample of the given paths: the first, the last, and random others. */
export function sample(paths: readonly string[]): readonly string[] {
  if (paths.length <= SAMPLE) return paths;
  const picked = Array.from({ length: SAMPLE - 2 }, () => Math.floor(Math.random() * paths.length));
  return [...new Set([0, paths.length - 1, ...picked])].flatMap((index) => paths[index] ?? []);
}

interface FileRequest {
  readonly path: string;
  readonly url: string;
  readonly status: number;
}

function requestsFor(path: string): FileRequest[] {
  const url = addressOf(path);
  if (url.endsWith('/404')) return [{ path, url: `${url.slice(0, -'404'.length)}there-is-no-such-page`, status: 404 }];
  const pair = /^(.*-to-.*)\.json$/.exec(url)?.[1];
  // At the URL without `.json`, the Function responds, with the same bytes as the file.
  return [url, ...(pair === undefined ? [] : [pair])].map((url) => ({ path, url, status: 200 }));
}

/** A response's bytes without the script that Cloudflare adds to pages if a project counts visits. */
export function bytesAsServed({ headers, bytes }: HttpResponse): Buffer {
  if (!headers.get('content-type')?.startsWith('text/html')) return bytes;
  const text = bytes.toString();
  return COUNTING.test(text) ? Buffer.from(text.replace(COUNTING, '')) : bytes;
}

/** Matches exactly Cloudflare's script. Anything else in its place counts as a difference. */
const COUNTING = (() => {
  const mark = '<!-- Cloudflare Pages Analytics -->';
  const attributes = [
    'defer',
    'type=["\']module["\']',
    'src=["\']https://static\\.cloudflareinsights\\.com/beacon\\.min\\.js[\\w/.]*["\']',
    "data-cf-beacon='\\{[^'<>]*\\}'",
    '(?:integrity|crossorigin)="[\\w+/=-]*"',
  ];
  return new RegExp(`${mark}<script(?: (?:${attributes.join('|')}))+></script>${mark}`);
})();
