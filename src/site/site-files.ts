import { buildCurrencyList } from '../documents/currency-list.ts';
import { buildCurrencySeries } from '../documents/currency-series.ts';
import { buildError, notFound } from '../documents/error.ts';
import { historyRenderer } from '../documents/history.ts';
import { buildOpenApi } from '../documents/openapi.ts';
import { buildPairDetail } from '../documents/pair-detail.ts';
import { paths } from '../documents/paths.ts';
import { buildRatesSnapshot } from '../documents/rates-snapshot.ts';
import { buildReferenceRates } from '../documents/reference-rates.ts';
import { serialize } from '../documents/serialize.ts';
import { buildStatus } from '../documents/status.ts';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { datesUpTo } from '../rates/calendar.ts';
import { crossSeries } from '../rates/cross-rate.ts';
import { periods } from '../rates/period.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { buildUsdSeries } from '../rates/synthetic-series.ts';

export interface SiteFile {
  /** Relative to the site's root. */
  readonly path: string;
  readonly body: string | Uint8Array;
}

/** A document as it is published. */
export interface DocumentFile extends SiteFile {
  readonly body: string;
}

export interface DocumentsInput {
  /** Version of the service. */
  readonly version: string;
  readonly catalogue: readonly CatalogueEntry[];
  readonly snapshot: Snapshot;
  /** Every published currency, in the published order. */
  readonly currencies: readonly CatalogueEntry[];
}

/** The documents that every site has, and each currency's series, which the pairs' histories are made of. */
export function commonDocuments({ version, catalogue, snapshot, currencies }: DocumentsInput) {
  const usdSeries = buildUsdSeries(catalogue, snapshot.rates, snapshot.asOf);
  const documents: [path: string, document: object][] = [
    [paths.ratesSnapshot, buildRatesSnapshot(snapshot)],
    [paths.currencyList, buildCurrencyList(currencies)],
    [paths.referenceRates, buildReferenceRates(snapshot)],
    [paths.status, buildStatus(snapshot)],
    [paths.openApi, buildOpenApi({ version, snapshot, currencies, usdSeries })],
    [paths.notFound, buildError(notFound().message)],
    ...currencies.map(({ code }): [string, object] => [
      paths.currencySeries(code),
      buildCurrencySeries(code, snapshot.asOf, usdSeries.get(code) ?? []),
    ]),
  ];
  return { usdSeries, files: documents.map(([path, document]): DocumentFile => ({ path, body: serialize(document) })) };
}

/** The detail and the histories of every pair of these currencies, each currency with itself included. */
export function* pairDocuments(
  snapshot: Snapshot,
  usdSeries: ReadonlyMap<string, readonly number[]>,
  currencies: readonly CatalogueEntry[],
): Generator<DocumentFile> {
  const timestamp = snapshot.retrievedAt;
  const renderHistories = historyRenderer(datesUpTo(snapshot.asOf));
  const rateOf = (code: string) => snapshot.rates.get(code) ?? NaN;
  for (const from of currencies) {
    for (const to of currencies) {
      const detail = buildPairDetail({ from, to, fromRate: rateOf(from.code), toRate: rateOf(to.code), timestamp });
      yield { path: paths.pairDetail(from.code, to.code), body: serialize(detail) };
      const series = crossSeries(usdSeries.get(from.code) ?? [], usdSeries.get(to.code) ?? []);
      for (const [period, body] of renderHistories({ from: from.code, to: to.code, series })) {
        yield { path: paths.history(from.code, to.code, period), body };
      }
    }
  }
}

/** The paths of all that {@link pairDocuments} gives, in its order. */
export function* pairPaths(currencies: readonly CatalogueEntry[]): Generator<{ readonly path: string }> {
  for (const { code: from } of currencies) {
    for (const { code: to } of currencies) {
      yield { path: paths.pairDetail(from, to) };
      for (const period of periods) yield { path: paths.history(from, to, period) };
    }
  }
}
