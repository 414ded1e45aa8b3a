import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Archive } from '../archive/archive.ts';
import { archiveIndexSchema } from '../api/documents/archive-index.ts';
import { ArchiveError, archiveOf, assertOutline } from '../api/published/published-archive.ts';
import { currencyListSchema } from '../api/documents/currency-list.ts';
import { syntheticSeriesSchema } from '../api/synthetic/currency-series.ts';
import { currencyYearSchema } from '../api/documents/currency-year.ts';
import { datedRatesSchema } from '../api/documents/dated-rates.ts';
import { errorSchema } from '../api/format/error.ts';
import { fixedDocuments } from '../api/documents/fixed-documents.ts';
import { currencyLayoutFiles, fixedLayoutFiles } from '../api/compat/layout-documents.ts';
import { pastFilesSchema } from '../api/documents/past-files.ts';
import { fileOf, paths, proofPaths, sourceFile } from '../api/format/paths.ts';
import { receiptSchema } from '../api/documents/receipt.ts';
import { type Status, statusSchema } from '../api/documents/status.ts';
import { ratesSnapshotSchema } from '../api/documents/rates-snapshot.ts';
import { type ReferenceRates, referenceRatesSchema } from '../api/documents/reference-rates.ts';
import { firstIssue } from '../text/first-issue.ts';
import { ChecksumsError, parseChecksums, sha256 } from './checksums.ts';
import { compareChecksums } from './compare-checksums.ts';
import { filesBelow } from './files-below.ts';
import { controlFiles } from './host-limits.ts';
import { NoSiteError } from './errors.ts';
import { assertVouchedFor, type ReceiptLink, ReceiptsError } from '../api/published/receipt-chain.ts';
import { assertLast, readReceipts, strayReceipts } from './read-receipts.ts';
import { functionRoutesSchema, parseHeaders, parseRewrites, renderHeaders, renderRewrites } from './rule-files.ts';
import { findSiteProblems, type SiteProblem } from './site-problems.ts';
import { present } from '../text/present.ts';

export interface CheckedSite {
  /** What would keep the host from taking the site, or the site from answering as it should. */
  readonly problems: readonly SiteProblem[];
  /** The day's rates as the site states them, unless they cannot be read. */
  readonly referenceRates: ReferenceRates | undefined;
  /** Which of them are not simply the dataset's, unless it cannot be read. */
  readonly status: Status | undefined;
  /** What the source said, unless it cannot be read. */
  readonly archive: Archive | undefined;
  /** Its receipts, unless they are none. */
  readonly receipts: readonly ReceiptLink[] | undefined;
}

/** What every site has, whatever its plan. Without a 404.html the host would answer any address with the page. */
const alwaysThere = [
  ...controlFiles,
  'index.html',
  '404.html',
  ...Object.values({ ...paths, ...proofPaths }).filter((path) => typeof path === 'string'),
  ...fixedLayoutFiles.map(({ path }) => path),
];

/**
 * Checks a site that is written: that it is whole, and that its host would take it.
 *
 * @param fileLimit how many files the host takes
 * @throws {NoSiteError} when the folder holds no site
 */
export function checkSite(folder: string, fileLimit: number): CheckedSite {
  if (!existsSync(join(folder, paths.referenceRates))) throw new NoSiteError(folder, fileLimit);
  const files = filesBelow(folder).map(({ file, path }) => ({ path, bytes: statSync(file).size }));
  const site = new SiteReader(folder, new Set(files.map(({ path }) => path)));
  for (const path of alwaysThere) site.require(path);

  const redirects = site.text('_redirects');
  const rewrites = parseRewrites(redirects);
  if (renderRewrites(rewrites) !== redirects) site.problem('_redirects', 'holds a line that is no rewrite');
  const headers = site.text('_headers');
  const headerRules = parseHeaders(headers);
  if (renderHeaders(headerRules) !== headers) site.problem('_headers', 'holds a line that is no header');
  const routes = site.document('_routes.json', functionRoutesSchema);

  for (const path of [paths.notFound, paths.seriesNotFound]) site.document(path, errorSchema);
  for (const { address, schema } of fixedDocuments) site.document(fileOf(address), schema);
  for (const { path, schema } of fixedLayoutFiles) site.document(path, schema);
  const referenceRates = site.document(paths.referenceRates, referenceRatesSchema);
  const snapshot = site.document(paths.ratesSnapshot, ratesSnapshotSchema);
  for (const { code } of site.document(paths.currencyList, currencyListSchema)?.currencies ?? []) {
    if (snapshot && !Object.hasOwn(snapshot.rates, code)) {
      site.problem(paths.ratesSnapshot, `lacks ${code}, which ${paths.currencyList} lists`);
    }
    const path = paths.currencySeries(code);
    site.require(path);
    site.document(path, syntheticSeriesSchema);
    const onIt = paths.datedRates(code);
    site.require(onIt);
    site.document(onIt, datedRatesSchema);
    for (const { pathOf, schema } of currencyLayoutFiles) {
      site.require(pathOf(code));
      site.document(pathOf(code), schema);
    }
  }

  const archive = readArchive(site, referenceRates?.rate_as_of);
  if (archive) requirePast(site, archive);

  const outline = { files, rewrites, headerRules, routes, fileLimit };
  const status = site.document(paths.status, statusSchema);
  const receipts = readChain(site, referenceRates);
  const problems = [...site.problems, ...findSiteProblems(outline)];
  // Of a file that is wrong already, its checksum tells nothing more.
  const wrong = new Set(problems.map(({ path }) => path));
  problems.push(...differences(site, folder).filter(({ path }) => !wrong.has(path)));
  return { problems, referenceRates, status, archive, receipts };
}

/** Where files are not what the checksums say: the receipts would prove another site. */
function differences(site: SiteReader, folder: string): SiteProblem[] {
  const checksums = site.text(proofPaths.checksums);
  if (checksums === '') return [];
  try {
    return [...compareChecksums(folder, parseChecksums(checksums))].flat();
  } catch (error) {
    if (!(error instanceof ChecksumsError)) throw error;
    return [{ path: proofPaths.checksums, message: error.message }];
  }
}

/** Reads the receipts, and gathers where the last one is not of this site. */
function readChain(site: SiteReader, rates: ReferenceRates | undefined): readonly ReceiptLink[] | undefined {
  const index = site.document(paths.archive, archiveIndexSchema);
  const newest = site.text(proofPaths.newestReceipt);
  if (!index || newest === '') return undefined;
  const years = index.receipts.map(({ year }) => year);
  const files = years.map((year) => proofPaths.receiptsYear(year));
  for (const path of files) site.require(path);
  if (!files.every((path) => site.has(path))) return undefined;
  try {
    const receipts = readReceipts(years, (path) => site.text(path));
    for (const { path, message } of strayReceipts(site.paths, receipts)) site.problem(path, message);
    assertLast(receipts, newest, site.bytes(proofPaths.checksums));
    const receipt = site.document(proofPaths.newestReceipt, receiptSchema);
    const status = site.document(paths.status, statusSchema);
    if (rates && receipt && status) {
      const { retrieved_at: retrievedAt, checked_at: checkedAt, stale: isStale } = rates;
      const claim = { retrievedAt, checkedAt, isStale, mirror: rates.source.mirror };
      assertVouchedFor(claim, {
        path: paths.status,
        retrievedAt: status.retrieved_at,
        staleSince: status.stale_since,
      });
      assertVouchedFor(claim, {
        path: proofPaths.newestReceipt,
        retrievedAt: receipt.retrieved_at,
        url: receipt.source.url,
      });
    }
    const source = receipt?.source.sha256 ?? null;
    if (source !== null && source !== sha256(site.bytes(sourceFile))) {
      site.problem(sourceFile, `is not what ${proofPaths.newestReceipt} is of`);
    }
    return receipts;
  } catch (error) {
    if (!(error instanceof ReceiptsError)) throw error;
    site.problem(error.path, error.problem);
    return undefined;
  }
}

/**
 * Each archived day has its rates, and each currency the years that are listed. The newest day's rates are in its
 * currencies' years as well, except held ones.
 */
function requirePast(site: SiteReader, { days }: Archive): void {
  const { years = {} } = site.document(paths.pastFiles, pastFilesSchema) ?? {};
  const newest = present(days.at(-1), 'day').date;
  const { rates = {}, held = {} } = site.document(paths.datedRates(newest), datedRatesSchema) ?? {};
  const ofNewest = Object.keys(rates)
    .filter((code) => !Object.hasOwn(held, code))
    .map((code) => paths.currencyYear(code, newest.slice(0, 4)));
  const required = new Set([
    ...days.map(({ date }) => paths.datedRates(date)),
    ...Object.entries(years).flatMap(([year, codes]) => codes.map((code) => paths.currencyYear(code, year))),
    ...ofNewest,
  ]);
  for (const path of required) site.require(path);
  for (const path of ofNewest) {
    const year = site.document(path, currencyYearSchema);
    if (year && year.dates.at(-1) !== newest) site.problem(path, `does not end on ${newest}`);
  }
}

/** Reads the archive, and gathers where it is not as its index, the status or the day's rates say. */
function readArchive(site: SiteReader, asOf: string | undefined): Archive | undefined {
  const index = site.document(paths.archive, archiveIndexSchema);
  if (!index || asOf === undefined) return undefined;
  const before = site.problems.length;
  for (const { url, bytes } of [...index.years, index.faults, index.evidence]) {
    const path = url.slice(1);
    site.require(path);
    const is = Buffer.byteLength(site.text(path));
    if (is !== bytes) site.problem(path, `has ${is} bytes, not the ${bytes} that ${paths.archive} says`);
  }
  for (const { year, url } of index.years) {
    if (url !== `/${paths.archiveYear(year)}`) site.problem(paths.archive, `has another file for ${year}: ${url}`);
  }
  const validatedBy = site.document(paths.status, statusSchema)?.judged_by_days;
  if (validatedBy !== index.days) {
    site.problem(paths.status, `says ${validatedBy ?? 'no number of'} days, ${paths.archive} has ${index.days}`);
  }
  if (site.problems.length > before) return undefined;
  try {
    assertOutline(index, asOf);
    return archiveOf(index, (path) => site.text(path));
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    site.problem(error.path, error.problem);
    return undefined;
  }
}

/** Reads the files of a site and gathers what is wrong with them. What is missing reads as empty or as nothing. */
class SiteReader {
  readonly problems: SiteProblem[] = [];
  readonly #folder: string;
  readonly paths: ReadonlySet<string>;
  readonly #documents = new Map<string, unknown>();

  constructor(folder: string, paths: ReadonlySet<string>) {
    this.#folder = folder;
    this.paths = paths;
  }

  problem(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  require(path: string): void {
    if (!this.has(path)) this.problem(path, 'is missing');
  }

  bytes(path: string): Buffer {
    return this.has(path) ? readFileSync(join(this.#folder, path)) : Buffer.alloc(0);
  }

  text(path: string): string {
    return this.bytes(path).toString();
  }

  /** What a document says; undefined, and once a problem, when it is not of this shape. */
  document<T extends z.ZodType>(path: string, schema: T): z.infer<T> | undefined {
    if (!this.#documents.has(path)) this.#documents.set(path, this.#parse(path, schema));
    return this.#documents.get(path) as z.infer<T> | undefined;
  }

  #parse(path: string, schema: z.ZodType): unknown {
    const text = this.text(path);
    if (text === '') return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.problem(path, 'is not JSON');
      return undefined;
    }
    const { data, error } = schema.safeParse(value);
    if (error) this.problem(path, `is not what it should be: ${firstIssue(error)}`);
    return data;
  }
}
