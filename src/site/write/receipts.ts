import { proofPaths } from '../../api/format/paths.ts';
import type { Receipt } from '../../api/documents/receipt.ts';
import { beginOfLine, lineOf, type ReceiptLink } from '../../api/published/receipt-chain.ts';
import { serialize } from '../../api/format/serialize.ts';
import { sha256 } from '../checksums.ts';

export interface IssuedReceipts {
  /** `receipts/newest.json`, */
  readonly newest: string;
  /** the SHA-256 of the `SHA256SUMS` that lists it, */
  readonly sha256sums: string;
  /** and the files of the years, by their paths. */
  readonly years: ReadonlyMap<string, string>;
}

/**
 * The receipts of a site that goes on from one that is published: the same, where nothing of it has changed; else with one
 * more line.
 *
 * @param sumWith the SHA-256 of `SHA256SUMS` of the whole site with such a `receipts/newest.json`; what it was asked last
 *   is what is issued
 */
export function issueReceipts(
  links: readonly ReceiptLink[],
  facts: Omit<Receipt, 'previous'>,
  sumWith: (newest: string) => string,
): IssuedReceipts {
  const last = links.at(-1);
  if (last) {
    const newest = serialize({ ...facts, previous: last.previous });
    // With other facts it is another site, whatever its sum.
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
