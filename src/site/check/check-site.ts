import { datedRatesSchema } from '../../api/endpoints/dated-rates.schema.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Archive } from '../../archive/archive.ts';
import { currencyListSchema } from '../../api/documents/currency-list.ts';
import { syntheticSeriesSchema } from '../../api/documents/currency-series.ts';
import { currencyYearSchema } from '../../api/documents/currency-year.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { fixedFormatFiles, formatFilesOf } from '../../api/compat/format-files.ts';
import { pastFilesSchema } from '../../api/documents/past-files.ts';
import { clientPaths, feedPath, fileOf, paths, proofPaths } from '../../api/paths.ts';
import { statusSchema } from '../../api/documents/status.ts';
import { ratesSnapshotSchema } from '../../api/documents/rates-snapshot.ts';
import { referenceRatesSchema } from '../../api/documents/reference-rates.ts';
import { MAX_CHECKSUMS_BYTES } from '../../api/published/publish-log.ts';
import { parseChecksums } from '../checksums.ts';
import { compareChecksums } from './compare-checksums.ts';
import { filesBelow } from '../files-below.ts';
import { controlFiles } from '../host-limits.ts';
import { strayLogFiles } from '../read-publish-log.ts';
import { readSiteData } from '../site-data.ts';
import { functionRoutesSchema, parseHeaders, parseRewrites, renderHeaders, renderRewrites } from '../rule-files.ts';
import { MAX_DOCUMENT_BYTES, SiteFiles } from '../site-files.ts';
import { noSite, restoreSite } from '../site-folder.ts';
import { findSiteProblems } from './site-problems.ts';
import { present } from '../../text/present.ts';
import { FileError, type SiteProblem } from '../../text/site-problem.ts';

/** The files that every site has. Without a 404.html, the host would serve the home page for unknown paths. */
const alwaysThere = [
  ...controlFiles,
  'index.html',
  '404.html',
  ...Object.values({ ...paths, ...proofPaths, ...clientPaths }).filter((path) => typeof path === 'string'),
  ...fixedFormatFiles.map(({ path }) => path),
  feedPath,
];

/** Checks that a written site is complete and valid, and that its host would accept it. */
export async function checkSite(folder: string, fileLimit: number, signal?: AbortSignal) {
  if (!existsSync(join(restoreSite(folder), paths.referenceRates))) throw noSite(folder, fileLimit);
  const files = filesBelow(folder).map(({ file, path }) => ({ path, bytes: statSync(file).size }));
  const site = new SiteReader(folder, new Set(files.map(({ path }) => path)));
  for (const path of alwaysThere) site.require(path);

  const redirects = await site.text('_redirects');
  const rewrites = parseRewrites(redirects);
  if (renderRewrites(rewrites) !== redirects) site.problem('_redirects', "contains a line that isn't a rewrite");
  const headers = await site.text('_headers');
  const headerRules = parseHeaders(headers);
  if (renderHeaders(headerRules) !== headers) site.problem('_headers', "contains a line that isn't a header");
  const routes = await site.document('_routes.json', functionRoutesSchema);

  for (const { address, schema } of fixedDocuments) await site.document(fileOf(address), schema);
  for (const { path, schema } of fixedFormatFiles) await site.document(path, schema);
  const referenceRates = await site.document(paths.referenceRates, referenceRatesSchema);
  const status = await site.document(paths.status, statusSchema);
  const snapshot = await site.document(paths.ratesSnapshot, ratesSnapshotSchema);
  for (const { code } of (await site.document(paths.currencyList, currencyListSchema))?.currencies ?? []) {
    if (snapshot && !Object.hasOwn(snapshot.rates, code)) {
      site.problem(paths.ratesSnapshot, `lacks ${code}, which ${paths.currencyList} lists`);
    }
    await site.document(paths.currencySeries(code), syntheticSeriesSchema);
  }
  for (const code of Object.keys(referenceRates?.rates ?? {})) {
    await site.document(paths.ratesByBase(code), datedRatesSchema);
    for (const { pathOf, schema } of formatFilesOf(code)) await site.document(pathOf(code), schema);
  }

  const data = await site.found(readSiteData(new SiteFiles(folder)));
  if (data) {
    for (const { path, problem } of strayLogFiles(site.paths, data.publishLog)) site.problem(path, problem);
    await requirePast(site, data.archive);
  }
  const sums = await site.found(site.files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES).then(parseChecksums));

  const ofHost = findSiteProblems({ files, rewrites, headerRules, routes, fileLimit });
  const problems = [...site.problems, ...ofHost.filter(({ path }) => !site.isWrong(path))];
  // A file that is already reported isn't reported again for its checksum.
  const wrong = new Set(problems.map(({ path }) => path));
  const changed = sums ? await compareChecksums(folder, sums, signal) : [];
  problems.push(...changed.filter(({ path }) => !wrong.has(path)));
  return { problems, referenceRates, status, data };
}

/**
 * Requires the file of each archived day, and each currency's file of each listed year. A rate of the newest day must
 * also be in the year file of its currency, unless the rate is held.
 */
async function requirePast(site: SiteReader, { days }: Archive): Promise<void> {
  const { years = {} } = (await site.document(paths.pastFiles, pastFilesSchema)) ?? {};
  const newest = present(days.at(-1), 'day').date;
  const { rates = {}, held = {} } = (await site.document(paths.ratesOnDate(newest), datedRatesSchema)) ?? {};
  const ofNewest = Object.keys(rates)
    .filter((code) => !Object.hasOwn(held, code))
    .map((code) => paths.currencyYear(code, newest.slice(0, 4)));
  const required = new Set([
    ...days.map(({ date }) => paths.ratesOnDate(date)),
    ...Object.entries(years).flatMap(([year, codes]) => codes.map((code) => paths.currencyYear(code, year))),
    ...ofNewest,
  ]);
  for (const path of required) site.require(path);
  for (const path of ofNewest) {
    const year = await site.document(path, currencyYearSchema);
    if (year && year.dates.at(-1) !== newest)
      site.problem(path, `doesn't end on ${newest}, the day of the newest rates`);
  }
}

/** Reads the files of a site and collects problems, at most one for each file. */
class SiteReader {
  readonly files: SiteFiles;
  readonly paths: ReadonlySet<string>;
  readonly #problems = new Map<string, SiteProblem>();

  constructor(folder: string, paths: ReadonlySet<string>) {
    this.files = new SiteFiles(folder);
    this.paths = paths;
  }

  get problems(): readonly SiteProblem[] {
    return [...this.#problems.values()];
  }

  isWrong(path: string): boolean {
    return this.#problems.has(path);
  }

  problem(path: string, problem: string): void {
    if (!this.isWrong(path)) this.#problems.set(path, { path, problem });
  }

  require(path: string): void {
    if (!this.paths.has(path)) this.problem(path, 'is missing');
  }

  /** Waits until a file is read. If the file is missing or invalid, records the problem and returns undefined. */
  async found<T>(reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.problem(error.path, error.problem);
      return undefined;
    }
  }

  async text(path: string): Promise<string> {
    return (await this.found(this.files.text(path, MAX_DOCUMENT_BYTES))) ?? '';
  }

  document<T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T> | undefined> {
    return this.found(this.files.document(path, (document) => schema.parse(document)));
  }
}
