import { pairDocuments, type PairsInput } from './pair-documents.ts';
import type { SiteWriter } from './site-writer.ts';

/** The writing of all pairs, as several threads share it: plain data and shared memory. */
export interface PairsJob extends PairsInput {
  /** The site's root. */
  readonly folder: string;
  readonly counters: PairsCounters;
}

/** What the threads tell each other: whose pairs are next, as an index of the currencies, and how many files there are. */
export type PairsCounters = Int32Array<SharedArrayBuffer>;
const NEXT = 0;
const FILES = 1;

export function createCounters(): PairsCounters {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** After so many files, progress is told and signals are heard: some 30 times a second. */
const FILES_A_BATCH = 512;

/**
 * Writes the pairs of one currency after the other, as long as there are any that no thread has begun. Whoever fails or
 * is stopped leaves none to begin, so that all threads end.
 *
 * @returns after each batch how many files all threads have written
 */
export function* writeShare({ counters, ...pairs }: PairsJob, writer: SiteWriter): Generator<number> {
  try {
    for (const file of pairDocuments(pairs, takeTurns(pairs.currencies, counters))) {
      writer.write(file);
      const others = Atomics.add(counters, FILES, 1);
      if (writer.files % FILES_A_BATCH === 0) yield others + 1;
    }
  } finally {
    Atomics.store(counters, NEXT, pairs.currencies.length);
  }
}

function* takeTurns<T>(items: readonly T[], counters: PairsCounters): Generator<T> {
  for (;;) {
    const item = items[Atomics.add(counters, NEXT, 1)];
    if (item === undefined) return;
    yield item;
  }
}
