import type { z } from 'zod';
import { marketDaysSchema } from '../../archive/market-days.schema.ts';
import { fixedFormatFiles, formatFilesOf } from '../../api/compat/format-files.ts';
import { syntheticSeriesSchema } from '../../api/documents/series/currency-series.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { datedRatesSchema } from '../../api/endpoints/dated-rates.schema.ts';
import { clientPaths, feedPath, fileOf, paths, proofPaths } from '../../api/paths.ts';
import { rateSources } from '../../sources/rate-sources.ts';
import { officialReachSchema } from '../../api/documents/series/official-months.ts';
import { sourceDaysSchema } from '../../api/documents/series/series-files.ts';
import { controlFiles } from '../host-limits.ts';
import { publishStateSchema } from '../publish-state.ts';

/** The files that every site has. Without a 404.html, the host would serve the home page for unknown paths. */
export const alwaysThere: readonly string[] = [
  ...controlFiles,
  'index.html',
  '404.html',
  ...Object.values({ ...paths, ...proofPaths, ...clientPaths }).filter((path) => typeof path === 'string'),
  feedPath,
];

/**
 * The schemas of documents that a site has, by path.
 *
 * @param codes the currencies with a rate
 * @param metals the metals with a rate
 */
export function schemasOf(codes: readonly string[], metals: readonly string[]): ReadonlyMap<string, z.ZodType> {
  return new Map([
    ...fixedDocuments.map(({ address, schema }) => [fileOf(address), schema] as const),
    [paths.archiveMarket, marketDaysSchema] as const,
    [paths.state, publishStateSchema] as const,
    ...fixedFormatFiles.map(({ path, schema }) => [path, schema] as const),
    [paths.officialReach, officialReachSchema] as const,
    ...rateSources.map(({ key }) => [paths.sourceDays(key), sourceDaysSchema] as const),
    ...codes.map((code) => [paths.currencySeries(code), syntheticSeriesSchema] as const),
    ...[...codes, ...metals].flatMap((code) => [
      [paths.ratesByBase(code), datedRatesSchema] as const,
      ...formatFilesOf(code).map(({ pathOf, schema }) => [pathOf(code), schema] as const),
    ]),
  ]);
}
