import { SyntheticHistoryPrinter } from './synthetic-history-printer.ts';
import { buildPairDetail } from '../../api/endpoints/pair-detail.ts';
import { pairFiles } from '../../api/paths.ts';
import { serialize } from '../../api/serialize.ts';
import { datesUpTo } from '../../rates/calendar.ts';
import { syntheticPeriods } from '../../rates/period.ts';
import type { PublishedCurrency } from '../../rates/published-currency.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import type { SiteFile } from '../../api/site-file.ts';

export interface PairsInput {
  readonly snapshot: Snapshot;
  /** Every pair of these currencies is written, including each currency with itself. */
  readonly currencies: readonly PublishedCurrency[];
}

/** The details of the pairs that convert from `sources`, each to every currency in `currencies`. */
export function* detailDocuments(
  { snapshot, currencies }: PairsInput,
  sources: Iterable<PublishedCurrency>,
): Generator<SiteFile> {
  const { retrievedAt } = snapshot;
  for (const from of sources) {
    for (const to of currencies) {
      yield { path: pairFiles.detail(from.code, to.code), body: serialize(buildPairDetail({ from, to, retrievedAt })) };
    }
  }
}

/**
 * The histories of the pairs that convert from `sources`, each to every currency in `currencies`. Use a file's body
 * before you request the next file, because the next file overwrites the body.
 */
export function* syntheticHistoryDocuments(
  { snapshot, currencies }: PairsInput,
  sources: Iterable<PublishedCurrency>,
): Generator<SiteFile> {
  const printer = new SyntheticHistoryPrinter(datesUpTo(snapshot.asOf));
  for (const from of sources) {
    for (const to of currencies) {
      for (const [period, body] of printer.print(from, to))
        yield { path: pairFiles.syntheticHistory(from.code, to.code, period), body };
    }
  }
}

/** All documents of all pairs. Use a body before you request the next file, which may overwrite the body. */
export function* pairDocuments(pairs: PairsInput): Generator<SiteFile> {
  yield* detailDocuments(pairs, pairs.currencies);
  yield* syntheticHistoryDocuments(pairs, pairs.currencies);
}

/** The paths of all {@link pairDocuments}, in the same order. */
export function* pairPaths(currencies: readonly { readonly code: string }[]): Generator<{ readonly path: string }> {
  for (const { code: from } of currencies) {
    for (const { code: to } of currencies) yield { path: pairFiles.detail(from, to) };
  }
  for (const { code: from } of currencies) {
    for (const { code: to } of currencies) {
      for (const period of syntheticPeriods) yield { path: pairFiles.syntheticHistory(from, to, period) };
    }
  }
}
