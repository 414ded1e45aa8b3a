import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { filesOf } from '../../../src/testing/sites/read-site.ts';

/** The files of a folder in memory, ready to be written. */
export interface ReadyFiles {
  readonly paths: readonly string[];
  /** Where each file begins in `bytes`, and at last where the last one ends. */
  readonly offsets: readonly number[];
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

export function loadFiles(folder: string): ReadyFiles {
  const paths = filesOf(folder);
  const bodies = paths.map((path) => readFileSync(join(folder, path)));
  const offsets = [0];
  for (const { length } of bodies) offsets.push((offsets.at(-1) ?? 0) + length);
  const bytes = new Uint8Array(new SharedArrayBuffer(offsets.at(-1) ?? 0));
  for (const [index, body] of bodies.entries()) bytes.set(body, offsets[index]);
  return { paths, offsets, bytes };
}

/** The ways in which Node writes a file at once. */
const ways = {
  writeFileSync: (path: string, body: Uint8Array) => {
    writeFileSync(path, body);
  },
  'open, write, close': (path: string, body: Uint8Array) => {
    const file = openSync(path, 'w');
    writeSync(file, body);
    closeSync(file);
  },
};

export interface Plan {
  readonly way: keyof typeof ways;
  readonly threads: number;
}

/** All that is worth a try: more threads than cores, and promises, were slower. */
export const plans: readonly Plan[] = [1, 2].flatMap((threads) =>
  (['writeFileSync', 'open, write, close'] as const).map((way) => ({ way, threads })),
);

interface Job extends ReadyFiles {
  readonly folder: string;
  readonly way: keyof typeof ways;
  readonly first: number;
  readonly end: number;
}

/** Writes the files below a folder that does not exist yet. @returns seconds */
export async function writeFloor(files: ReadyFiles, folder: string, { way, threads }: Plan): Promise<number> {
  const begin = performance.now();
  const share = Math.ceil(files.paths.length / threads);
  const jobs = Array.from({ length: threads }, (_, index): Job => {
    const first = index * share;
    return { ...files, folder, way, first, end: Math.min(first + share, files.paths.length) };
  });
  const helpers = jobs
    .slice(1)
    .map((job) => once(new Worker(new URL(import.meta.url), { workerData: job, execArgv: [] }), 'exit'));
  for (const job of jobs.slice(0, 1)) writeShare(job);
  await Promise.all(helpers);
  return (performance.now() - begin) / 1000;
}

function writeShare({ paths, offsets, bytes, folder, way, first, end }: Job): void {
  const folders = new Set<string>();
  for (let index = first; index < end; index++) {
    const path = `${folder}/${paths[index] ?? ''}`;
    const parent = dirname(path);
    if (!folders.has(parent)) {
      mkdirSync(parent, { recursive: true });
      folders.add(parent);
    }
    ways[way](path, bytes.subarray(offsets[index], offsets[index + 1]));
  }
}

if (!isMainThread) writeShare(workerData as Job);
