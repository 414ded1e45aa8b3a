import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turnOfEvents } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { stop as forgetBundler, transform } from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../currencies/catalogue.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';
import { publishedCurrencies } from '../../rates/published-currency.ts';
import { filesOf } from '../../testing/sites/read-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { checksumLine, checksumOf } from '../checksums.ts';
import { pairChecksums } from './pair-digests.ts';
import { pairDocuments } from './pair-documents.ts';
import { threadsThatPay, writePairs } from './write-pairs.ts';

const snapshot = recordedDay;
const published = publishedCurrencies(catalogue, snapshot);
/** Enough currencies that unwritten pairs remain when the second thread has started. */
const currencies = published.slice(0, 40);
const pairs = currencies.length ** 2;
const total = 5 * pairs;

/** The newest child process, which is esbuild's after a bundle. */
let bundler: ChildProcess | undefined;
subscribe('child_process', (message) => {
  bundler = (message as { process: ChildProcess }).process;
});

let threads: Worker[];
let running: number;
beforeEach(() => {
  threads = [];
  running = 1;
  const note = (thread: Worker) => {
    threads.push(thread);
    thread.once('online', () => running++);
  };
  process.on('worker', note);
  return () => process.off('worker', note);
});

/** Checks that all threads have ended and that no more files are written. */
async function expectQuiet(folder: string): Promise<void> {
  expect(threads.map(({ threadId }) => threadId)).toEqual(threads.map(() => -1));
  const files = filesOf(folder);
  await turnOfEvents();
  await turnOfEvents();
  expect(filesOf(folder)).toEqual(files);
}

describe('writePairs (writes the files of currency pairs)', () => {
  it('writes the same bytes with one thread and with two threads', async () => {
    await using folder = temporaryFolder();
    const outputs = [];
    for (const count of [1, 2] as const) {
      const out = join(folder.path, String(count));
      const reported: number[] = [];
      const onProgress = (files: number) => reported.push(files);
      outputs.push({ out, ...(await writePairs({ snapshot, currencies, folder: out, threads: count, onProgress })) });
      expect(threads).toHaveLength(count - 1);
      await expectQuiet(out);
      expect(reported.length).toBeGreaterThan(0);
      expect(reported).toEqual(reported.toSorted((a, b) => a - b));
      expect(reported.every((files) => files <= total)).toBe(true);
    }

    let lines = '';
    let bytes = 0;
    for (const { path, body } of pairDocuments({ snapshot, currencies })) {
      const expected = Buffer.from(body);
      for (const { out } of outputs)
        if (!readFileSync(join(out, path)).equals(expected)) expect.fail(`${path} in ${out}`);
      lines += checksumLine(checksumOf(path, expected));
      bytes += expected.length;
    }
    for (const { out, files, bytes: written, digests } of outputs) {
      expect([files, written, filesOf(out).length]).toEqual([total, bytes, total]);
      expect([...pairChecksums(currencies, digests)].join('')).toBe(lines);
    }
  });

  const last = currencies.at(-1)?.code.toLowerCase() ?? '';
  describe.each([
    ['one thread', 1],
    ['two threads', 2],
  ] as const)('with %s', (_, count) => {
    it.each([
      ['in the folder api/rates', 'api/rates', 'EEXIST', 0],
      ['in the folder api/historical', 'api/historical', 'ENOTDIR', pairs],
      ['in a history folder of the last currency', `api/historical/${last}-to-usd`, 'EEXIST', total - 4],
    ])('writes no more files after a disk error %s', async (_, file, code, most) => {
      await using folder = temporaryFolder();
      // A file with the name of a folder that must be created.
      mkdirSync(dirname(join(folder.path, file)), { recursive: true });
      writeFileSync(join(folder.path, file), '');
      const writing = writePairs({ snapshot, currencies, folder: folder.path, threads: count });
      const error: unknown = await writing.catch((error: unknown) => error);
      await expectQuiet(folder.path);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ syscall: 'mkdir', code });
      expect(threads).toHaveLength(count - 1);
      expect(filesOf(folder.path).length - 1).toBeLessThanOrEqual(most);
    });

    it('writes no more files if its AbortSignal is aborted while all threads are writing', async () => {
      await using folder = temporaryFolder();
      const controller = new AbortController();
      const writing = writePairs({
        snapshot,
        currencies: published,
        folder: folder.path,
        threads: count,
        signal: controller.signal,
        onProgress: () => {
          if (running === count) controller.abort();
        },
      });
      const error: unknown = await writing.catch((error: unknown) => error);
      await expectQuiet(folder.path);
      expect(error).toBe(controller.signal.reason);
      expect(filesOf(folder.path).length).toBeLessThan(5 * published.length ** 2);
    });
  });

  it.each([
    [
      'with an AbortError if Ctrl-C stops both writePairs and the process of esbuild (the bundler)',
      true,
      /^This operation was aborted$/,
    ],
    [
      'with esbuild’s error if the process of esbuild (the bundler) crashes',
      false,
      /^The service (was stopped|is no longer running)/,
    ],
  ])('fails %s', async (_, isStopped, message) => {
    await using folder = temporaryFolder();
    const controller = new AbortController();
    const { signal } = controller;
    // Starts a new process of esbuild and pauses it, so that it can't finish the bundle before it ends.
    await forgetBundler();
    await transform('');
    bundler?.kill('SIGSTOP');
    const writing = writePairs({ snapshot, currencies: published, folder: folder.path, threads: 2, signal });
    // A terminal sends Ctrl-C to both processes. The end of the esbuild process may arrive before our own signal.
    const abort = () => {
      controller.abort();
    };
    if (isStopped) {
      bundler?.stdout?.once('end', () => setImmediate(abort));
      bundler?.stdin?.once('error', () => setImmediate(abort));
    }
    bundler?.kill('SIGINT');
    bundler?.kill('SIGCONT');
    await expect(writing).rejects.toThrow(message);
    await expectQuiet(folder.path);
    expect(threads).toEqual([]);
    // Otherwise the next bundle would not start a new process.
    await forgetBundler();
  });

  it.each([
    ['one thread for fewer than 100 currencies, even on 64 processors', 99, 64, 1],
    ['one thread on one processor, even for 168 currencies', 168, 1, 1],
    ['two threads for at least 100 currencies on two processors', 100, 2, 2],
  ])('uses %s', (_, currencies, processors, threads) => {
    expect(threadsThatPay(currencies, processors)).toBe(threads);
  });
});
