import { periods } from '../../rates/period.ts';
import { checksumLine, DIGEST_BYTES } from '../checksums.ts';
import { pairPaths } from './pair-documents.ts';

/**
 * The SHA-256s of all pairs' documents, in memory that threads share. As bytes they are 5 MB; as a list of texts with the
 * paths, which follow from the currencies, they would be ten times that.
 */
export type PairDigests = Uint8Array<SharedArrayBuffer>;

/** How many documents of a kind a pair has, in the order in which they are written. */
const documentsOfPair = { details: 1, histories: periods.length };

export type PairsKind = keyof typeof documentsOfPair;

/** Room for the pairs of so many currencies. */
export function createPairDigests(currencies: number): PairDigests {
  const files = currencies ** 2 * (documentsOfPair.details + documentsOfPair.histories);
  return new Uint8Array(new SharedArrayBuffer(files * DIGEST_BYTES));
}

/**
 * Where the digest of a document is: details first, then histories, each kind by the currency to convert from, the one to
 * convert to, and as they are written.
 *
 * @returns the place of the first document of the first pair; those that are written next follow
 */
export function placeOfPairs(kind: PairsKind, from: number, currencies: number): number {
  const first = kind === 'details' ? 0 : currencies ** 2 * documentsOfPair.details;
  return first + from * currencies * documentsOfPair[kind];
}

/** So many lines are made together: a digest at a time takes several times as long. */
const LINES_A_BLOCK = 1024;

/**
 * The lines of `SHA256SUMS` of all pairs' documents, in blocks: all of them are 14 MB.
 *
 * @param currencies the same as were written, in the same order
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
