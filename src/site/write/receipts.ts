import { proofPaths } from '../../api/format/paths.ts';
import type { Receipt } from '../../api/documents/receipt.ts';
import { beginOfLine, lineOf, type ReceiptLink } from '../../api/published/receipt-chain.ts';
import { serialize } from '../../api/format/serialize.ts';
import { sha256 } from '../checksums.ts';

export interface IssuedReceipts {
  /** The body of `receipts/newest.json`. */
  readonly newest: string;
  /** The SHA-256 of the `SHA256SUMS` that lists it. */
  readonly sha256sums: string;
  /** The bodies of the years' files, by path. */
  readonly years: ReadonlyMap<string, string>;
}

/**
 * Extends the publish log by one entry. If nothing has changed since the last entry, the log stays the same.
 *
 * @param sumWith writes `SHA256SUMS` with this `receipts/newest.json` and returns its SHA-256; called last with the
 *   issued text
 */
export function issueReceipts(
  links: readonly ReceiptLink[],
  facts: Omit<Receipt, 'previous'>,
  sumWith: (newest: string) => string,
): IssuedReceipts {
  const last = links.at(-1);
  if (last) {
    const newest = serialize({ ...facts, previous: last.previous });
    // With other facts, a new entry is needed whatever the checksums are.
    const sha256sums = last.text.startsWith(beginOfLine(newest)) ? sumWith(newest) : undefined;
    if (sha256sums !== undefined && last.text === lineOf(newest, sha256sums)) {
      return { newest, sha256sums, years: filesOf(links) };
    }
  }
  const newest = serialize({ ...facts, previous: last ? sha256(last.text) : null });
  const sha256sums = sumWith(newest);
  const line = { text: lineOf(newest, sha256sums), date: facts.date };
  return { newest, sha256sums, years: filesOf([...links, line]) };
}

function filesOf(links: readonly Pick<ReceiptLink, 'text' | 'date'>[]): Map<string, string> {
  const years = Map.groupBy(links, ({ date }) => date.slice(0, 4));
  return new Map(
    Array.from(years, ([year, ofYear]) => [
      proofPaths.receiptsYear(year),
      ofYear.map(({ text }) => `${text}\n`).join(''),
    ]),
  );
}
