import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { z } from 'zod';
import { parseRejectedFile } from '../../api/documents/rejected-file.ts';
import { daysWithout, lostDays } from '../../archive/archive.ts';
import { publishedOrder } from '../../money/currencies/catalogue.ts';
import { ratesByYear } from '../../money/past-rates.ts';
import { market } from '../../sources/market.ts';
import { datedRatesSchema } from '../../api/endpoints/dated-rates.schema.ts';
import { currencyListSchema } from '../../api/documents/currencies/currency-list.ts';
import { currencyYearSchema } from '../../api/documents/series/currency-year.ts';
import { ratesSnapshotSchema } from '../../api/documents/rates-snapshot.ts';
import { type ReferenceRates, referenceRatesSchema } from '../../api/documents/reference-rates.ts';
import { statusSchema } from '../../api/documents/status.ts';
import { metalsSchema } from '../../api/documents/currencies/metals.ts';
import { paths, proofPaths } from '../../api/paths.ts';
import { MAX_CHECKSUMS_BYTES } from '../../api/query/publish-log.ts';
import { HttpError } from '../../download/http/request.ts';
import { present } from '../../text/present.ts';
import { quoted } from '../../text/quote.ts';
import { FileError } from '../../text/site-problem.ts';
import { isListed, parseChecksums, sha256 } from '../checksums.ts';
import { entriesBelow } from '../files-below.ts';
import { controlFiles } from '../host-limits.ts';
import { strayLogFiles } from '../read-publish-log.ts';
import { functionRoutesSchema, parseHeaders, parseRewrites, renderHeaders, renderRewrites } from '../rule-files.ts';
import { readSiteData, type SiteData } from '../site-data.ts';
import { documentOf, type SiteFiles, textOf } from '../site-files.ts';
import { noSite, restoreSite } from '../site-folder.ts';
import { alwaysThere, schemasOf } from './expected-files.ts';
import { isOnHost, readFilesOnly } from './files-only.ts';
import { Findings } from './findings.ts';
import { withEach } from './get.ts';
import { sampleOf } from './sample.ts';
import { findSiteProblems } from './site-problems.ts';

export interface CheckOptions {
  /** Maximum number of files that the host accepts. Only a folder's files are counted. */
  readonly fileLimit?: number;
  /** The data of the live site. None of its days and publish log entries may be lost. */
  readonly continues?: SiteData | undefined;
  /** The site's data, if it was read already. */
  readonly data?: SiteData;
  /**
   * Whether to read only the site's data and a few files of each kind.
   * @default false, all files
   */
  readonly isSample?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (files: number, total: number) => void;
}

/** Number of files after which other events can happen, such as Ctrl-C. */
const FILES_A_BATCH = 512;

const FILES_AT_ONCE = 16;

/** Failed requests in a row after which the host counts as down. Each may take a minute, so the rest isn't sent. */
const MAX_FAILURES_IN_A_ROW = 32;

/**
 * Checks that a site's files are complete and valid, and match `SHA256SUMS`, in a folder or at a URL. The rule files, the
 * Function and 404 pages can't be read from a URL. For a folder, also checks that the host would accept it, and that it
 * has no other files.
 *
 * @throws {SiteError} if the folder has no site
 */
export async function check(files: SiteFiles, options: CheckOptions = {}) {
  const { folder } = files;
  const { fileLimit, continues, isSample = false } = options;
  if (folder !== undefined && !existsSync(join(restoreSite(folder), paths.referenceRates)))
    throw noSite(folder, fileLimit);
  const found = new Findings(files);
  const reading = files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES).then(parseChecksums);
  const sums = await found.unless(reading);
  // Only this file says which files there are at a URL.
  if (!sums && folder === undefined) return { problems: found.problems, sums };
  const host = await readFilesOnly(files);
  const isHere = (path: string) => !host || isOnHost(host, path);

  const inFolder = folder === undefined ? undefined : foldersFiles(folder, found);
  const has = (path: string) => (inFolder ? inFolder.has(path) : !isListed(path) || sums?.has(path) === true);
  const absent = inFolder ? 'is missing' : `isn't in ${proofPaths.checksums}`;
  const require = (required: Iterable<string>) => {
    for (const path of required) if (isHere(path) && !has(path)) found.report(path, absent);
  };
  require(alwaysThere);

  const referenceRates = await found.document(paths.referenceRates, referenceRatesSchema);
  const status = await found.document(paths.status, statusSchema);
  const snapshot = await found.document(paths.ratesSnapshot, ratesSnapshotSchema);
  const { currencies = [] } = (await found.document(paths.currencyList, currencyListSchema)) ?? {};
  const { metals = [] } = (await found.document(paths.metals, metalsSchema)) ?? {};
  for (const { code } of currencies) {
    if (snapshot && !Object.hasOwn(snapshot.rates, code))
      found.report(paths.ratesSnapshot, `lacks ${code}, which ${paths.currencyList} lists`);
  }
  const schemas = schemasOf(
    currencies.map(({ code }) => code),
    metals.filter(({ rate }) => rate !== null).map(({ code }) => code),
  );
  require(schemas.keys());

  const data = options.data ?? (await found.unless(readSiteData(files)));
  if (data) {
    for (const { path, problem } of strayLogFiles(inFolder?.keys() ?? [], data.publishLog)) found.report(path, problem);
    require(await pastPaths(data, found, isSample));
    if (continues) reportLosses(continues, data, found);
    if (referenceRates) reportContradictions(referenceRates, data, found);
  }
  if (inFolder && !host) await reportHostProblems(inFolder, found, fileLimit);

  require(sums?.keys() ?? []);
  if (inFolder && sums) {
    for (const path of inFolder.keys()) {
      if (isHere(path) && isListed(path) && !sums.has(path)) found.report(path, `isn't in ${proofPaths.checksums}`);
    }
  }
  const readable = [...(inFolder ?? sums ?? new Map<string, unknown>()).keys()].filter(
    (path) => isHere(path) && (inFolder !== undefined || !(controlFiles.includes(path) || path.endsWith('404.html'))),
  );
  await checkEach(isSample ? sampleOf(readable) : readable, { ...options, found, sums, schemas });
  return { problems: found.problems, sums, data, referenceRates, status, host };
}

/** The files of a folder with their sizes. Reports entries that are neither files nor folders. */
function foldersFiles(folder: string, found: Findings): ReadonlyMap<string, number> {
  const { files, others } = entriesBelow(folder);
  for (const { path } of others) found.report(path, 'is neither a file nor a folder');
  return new Map(files.map(({ file, path }) => [path, statSync(file).size]));
}

/**
 * The file of each archived day, and each currency's file of each year and of all years. A rate of the newest day must also be in
 * the year file of its currency, unless the rate is held.
 */
async function pastPaths({ archive: { days } }: SiteData, found: Findings, isSample: boolean): Promise<string[]> {
  const rejected = await found.unless(
    found.bytes(paths.archiveRejected).then((bytes) => parseRejectedFile(textOf(paths.archiveRejected, bytes))),
  );
  const years = [...ratesByYear(daysWithout(days, rejected ?? [], publishedOrder))];
  const codes = new Set(years.flatMap(([, byCode]) => [...byCode.keys()]));
  const newest = present(days.at(-1), 'day').date;
  const { rates = {}, held = {} } = (await found.document(paths.ratesOnDate(newest), datedRatesSchema)) ?? {};
  const ofNewest = Object.keys(rates)
    .filter((code) => !Object.hasOwn(held, code))
    .map((code) => paths.currencyYear(code, newest.slice(0, 4)));
  await withEach(isSample ? sampleOf(ofNewest) : ofNewest, FILES_AT_ONCE, async (path) => {
    const year = await found.document(path, currencyYearSchema);
    if (year && year.dates.at(-1) !== newest)
      found.report(path, `doesn't end on ${newest}, the day of the newest rates`);
  });
  return [
    ...days.map(({ date }) => paths.ratesOnDate(date)),
    ...years.flatMap(([year, byCode]) => Array.from(byCode.keys(), (code) => paths.currencyYear(code, year))),
    ...Array.from(codes, (code) => paths.series(market.key, code)),
    ...ofNewest,
  ];
}

/**
 * Reports fields of `api/v1/rates.json` that the publish log and the state contradict. No hash covers that file, because
 * each check of the source changes it. Only `checked_at` can't be confirmed.
 */
function reportContradictions(
  { rate_as_of, retrieved_at, checked_at, stale, source }: ReferenceRates,
  { newestEntry, state }: SiteData,
  found: Findings,
): void {
  const path = paths.referenceRates;
  for (const [field, value, expected] of [
    ['rate_as_of', rate_as_of, newestEntry.date],
    ['retrieved_at', retrieved_at, newestEntry.retrieved_at],
    ['source.mirror', source.mirror, newestEntry.source.url],
  ] as const) {
    if (value !== expected)
      found.report(path, `has ${field} ${quoted(value)}, but ${proofPaths.newestEntry} has ${quoted(expected)}`);
  }
  if (state && stale !== (state.stale_since !== null))
    found.report(path, `has stale ${stale}, but ${paths.state} says otherwise`);
  if (checked_at < retrieved_at) found.report(path, `has a checked_at before its retrieved_at: ${checked_at}`);
}

/** Reports the days and publish log entries of the live site that the new site lacks or changes. */
function reportLosses(live: SiteData, { archive, publishLog }: SiteData, found: Findings): void {
  const report = (path: string, lost: string) => {
    found.report(path, `lacks or changes ${lost}. Write the site again with --previous`);
  };
  const days = lostDays(live.archive, archive);
  const [day] = days;
  if (day !== undefined) report(paths.archive, `${days.length} published days, such as ${day}`);
  const entries = live.publishLog.filter(({ text }, index) => publishLog[index]?.text !== text);
  const { date } = entries[0] ?? {};
  if (date === undefined) return;
  const log = proofPaths.publishLogYear(date.slice(0, 4));
  report(log, `${entries.length} entries of the publish log, the first of ${date}`);
}

/** Reports what would make the host reject a folder or serve it incorrectly. */
async function reportHostProblems(
  sizes: ReadonlyMap<string, number>,
  found: Findings,
  fileLimit = Infinity,
): Promise<void> {
  const [redirects, headers] = [await found.text('_redirects'), await found.text('_headers')];
  const rewrites = parseRewrites(redirects);
  if (renderRewrites(rewrites) !== redirects) found.report('_redirects', "contains a line that isn't a rewrite");
  const headerRules = parseHeaders(headers);
  if (renderHeaders(headerRules) !== headers) found.report('_headers', "contains a line that isn't a header");
  const routes = await found.document('_routes.json', functionRoutesSchema);
  const files = Array.from(sizes, ([path, bytes]) => ({ path, bytes }));
  found.add(findSiteProblems({ files, rewrites, headerRules, routes, fileLimit }));
}

interface EachFile extends Pick<CheckOptions, 'signal' | 'onProgress'> {
  readonly found: Findings;
  readonly sums: ReadonlyMap<string, string> | undefined;
  readonly schemas: ReadonlyMap<string, z.ZodType>;
}

/** Reads files, and compares each with its schema and its checksum. */
async function checkEach(
  all: readonly string[],
  { found, sums, schemas, signal, onProgress }: EachFile,
): Promise<void> {
  let [begun, failures] = [0, 0];
  const checkFile = async (path: string) => {
    const bytes = await found.bytes(path);
    const schema = schemas.get(path);
    if (schema) documentOf(path, bytes, (document) => schema.parse(document));
    const expected = sums?.get(path);
    if (expected !== undefined && sha256(bytes) !== expected)
      throw new FileError(path, `doesn't match ${proofPaths.checksums}`);
  };
  await withEach(
    all.filter((path) => !found.isWrong(path)),
    FILES_AT_ONCE,
    async (path) => {
      if (begun++ % FILES_A_BATCH === 0) {
        await yieldToEvents();
        signal?.throwIfAborted();
        onProgress?.(begun, all.length);
      }
      if (failures >= MAX_FAILURES_IN_A_ROW) {
        found.report('.', `some files weren't read, because ${failures} requests in a row got no response`);
        return;
      }
      const error = await found.error(checkFile(path));
      failures = error?.cause instanceof HttpError && error.cause.status === undefined ? failures + 1 : 0;
    },
  );
}
