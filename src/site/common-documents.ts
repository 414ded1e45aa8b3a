import { buildCurrencyList } from '../documents/currency-list.ts';
import { buildCurrencySeries } from '../documents/currency-series.ts';
import { buildError, notFound } from '../documents/error.ts';
import { buildOpenApi } from '../documents/openapi.ts';
import { paths } from '../documents/paths.ts';
import { buildRatesSnapshot } from '../documents/rates-snapshot.ts';
import { buildReferenceRates } from '../documents/reference-rates.ts';
import { serialize } from '../documents/serialize.ts';
import { buildStatus } from '../documents/status.ts';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { buildUsdSeries } from '../rates/synthetic-series.ts';
import type { SiteFile } from './site-writer.ts';

/** A document as it is published. */
export interface DocumentFile extends SiteFile {
  readonly body: string;
}

export interface DocumentsInput {
  /** Version of the service. */
  readonly version: string;
  /** Where the site is published, without a slash at the end; left out where nobody knows yet. */
  readonly url?: string | undefined;
  readonly catalogue: readonly CatalogueEntry[];
  readonly snapshot: Snapshot;
  /** Every published currency, in the published order. */
  readonly currencies: readonly CatalogueEntry[];
}

/** The documents that every site has, and each currency's series, which the pairs' histories are made of. */
export function commonDocuments({ version, url, catalogue, snapshot, currencies }: DocumentsInput) {
  const usdSeries = buildUsdSeries(catalogue, snapshot.rates, snapshot.asOf);
  const documents: [path: string, document: object][] = [
    [paths.ratesSnapshot, buildRatesSnapshot(snapshot)],
    [paths.currencyList, buildCurrencyList(currencies)],
    [paths.referenceRates, buildReferenceRates(snapshot)],
    [paths.status, buildStatus(snapshot)],
    [paths.openApi, buildOpenApi({ version, url, snapshot, currencies, usdSeries })],
    [paths.notFound, buildError(notFound().message)],
    ...currencies.map(({ code }): [string, object] => [
      paths.currencySeries(code),
      buildCurrencySeries(code, snapshot.asOf, usdSeries.get(code) ?? []),
    ]),
  ];
  return { usdSeries, files: documents.map(([path, document]): DocumentFile => ({ path, body: serialize(document) })) };
}
