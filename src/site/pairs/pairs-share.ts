import type { PublishedCurrency } from '../../snapshot/published-currency.ts';
import { DIGEST_BYTES } from '../checksums.ts';
import { detailDocuments, historyDocuments, type PairsInput } from './pair-documents.ts';
import { type PairDigests, type PairsKind, placeOfPairs } from './pair-digests.ts';
import type { SiteWriter } from '../site-writer.ts';

/** The writing of all pairs, as several threads share it: plain data and shared memory. */
export interface PairsJob extends PairsInput {
  readonly folder: string;
  readonly counters: PairsCounters;
  /** Filled with the digests of what is written. */
  readonly digests: PairDigests;
}

/** What the threads tell each other: how many files there are, and for each kind which currency's turn is next. */
export type PairsCounters = Int32Array<SharedArrayBuffer>;
const FILES = 0;
const kinds = {
  details: { next: 1, documents: detailDocuments },
  histories: { next: 2, documents: historyDocuments },
};

export function createCounters(): PairsCounters {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

/** After so many files of a thread, progress is told and signals are heard: dozens of times a second. */
const FILES_A_BATCH = 512;

/**
 * One thread's share of the work. A thread takes the next currency that no thread has taken, writes all of its pairs,
 * and goes on until none is left. One that fails or is stopped takes all that are left and writes none of them, so that
 * the others end as well.
 *
 * @param order the kinds of document, the first to be written first. Each thread begins with another kind: details are
 *   all in one folder, and threads that make files in the same folder wait for each other
 * @returns after each batch how many files all threads have written
 */
export function* writeShare(
  { counters, digests, ...pairs }: PairsJob,
  writer: SiteWriter,
  order: readonly PairsKind[],
): Generator<number> {
  const { currencies } = pairs;
  const digestBytes = Buffer.from(digests.buffer);
  try {
    for (const kind of order) {
      const { next, documents } = kinds[kind];
      let place = 0;
      const onTurn = (turn: number) => (place = placeOfPairs(kind, turn, currencies.length));
      for (const file of documents(pairs, takeTurns(currencies, counters, next, onTurn))) {
        digestBytes.write(writer.write(file), DIGEST_BYTES * place++, 'hex');
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
  onTurn: (turn: number) => void,
): Generator<PublishedCurrency> {
  for (;;) {
    const turn = Atomics.add(counters, next, 1);
    const currency = currencies[turn];
    if (currency === undefined) return;
    onTurn(turn);
    yield currency;
  }
}
