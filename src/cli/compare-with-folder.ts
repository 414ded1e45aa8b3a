import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressBelow } from '../dataset/address.ts';
import { filesBelow } from '../site/files-below.ts';
import { controlFiles } from '../site/host-limits.ts';
import { headersFor, parseHeaders } from '../site/rule-files.ts';
import type { AnswerProblem } from './check-instance.ts';
import { get } from './get.ts';

/** Of each kind of file so many are compared: the first, the last, and others that chance picks. */
const SAMPLE = 4;

/** So many questions are asked at a time. */
const AT_ONCE = 16;

/**
 * Compares what an instance serves with the folder that it was made from: the bytes and the headers of a sample of every
 * kind of file, and what the Function says of pairs that are files as well.
 *
 * @param address the instance's base address
 * @returns where they differ
 * @throws the signal's reason
 */
export async function compareWithFolder(
  address: string,
  folder: string,
  stop: AbortSignal,
): Promise<readonly AnswerProblem[]> {
  const rules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  const served = sampleOf(filesBelow(folder).map(({ path }) => path));
  return compareServed(address, served, stop, (path, asked, { response, bytes }) => {
    if (!bytes.equals(readFileSync(join(folder, path)))) return `not the bytes of ${path}`;
    const wanted = Object.entries(headersFor(rules, asked));
    const missing = wanted.find(([name, value]) => response.status === 200 && response.headers.get(name) !== value);
    return missing && `the header ${missing[0]} is not ${missing[1]}`;
  });
}

/** A sample of every kind of file. */
export function sampleOf(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, kindOf).values()].flatMap(sample);
}

interface Served {
  readonly response: Response;
  /** Without what Cloudflare may have written into it. */
  readonly bytes: Buffer;
}

/**
 * Asks an instance for files of its site by all their addresses, and the Function for those that are a pair's.
 *
 * @param problemOf what is wrong with an answer of the right status
 * @throws the signal's reason
 */
export async function compareServed(
  address: string,
  paths: readonly string[],
  stop: AbortSignal,
  problemOf: (path: string, asked: string, served: Served) => string | undefined,
): Promise<readonly AnswerProblem[]> {
  const problems: AnswerProblem[] = [];
  const questions = paths
    .filter((path) => !controlFiles.includes(path))
    .flatMap(questionsOf)
    .values();
  async function work(): Promise<void> {
    for (const { path, asked, status } of questions) {
      const answer = await get(addressBelow(address, asked), stop);
      const message =
        answer.failure !== undefined
          ? `no answer: ${answer.failure}`
          : answer.response.status !== status
            ? `status ${answer.response.status}, not ${status}`
            : problemOf(path, asked, { ...answer, bytes: bytesAsServed(path, answer.bytes) });
      if (message !== undefined) problems.push({ asked, message });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems;
}

/** `api/rates/usd-to-eur.json` and all other pairs are one kind, as are `series/eur.json` and the others, and all past days. */
function kindOf(path: string): string {
  return path.replaceAll(/[^/]+-to-[^/.]+/g, 'pair').replace(/^(series|api\/v1\/(rates|history))\/.+\.json$/, '$1');
}

function sample(paths: readonly string[]): readonly string[] {
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

/** A project may have Cloudflare count visits, for which Cloudflare writes a script into pages. */
function bytesAsServed(path: string, bytes: Buffer): Buffer {
  if (!path.endsWith('.html')) return bytes;
  const mark = '<!-- Cloudflare Pages Analytics -->';
  const [before = '', , after] = bytes.toString().split(mark);
  return after === undefined ? bytes : Buffer.from(before + after);
}
