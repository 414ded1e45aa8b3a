import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { buildPairDetail } from '../documents/build-pair-detail.ts';
import { HistoryPrinter } from '../documents/history-printer.ts';
import { paths } from '../documents/paths.ts';
import { serialize } from '../documents/serialize.ts';
import { datesUpTo } from '../rates/calendar.ts';
import { periods } from '../rates/period.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import type { SiteFile } from './site-writer.ts';

export interface PairsInput {
  readonly snapshot: Snapshot;
  /** Each currency's series: units per 1 USD on each day of the longest period. */
  readonly usdSeries: ReadonlyMap<string, readonly number[]>;
  /** The currencies whose pairs, with each other and themselves, are wanted. */
  readonly currencies: readonly CatalogueEntry[];
}

/** The details of pairs, by the currencies to convert from: each with all others, and itself. */
export function* detailDocuments(
  { snapshot, currencies }: PairsInput,
  sources: Iterable<CatalogueEntry>,
): Generator<SiteFile> {
  const timestamp = snapshot.retrievedAt;
  const rateOf = (code: string) => snapshot.rates.get(code) ?? NaN;
  for (const from of sources) {
    for (const to of currencies) {
      const detail = { from, to, fromRate: rateOf(from.code), toRate: rateOf(to.code), timestamp };
      yield { path: paths.pairDetail(from.code, to.code), body: serialize(buildPairDetail(detail)) };
    }
  }
}

/** The histories of pairs, likewise. A body holds only until the next file is asked for. */
export function* historyDocuments(
  { snapshot, usdSeries, currencies }: PairsInput,
  sources: Iterable<CatalogueEntry>,
): Generator<SiteFile> {
  const printer = new HistoryPrinter(datesUpTo(snapshot.asOf));
  const seriesOf = (code: string) => usdSeries.get(code) ?? [];
  for (const from of sources) {
    for (const to of currencies) {
      const pair = { from: from.code, to: to.code, fromSeries: seriesOf(from.code), toSeries: seriesOf(to.code) };
      for (const [period, body] of printer.print(pair)) yield { path: paths.history(from.code, to.code, period), body };
    }
  }
}

/** All documents of all pairs. A body holds only until the next file is asked for. */
export function* pairDocuments(pairs: PairsInput): Generator<SiteFile> {
  yield* detailDocuments(pairs, pairs.currencies);
  yield* historyDocuments(pairs, pairs.currencies);
}

/** The paths of all that {@link pairDocuments} gives. */
export function* pairPaths(currencies: readonly CatalogueEntry[]): Generator<{ readonly path: string }> {
  for (const { code: from } of currencies) {
    for (const { code: to } of currencies) {
      yield { path: paths.pairDetail(from, to) };
      for (const period of periods) yield { path: paths.history(from, to, period) };
    }
  }
}
