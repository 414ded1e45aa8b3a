import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedOrder } from '../../currencies/catalogue.ts';
import { controlFiles } from '../../site/host-limits.ts';
import { headersFor, parseHeaders } from '../../site/rule-files.ts';
import type { HttpResponse, ResponseHead } from '../../http/request.ts';
import type { ResponseProblem } from './check-instance.ts';
import type { Ask } from './get.ts';

/** Of each kind of file so many are compared: the first, the last, and others that chance picks. */
const SAMPLE = 4;

/** So many questions are asked at a time. */
const AT_ONCE = 16;

/**
 * Compares what an instance serves with the folder that it was made from: the bytes and the headers of a sample of
 * every kind of file, and what the Function says of pairs that are files as well.
 *
 * @param sample the paths of these files
 * @returns where they differ
 * @throws what asking throws
 */
export function compareWithFolder(
  ask: Ask,
  folder: string,
  sample: readonly string[],
): Promise<readonly ResponseProblem[]> {
  return compareServed(ask, folder, sample, (path, bytes) =>
    bytes.equals(readFileSync(join(folder, path))) ? undefined : `not the bytes of ${path}`,
  );
}

/** A sample of every kind of file. */
export function sampleOf(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, kindOf).values()].flatMap(sample);
}

/**
 * Asks an instance for files of its site by all their addresses, and the Function for those that are a pair's.
 *
 * @param folder a site with the headers that the files should have
 * @param problemOf what is wrong with the bytes of a file; without what Cloudflare may have written into them
 * @throws what asking throws
 */
export async function compareServed(
  ask: Ask,
  folder: string,
  paths: readonly string[],
  problemOf: (path: string, bytes: Buffer) => string | undefined,
): Promise<readonly ResponseProblem[]> {
  const rules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const headerProblem = (asked: string, { status, headers }: ResponseHead) => {
    const wanted = Object.entries(headersFor(rules, asked));
    const missing = wanted.find(([name, value]) => status === 200 && headers.get(name) !== value);
    return missing && `the header ${missing[0]} is not ${missing[1]}`;
  };
  const problems: ResponseProblem[] = [];
  const questions = paths
    .filter((path) => !controlFiles.includes(path))
    .flatMap(questionsOf)
    .values();
  async function work(): Promise<void> {
    for (const { path, asked, status } of questions) {
      const answer = await ask(asked);
      const problem =
        answer.failure !== undefined
          ? `no answer: ${answer.failure}`
          : answer.response.status !== status
            ? `status ${answer.response.status}, not ${status}`
            : (problemOf(path, bytesAsServed(answer.response)) ?? headerProblem(asked, answer.response));
      const response = answer.failure === undefined ? answer.response : undefined;
      if (problem !== undefined) problems.push({ path: asked, problem, response });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems;
}

/** What stands for a file and all others of its kind: pairs, currencies and days are alike. */
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

/** Some of these paths: the first, the last, and random others. */
export function sample(paths: readonly string[]): readonly string[] {
  if (paths.length <= SAMPLE) return paths;
  const picked = Array.from({ length: SAMPLE - 2 }, () => Math.floor(Math.random() * paths.length));
  return [...new Set([0, paths.length - 1, ...picked])].flatMap((index) => paths[index] ?? []);
}

interface Question {
  /** In the folder. */
  readonly path: string;
  /** The address that should have it. */
  readonly asked: string;
  readonly status: number;
}

function questionsOf(path: string): Question[] {
  const address = `/${path.split('/').map(encodeURIComponent).join('/')}`;
  const page = address.replace(/(index)?\.html$/, '');
  if (page.endsWith('/404'))
    return [{ path, asked: `${page.slice(0, -'404'.length)}there-is-no-such-page`, status: 404 }];
  const pair = /^(.*-to-.*)\.json$/.exec(address)?.[1];
  return [
    { path, asked: page, status: 200 },
    // From the Function.
    ...(pair === undefined ? [] : [{ path, asked: pair, status: 200 }]),
  ];
}

/**
 * An answer's bytes as the site has them: a project may have Cloudflare count visits, for which it writes a script into
 * pages.
 */
export function bytesAsServed({ headers, bytes }: HttpResponse): Buffer {
  if (!headers.get('content-type')?.startsWith('text/html')) return bytes;
  const text = bytes.toString();
  return COUNTING.test(text) ? Buffer.from(text.replace(COUNTING, '')) : bytes;
}

/** That script and nothing else: what else stood there would be somebody's. */
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
