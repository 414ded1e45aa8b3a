import { buildCurrencyList } from '../documents/currency-list.ts';
import { buildCurrencySeries } from '../documents/currency-series.ts';
import { buildError, notFound } from '../documents/error.ts';
import { buildOpenApi } from '../documents/openapi.ts';
import { paths } from '../documents/paths.ts';
import { buildRatesSnapshot } from '../documents/rates-snapshot.ts';
import { buildReferenceRates } from '../documents/reference-rates.ts';
import { serialize } from '../documents/serialize.ts';
import { buildStatus } from '../documents/status.ts';
import type { PublishedCurrency } from '../rates/published-currency.ts';
import type { Snapshot } from '../rates/snapshot.ts';
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
  readonly snapshot: Snapshot;
  /** Every published currency, in the published order. */
  readonly currencies: readonly PublishedCurrency[];
}

/** The documents that every site has: all but those of pairs. */
export function commonDocuments({ version, url, snapshot, currencies }: DocumentsInput): DocumentFile[] {
  const documents: [path: string, document: object][] = [
    [paths.ratesSnapshot, buildRatesSnapshot(snapshot)],
    [paths.currencyList, buildCurrencyList(currencies)],
    [paths.referenceRates, buildReferenceRates(snapshot)],
    [paths.status, buildStatus(snapshot)],
    [paths.openApi, buildOpenApi({ version, url, snapshot, currencies })],
    [paths.notFound, buildError(notFound().message)],
    ...currencies.map((currency): [string, object] => [
      paths.currencySeries(currency.code),
      buildCurrencySeries(currency, snapshot.asOf),
    ]),
  ];
  return documents.map(([path, document]) => ({ path, body: serialize(document) }));
}
