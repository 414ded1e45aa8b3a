import type { PublishedCurrency } from '../rates/published-currency.ts';
import { detailDocuments, historyDocuments, type PairsInput } from './pair-documents.ts';
import type { SiteWriter } from './site-writer.ts';

/** The writing of all pairs, as several threads share it: plain data and shared memory. */
export interface PairsJob extends PairsInput {
  /** The site's root. */
  readonly folder: string;
  readonly counters: PairsCounters;
}

/** What the threads tell each other: how many files there are, and for each kind which currency's turn is next. */
export type PairsCounters = Int32Array<SharedArrayBuffer>;
const FILES = 0;
const kinds = {
  details: { next: 1, documents: detailDocuments },
  histories: { next: 2, documents: historyDocuments },
};

export type PairsKind = keyof typeof kinds;

export function createCounters(): PairsCounters {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

/** After so many files of a thread, progress is told and signals are heard: dozens of times a second. */
const FILES_A_BATCH = 512;

/**
 * Writes the pairs of one currency after the other, as long as there are any that no thread has begun. Whoever fails or
 * is stopped leaves none to begin, so that all threads end.
 *
 * @param order the kinds of document, the one to begin with first: details share a folder, and two threads that make
 *   files in one folder wait for each other
 * @returns after each batch how many files all threads have written
 */
export function* writeShare(
  { counters, ...pairs }: PairsJob,
  writer: SiteWriter,
  order: readonly PairsKind[],
): Generator<number> {
  const { currencies } = pairs;
  try {
    for (const kind of order) {
      const { next, documents } = kinds[kind];
      for (const file of documents(pairs, takeTurns(currencies, counters, next))) {
        writer.write(file);
        const before = Atomics.add(counters, FILES, 1);
        if (writer.files % FILES_A_BATCH === 0) yield before + 1;
      }
    }
  } finally {
    closeTurns({ counters, currencies });
  }
}

/** Leaves nothing for any thread to begin. */
export function closeTurns({ counters, currencies }: Pick<PairsJob, 'counters' | 'currencies'>): void {
  for (const { next } of Object.values(kinds)) Atomics.store(counters, next, currencies.length);
}

function* takeTurns(
  currencies: readonly PublishedCurrency[],
  counters: PairsCounters,
  next: number,
): Generator<PublishedCurrency> {
  for (;;) {
    const currency = currencies[Atomics.add(counters, next, 1)];
    if (currency === undefined) return;
    yield currency;
  }
}
