import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { type Archive, finishedYears } from '../../archive/archive.ts';
import type { Official } from '../../archive/official-rates.ts';
import { byPublishedOrder, type CatalogueEntry } from '../../money/currencies/catalogue.ts';
import { archiveFiles } from '../../api/documents/archive-files.ts';
import { buildOpenApi } from '../../api/openapi/openapi.ts';
import { proofPaths } from '../../api/paths.ts';
import { buildPublishEntry } from '../../api/documents/publish-entry.ts';
import { serialize } from '../../api/serialize.ts';
import type { ValidatedArchive } from '../../validation/validate-archive.ts';
import { publishedCurrencies } from '../../money/published-currency.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { type Bundles, otherFiles } from './other-files.ts';
import { planSite, type SitePlan } from './plan.ts';
import { bundleFunction, withRevision } from './bundle-function.ts';
import { bundleClient } from './client-files.ts';
import { bundlePage } from '../../pages/build/bundle-page.ts';
import { type Checksum, checksumLine, checksumLines, checksumOf, isListed, sha256 } from '../checksums.ts';
import { commonDocuments } from './common-documents.ts';
import { type SiteFile } from '../../api/site-file.ts';
import { pairDocuments } from '../pairs/pair-documents.ts';
import { functionRoutes, headerRules, rewrites } from '../routing-rules.ts';
import { renderHeaders, renderRewrites } from '../rule-files.ts';
import { extendPublishLog } from './extend-publish-log.ts';
import { InvalidSiteError } from '../errors.ts';
import { findSiteProblems } from '../check/site-problems.ts';
import { SiteWriter } from '../site-writer.ts';
import { unlessStopped } from '../unless-stopped.ts';
import type { LogLine } from '../../api/query/publish-log.ts';

export interface WriteSiteInput {
  /** The folder to write the site to: an empty folder, or a folder that doesn't exist yet. */
  readonly out: string;
  /** The folder of the guides (.md) and of the files that are copied as they are. */
  readonly publicFolder: string;
  /** The site's public URL, such as `https://rates.example`; omitted if it isn't known yet. */
  readonly url?: string | undefined;
  /** Where to report a vulnerability: a `mailto:` or `https:` URL; omitted if the site shouldn't publish it. */
  readonly contact?: string | undefined;
  readonly version: string;
  readonly catalogue: readonly CatalogueEntry[];
  readonly snapshot: Snapshot;
  /** The source's rates up to the snapshot's day. */
  readonly archive: Archive;
  /** The archive with the decision about each value. */
  readonly validated: ValidatedArchive;
  readonly official: Official;
  /** The dataset's bytes as fetched; omitted if they weren't kept. */
  readonly source?: Uint8Array | undefined;
  /** The publish log of the previous site. */
  readonly publishLog?: readonly LogLine[];
  readonly commit?: string | undefined;
  readonly fileLimit: number;
  /** Stops the work. */
  readonly signal?: AbortSignal;
  /** Called with the plan before the pairs are written. An error that it throws stops the work. */
  readonly onPlan?: (plan: SitePlan) => void;
  readonly onProgress?: (files: number, total: number) => void;
}

export interface WrittenSite {
  readonly plan: SitePlan;
  readonly files: number;
  readonly bytes: number;
  readonly sha256sums: string;
}

let bundles: Promise<Bundles> | undefined;

/** Starts bundling in the background. Bundles only once per process, because bundles depend only on the code. */
function bundle(): Promise<Bundles> {
  bundles ??= Promise.all([bundlePage(), bundleFunction(), bundleClient()]).then(([page, ofFunction, client]) => ({
    page,
    ofFunction,
    client,
  }));
  // Prevents an unhandled rejection. An error is thrown later, when the bundles are awaited.
  bundles.catch(() => undefined);
  return bundles;
}

interface WrittenFile extends Checksum {
  readonly bytes: number;
}

/**
 * Writes the whole site. Each document is written immediately, because all documents together would take too much
 * memory.
 *
 * @throws {SiteError} if the file limit is too small even without pairs
 * @throws {InvalidSiteError} if the host would reject the planned site or serve it incorrectly
 */
export async function writeSite(input: WriteSiteInput): Promise<WrittenSite> {
  const { catalogue, snapshot, source, publishLog = [], url, signal, onProgress } = input;
  const bundles = bundle();
  const writer = new SiteWriter(input.out);
  const write = (file: SiteFile): WrittenFile => {
    return { path: file.path, bytes: Buffer.byteLength(file.body), sha256: writer.write(file) };
  };

  const byRank = publishedCurrencies(catalogue, snapshot);
  // The API without a version has no metals.
  const ofPairs = byRank.filter(({ type }) => type !== 'metal');
  const logYears = [...new Set([...publishLog, { date: snapshot.rate_as_of }].map(({ date }) => date.slice(0, 4)))];
  const documents: WrittenFile[] = [];
  const archive = archiveFiles(input.archive, input.validated.rejected(), input.official, logYears);
  const currencies = byRank.toSorted(byPublishedOrder);
  const common = { ...input, archive, currencies };
  const openApi = buildOpenApi(common);
  for (const document of commonDocuments(common, openApi)) {
    documents.push(write(document));
    await turnOfEvents(signal);
  }
  const others: WrittenFile[] = [];
  const made = { archive, currencies: byRank, openApi, bundles: await unlessStopped(bundles, signal) };
  for (const file of otherFiles(input, made)) {
    others.push(write(file));
    await turnOfEvents(signal);
  }
  // These files are counted now, but written last: the checksums and the publish log.
  const writtenLast = [proofPaths.newestEntry, proofPaths.checksums, ...logYears.map(proofPaths.publishLogYear)];
  const counted = [...documents, ...others, ...writtenLast.map((path) => ({ path, bytes: NaN }))];
  const plan = planSite({
    currencies: ofPairs,
    otherFiles: counted.map(({ path }) => path),
    fileLimit: input.fileLimit,
    date: snapshot.rate_as_of,
  });
  input.onPlan?.(plan);
  const rules = headerRules(finishedYears(input.archive));
  const control = [
    { path: '_redirects', body: renderRewrites(rewrites) },
    { path: '_headers', body: renderHeaders(rules) },
    { path: '_routes.json', body: serialize(functionRoutes) },
    { path: '_worker.js', body: withRevision(made.bundles.ofFunction.code, documents) },
  ].map(write);
  const problems = findSiteProblems({
    files: [...control, ...counted],
    pairFileCount: plan.countedFiles - counted.length,
    rewrites,
    headerRules: rules,
    routes: functionRoutes,
    fileLimit: input.fileLimit,
  });
  if (problems.length > 0) throw new InvalidSiteError(problems);

  const total = control.length + plan.countedFiles;
  // The pairs' lines come last in SHA256SUMS, in the order of writing. Sorting them would take memory.
  let sumsOfPairs = '';
  for (const file of pairDocuments({ snapshot, currencies: plan.pairCurrencies })) {
    sumsOfPairs += checksumLine({ path: file.path, sha256: writer.write(file) });
    if (writer.files % FILES_A_BATCH === 0) {
      onProgress?.(writer.files, total);
      await turnOfEvents(signal);
    }
  }
  const listed = [...control, ...documents, ...others].filter(({ path }) => isListed(path));
  let checksums = '';
  const { newest, sha256sums, years } = extendPublishLog(
    publishLog,
    buildPublishEntry({ ...input, source: source && sha256(source), commit: input.commit, url }),
    (newest) => {
      checksums = checksumLines([...listed, checksumOf(proofPaths.newestEntry, newest)]) + sumsOfPairs;
      return sha256(checksums);
    },
  );
  write({ path: proofPaths.newestEntry, body: newest });
  write({ path: proofPaths.checksums, body: checksums });
  for (const [path, body] of years) write({ path, body });
  if (writer.files !== total) throw new Error(`The site has ${writer.files} files, not ${total} as planned.`);
  // The last chance to stop.
  await turnOfEvents(signal);
  onProgress?.(total, total);
  return { plan, files: writer.files, bytes: writer.bytes, sha256sums };
}

/** Number of files of pairs after which other events can happen, dozens of times a second. */
const FILES_A_BATCH = 512;

/** Lets other events happen, such as Ctrl-C, and throws the signal's reason if it has aborted. */
async function turnOfEvents(signal: AbortSignal | undefined): Promise<void> {
  await yieldToEvents();
  signal?.throwIfAborted();
}
