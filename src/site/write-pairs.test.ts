import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { recordedSnapshot } from '../dataset/recorded-snapshot.ts';
import { publishedCurrencies } from '../rates/published-currency.ts';
import { pairDocuments } from './pair-documents.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { CURRENCIES_FOR_TWO_THREADS, writePairs } from './write-pairs.ts';

const snapshot = recordedSnapshot(catalogue, '2026-09-30T06:00:00.000Z');
const published = publishedCurrencies(catalogue, snapshot);
const inputOf = (currencies: number) => ({ snapshot, currencies: published.slice(0, currencies) });
const countFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** Waits until a thread that still wrote would have been noticed. */
async function expectQuiet(folder: string): Promise<void> {
  const files = countFiles(folder);
  await sleep(300);
  expect(countFiles(folder)).toBe(files);
}

describe.each([
  ['one thread', 8],
  ['two threads', CURRENCIES_FOR_TWO_THREADS],
])('the writing of pairs with %s', (_, currencies) => {
  const total = 5 * currencies ** 2;

  it('writes every pair’s documents once, and tells how far it is', async () => {
    await using folder = temporaryFolder();
    const input = inputOf(currencies);
    const told: number[] = [];
    const written = await writePairs({ ...input, folder: folder.path, onProgress: (files) => told.push(files) });

    let bytes = 0;
    for (const { path, body } of pairDocuments(input)) {
      const expected = Buffer.from(body);
      bytes += expected.length;
      if (!readFileSync(join(folder.path, path)).equals(expected)) expect.fail(path);
    }
    expect([written.files, written.bytes]).toEqual([total, bytes]);
    expect(countFiles(folder.path)).toBe(total);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.every((files) => files <= total)).toBe(true);
  });

  it('says what the disk refuses, and then writes nothing more', async () => {
    await using folder = temporaryFolder();
    // A file where a folder must be: of a currency whose turn comes late.
    const [last = ''] = published.slice(currencies - 1).map(({ code }) => code.toLowerCase());
    mkdirSync(join(folder.path, 'api/historical'), { recursive: true });
    writeFileSync(join(folder.path, `api/historical/${last}-to-usd`), '');
    const writing = writePairs({ ...inputOf(currencies), folder: folder.path });
    await expect(writing).rejects.toMatchObject({ syscall: 'mkdir', code: 'EEXIST' });
    await expect(writing).rejects.toBeInstanceOf(Error);
    await expectQuiet(folder.path);
  });
});

describe('the writing of pairs', () => {
  it('ends early when it is told to, with both threads', async () => {
    await using folder = temporaryFolder();
    const controller = new AbortController();
    const writing = writePairs({
      ...inputOf(published.length),
      folder: folder.path,
      signal: controller.signal,
      onProgress: (files) => {
        if (files > 10_000) controller.abort();
      },
    });
    await expect(writing).rejects.toThrow('aborted');
    expect(countFiles(folder.path)).toBeLessThan(100_000);
    await expectQuiet(folder.path);
  });

  it.runIf(availableParallelism() > 1)('leaves the second thread alone for a small site', async () => {
    await using folder = temporaryFolder();
    let threads = 0;
    const count = () => threads++;
    process.on('worker', count);
    try {
      await writePairs({ ...inputOf(8), folder: folder.path });
      expect(threads).toBe(0);
      await writePairs({ ...inputOf(CURRENCIES_FOR_TWO_THREADS), folder: folder.path });
      expect(threads).toBe(1);
    } finally {
      process.off('worker', count);
    }
  });
});
