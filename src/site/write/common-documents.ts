import { buildCurrencyYear } from '../../api/documents/series/currency-year.ts';
import { buildDatedRates } from '../../api/endpoints/dated-rates.ts';
import { buildSyntheticSeries } from '../../api/documents/series/currency-series.ts';
import { type DocumentsInput, fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { formatFiles } from '../../api/compat/format-files.ts';
import { withShortExamples } from '../../api/openapi/short-examples.ts';
import { fileOf, paths } from '../../api/paths.ts';
import { officialMonthFiles } from '../../api/documents/series/official-months.ts';
import { seriesFiles } from '../../api/documents/series/series-files.ts';
import { ratesCsv } from '../../api/tables.ts';
import { buildToolsFile } from '../../api/tools/tools-file.ts';
import { serialize } from '../../api/serialize.ts';
import { type DayRates, noneHeld } from '../../archive/day-rates.ts';
import type { MarketDays } from '../../archive/market-days.schema.ts';
import { withoutMetals } from '../../money/currencies/metals.ts';
import { heldDates } from '../../validation/snapshot/snapshot.ts';
import { ratesByYear } from '../../money/past-rates.ts';
import type { SiteFile } from '../../api/site-file.ts';
import { buildPublishState } from '../publish-state.ts';

/** A published document. */
export interface DocumentFile extends SiteFile {
  readonly body: string;
}

/**
 * All documents of a site, except pairs' documents. A generator, so that only one document is in memory.
 *
 * @param openApi the OpenAPI document, with complete examples
 */
export function* commonDocuments(input: DocumentsInput, openApi: object): Generator<DocumentFile> {
  const { snapshot, archive } = input;
  for (const [path, document] of jsonDocuments(input, openApi)) yield { path, body: serialize(document) };
  for (const { year, body } of archive.years) yield { path: paths.archiveYear(year), body };
  for (const { table, years, correctionsFile } of archive.official) {
    for (const { year, body } of years) yield { path: paths.officialYear(table.key, year), body };
    if (years.length > 0) yield { path: paths.officialCorrections(table.key), body: correctionsFile.body };
  }
  yield { path: paths.ratesTable, body: ratesCsv(withoutMetals(snapshot.rates)) };
  yield { path: paths.archiveRejected, body: archive.rejected.body };
  yield { path: paths.archiveEvidence, body: archive.evidence.body };
}

function* jsonDocuments(input: DocumentsInput, openApi: object): Iterable<[path: string, document: object]> {
  const { snapshot, currencies, archive } = input;
  const { validDays } = archive;
  // Unlike the rates, `sources` covers all archived days.
  const today: DayRates = {
    date: snapshot.rate_as_of,
    rates: new Map(currencies.map(({ code, perUsd }) => [code, perUsd])),
    held: heldDates(snapshot),
    providers: snapshot.providers,
  };
  for (const { address, build } of fixedDocuments) yield [fileOf(address), build(input)];
  yield [paths.openApi, withShortExamples(openApi)];
  yield [paths.tools, buildToolsFile()];
  yield [paths.archiveMarket, { gaps: archive.gaps, providers: archive.providers } satisfies MarketDays];
  yield [paths.state, buildPublishState(snapshot, archive)];
  for (const currency of currencies.filter(({ type }) => type !== 'metal')) {
    yield [paths.currencySeries(currency.code), buildSyntheticSeries(currency, snapshot.rate_as_of)];
  }
  yield* seriesFiles(archive);
  yield* officialMonthFiles(archive.official);
  for (const day of validDays) {
    // The newest day's file has today's published rates, including held rates.
    const published = day.date === today.date ? today : { ...day, held: noneHeld, providers: today.providers };
    yield [paths.ratesOnDate(day.date), buildDatedRates({ day: published, base: 'USD' })];
  }
  for (const code of today.rates.keys()) yield [paths.ratesByBase(code), buildDatedRates({ day: today, base: code })];
  for (const [year, byCode] of ratesByYear(validDays)) {
    for (const [code, rates] of byCode) {
      yield [paths.currencyYear(code, year), buildCurrencyYear(code, year, rates, today.providers)];
    }
  }
  yield* formatFiles({ validDays, today, currencies, snapshot });
}
