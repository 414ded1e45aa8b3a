import { syntheticPeriods } from '../../rates/period.ts';
import { checksumLine, DIGEST_BYTES } from '../checksums.ts';
import { pairPaths } from './pair-documents.ts';

/**
 * The SHA-256s of all pairs' documents, in memory that threads share. The hashes are bytes without paths, because the
 * paths follow from the currencies. They take 5 MB; texts with paths would take ten times as much.
 */
export type PairDigests = Uint8Array<SharedArrayBuffer>;

/** Number of documents that a pair has, by kind. */
const documentsOfPair = { details: 1, histories: syntheticPeriods.length };

export type PairsKind = keyof typeof documentsOfPair;

/** Allocates memory for the digests of all pairs of this number of currencies. */
export function createPairDigests(currencies: number): PairDigests {
  const files = currencies ** 2 * (documentsOfPair.details + documentsOfPair.histories);
  return new Uint8Array(new SharedArrayBuffer(files * DIGEST_BYTES));
}

/**
 * The position of the first digest of the pairs that convert from one currency, for a kind of document. Details come
 * before histories. Each kind is sorted by the currency to convert from, then by the currency to convert to.
 *
 * @param from the index of the currency to convert from
 * @param currencies the number of currencies
 */
export function placeOfPairs(kind: PairsKind, from: number, currencies: number): number {
  const first = kind === 'details' ? 0 : currencies ** 2 * documentsOfPair.details;
  return first + from * currencies * documentsOfPair[kind];
}

/** Number of lines in a block. Formatting digests one by one takes several times as long. */
const LINES_A_BLOCK = 1024;

/**
 * The lines of `SHA256SUMS` for all pairs' documents, in blocks because they have 14 MB.
 *
 * @param currencies the currencies whose pairs were written, in the same order
 */
export function* pairChecksums(
  currencies: readonly { readonly code: string }[],
  digests: PairDigests,
): Generator<string> {
  const bytes = Buffer.from(digests.buffer);
  let place = 0;
  let digits = '';
  let lines = '';
  for (const { path } of pairPaths(currencies)) {
    const at = 2 * DIGEST_BYTES * (place % LINES_A_BLOCK);
    if (at === 0) {
      if (place > 0) yield lines;
      lines = '';
      digits = bytes.toString('hex', DIGEST_BYTES * place, DIGEST_BYTES * (place + LINES_A_BLOCK));
    }
    lines += checksumLine({ path, sha256: digits.slice(at, at + 2 * DIGEST_BYTES) });
    place++;
  }
  yield lines;
}
