import { buildCurrencySeries } from '../documents/currency-series.ts';
import { buildError, notFound } from '../documents/error.ts';
import { fixedDocuments } from '../documents/fixed-documents.ts';
import { layoutDocuments } from '../documents/layouts/layout-documents.ts';
import { buildOpenApi, type OpenApiInput } from '../documents/openapi.ts';
import { fileOf, paths } from '../documents/paths.ts';
import { pastDocuments, ratesOf } from '../documents/past-documents.ts';
import { ratesTable } from '../documents/tables.ts';
import { serialize } from '../documents/serialize.ts';
import { heldDates } from '../rates/held-dates.ts';
import type { SiteFile } from '../pages/site-file.ts';

/** A document as it is published. */
export interface DocumentFile extends SiteFile {
  readonly body: string;
}

/** The documents that every site has: all but those of pairs. */
export function commonDocuments(input: OpenApiInput): DocumentFile[] {
  const { snapshot, archive } = input;
  return [
    ...Array.from(jsonDocuments(input), ([path, document]) => ({ path, body: serialize(document) })),
    ...archive.years.map(({ year, body }) => ({ path: paths.archiveYear(year), body })),
    { path: paths.ratesTable, body: ratesTable(snapshot.rates) },
    { path: paths.archiveFaults, body: archive.faults.body },
    { path: paths.archiveEvidence, body: archive.evidence.body },
  ];
}

/** Each document is built when it is serialized, because all of them together would take most of the memory. */
function* jsonDocuments(input: OpenApiInput): Iterable<[path: string, document: object]> {
  const { snapshot, currencies, archive } = input;
  const today = { date: snapshot.asOf, rates: ratesOf(currencies), held: heldDates(snapshot) };
  for (const { address, build } of fixedDocuments) yield [fileOf(address), build(input)];
  yield [paths.openApi, buildOpenApi(input)];
  yield [paths.notFound, buildError(notFound().message)];
  yield [paths.seriesNotFound, buildError(notFound().message)];
  for (const currency of currencies) {
    yield [paths.currencySeries(currency.code), buildCurrencySeries(currency, snapshot.asOf)];
  }
  yield* pastDocuments({ validDays: archive.validDays, today });
  yield* layoutDocuments({ validDays: archive.validDays, today, currencies });
}
