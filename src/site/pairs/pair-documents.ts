import { SyntheticHistoryPrinter } from './synthetic-history-printer.ts';
import { buildPairDetail } from '../../api/endpoints/pair-detail.ts';
import { pairFiles } from '../../api/paths.ts';
import { serialize } from '../../api/serialize.ts';
import { datesUpTo } from '../../money/calendar.ts';
import type { PublishedCurrency } from '../../money/published-currency.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import type { SiteFile } from '../../api/site-file.ts';

export interface PairsInput {
  readonly snapshot: Snapshot;
  /** Every pair of these currencies is written, including each currency with itself. */
  readonly currencies: readonly PublishedCurrency[];
}

/**
 * All documents of all pairs: first the details, then the histories. Use a file's body before you request the next file,
 * which may overwrite the body.
 */
export function* pairDocuments({ snapshot, currencies }: PairsInput): Generator<SiteFile> {
  const { rate_as_of, retrieved_at } = snapshot;
  for (const from of currencies) {
    for (const to of currencies) {
      yield {
        path: pairFiles.detail(from.code, to.code),
        body: serialize(buildPairDetail({ from, to, retrieved_at })),
      };
    }
  }
  const printer = new SyntheticHistoryPrinter(datesUpTo(rate_as_of));
  for (const from of currencies) {
    for (const to of currencies) {
      for (const [period, body] of printer.print(from, to)) {
        yield { path: pairFiles.syntheticHistory(from.code, to.code, period), body };
      }
    }
  }
}
