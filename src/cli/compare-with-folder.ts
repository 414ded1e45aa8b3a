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
  const kinds = Map.groupBy(
    filesBelow(folder)
      .map(({ path }) => path)
      .filter((path) => !controlFiles.includes(path)),
    kindOf,
  );
  const compared = [...kinds.values()].flatMap(sample).flatMap(questionsOf);
  const differences = compared.map(async ({ path, asked, status }) => {
    const answer = await get(addressBelow(address, asked), stop);
    if (answer.failure !== undefined) return { asked, message: `no answer: ${answer.failure}` };
    const { response, bytes } = answer;
    if (response.status !== status) return { asked, message: `status ${response.status}, not ${status}` };
    if (!bytesAsServed(path, bytes).equals(readFileSync(join(folder, path))))
      return { asked, message: `not the bytes of ${path}` };
    const wanted = Object.entries(headersFor(rules, asked));
    const missing = wanted.find(([name, value]) => status === 200 && response.headers.get(name) !== value);
    return missing && { asked, message: `the header ${missing[0]} is not ${missing[1]}` };
  });
  return (await Promise.all(differences)).filter((problem) => problem !== undefined);
}

/** `api/rates/usd-to-eur.json` and all other pairs are one kind, as are `series/eur.json` and the others. */
function kindOf(path: string): string {
  return path.replaceAll(/[^/]+-to-[^/.]+/g, 'pair').replace(/^series\/[^/]+\.json$/, 'series');
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
