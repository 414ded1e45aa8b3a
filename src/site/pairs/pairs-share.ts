import type { PublishedCurrency } from '../../rates/published-currency.ts';
import { DIGEST_BYTES } from '../checksums.ts';
import { detailDocuments, syntheticHistoryDocuments, type PairsInput } from './pair-documents.ts';
import { type PairDigests, type PairsKind, placeOfPairs } from './pair-digests.ts';
import type { SiteWriter } from '../site-writer.ts';

/** The data that threads share to write all pairs. It contains only plain data and shared memory. */
export interface PairsJob extends PairsInput {
  readonly folder: string;
  readonly counters: PairsCounters;
  /** Filled with the digests of the written files. */
  readonly digests: PairDigests;
}

/** Shared counters: the number of written files, and for each kind of document the index of the next currency. */
export type PairsCounters = Int32Array<SharedArrayBuffer>;
const FILES = 0;
const kinds = {
  details: { next: 1, documents: detailDocuments },
  histories: { next: 2, documents: syntheticHistoryDocuments },
};

export function createCounters(): PairsCounters {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

/** Number of files after which the main thread reports progress and can be stopped, dozens of times a second. */
const FILES_A_BATCH = 512;

/**
 * Writes one thread's share of the pairs. Each thread repeatedly takes the next currency and writes the pairs that
 * convert from it. If a thread fails or is stopped, it takes all remaining currencies without writing them. Then the
 * other threads find no more currencies, and end, too.
 *
 * @param order the order in which this thread writes the kinds of documents. Each thread starts with a different kind,
 *   because all details are in one folder and threads that create files in the same folder wait for each other
 * @returns the number of files that all threads have written, after each batch
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

/** Takes all remaining currencies, so that every thread ends. */
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
