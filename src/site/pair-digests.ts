import { paths } from '../documents/paths.ts';
import { periods } from '../rates/period.ts';
import { type Checksum, DIGEST_BYTES } from './checksums.ts';

/**
 * The SHA-256s of all pairs' documents, in memory that threads share. As bytes they are 5 MB; as a list of texts with the
 * paths, which follow from the currencies, they would be ten times that.
 */
export type PairDigests = Uint8Array<SharedArrayBuffer>;

/** How many documents of a kind a pair has, in the order in which they are written. */
const documentsOfPair = { details: 1, histories: periods.length };

export type PairsKind = keyof typeof documentsOfPair;

const byPath = periods.map((period, index) => ({ period, index })).toSorted((a, b) => (a.period < b.period ? -1 : 1));

/** Room for the pairs of so many currencies. */
export function createPairDigests(currencies: number): PairDigests {
  const files = currencies ** 2 * (documentsOfPair.details + documentsOfPair.histories);
  return new Uint8Array(new SharedArrayBuffer(files * DIGEST_BYTES));
}

/**
 * Where the digest of a document is: details first, then histories, each kind by the currency to convert from, the one to
 * convert to, and as they are written.
 *
 * @param from which of the currencies
 * @returns the place of the first document of the first pair; those that are written next follow
 */
export function placeOfPairs(kind: PairsKind, from: number, currencies: number): number {
  const first = kind === 'details' ? 0 : currencies ** 2 * documentsOfPair.details;
  return first + from * currencies * documentsOfPair[kind];
}

/** The checksums of all pairs' documents, in the order of their paths. */
export function* pairChecksums(
  currencies: readonly { readonly code: string }[],
  digests: PairDigests,
): Generator<Checksum> {
  const codes = Array.from(currencies, ({ code }, index) => ({ code, index })).toSorted((a, b) =>
    a.code < b.code ? -1 : 1,
  );
  const digestsFrom = (kind: PairsKind, from: number) => digestsOf(kind, from, codes.length, digests);
  for (const from of codes) {
    const digestAt = digestsFrom('histories', from.index);
    for (const to of codes) {
      for (const { period, index } of byPath) {
        const sha256 = digestAt(to.index * documentsOfPair.histories + index);
        yield { path: paths.history(from.code, to.code, period), sha256 };
      }
    }
  }
  for (const from of codes) {
    const digestAt = digestsFrom('details', from.index);
    for (const to of codes) yield { path: paths.pairDetail(from.code, to.code), sha256: digestAt(to.index) };
  }
}

/** The digests of the pairs from one currency, which are made a text together: one at a time takes several times as long. */
function digestsOf(kind: PairsKind, from: number, currencies: number, digests: PairDigests) {
  const [first, end] = [from, from + 1].map((index) => placeOfPairs(kind, index, currencies) * DIGEST_BYTES);
  const digits = Buffer.from(digests.buffer).toString('hex', first, end);
  return (place: number) => digits.slice(2 * DIGEST_BYTES * place, 2 * DIGEST_BYTES * (place + 1));
}
