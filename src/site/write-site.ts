import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { type Archive, finishedYears } from '../archive/archive.ts';
import { byPublishedOrder, type CatalogueEntry } from '../currencies/catalogue.ts';
import { archiveFiles } from '../documents/archive-index.ts';
import { paths, proofPaths, sourceFile } from '../documents/paths.ts';
import { buildReceipt } from '../documents/receipt.ts';
import type { ReceiptLink } from '../documents/receipt-chain.ts';
import { serialize } from '../documents/serialize.ts';
import type { RejectedValue } from '../validation/validate-archive.ts';
import { publishedCurrencies } from '../rates/published-currency.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { planSite, type SitePlan } from './plan.ts';
import { type OnLeftover, replaceFolder } from './replace-folder.ts';
import { bundleFunction, withRevision } from './bundle-function.ts';
import { bundlePage } from '../pages/bundle-page.ts';
import { assistantFile } from '../pages/assistant-file.ts';
import {
  type Checksum,
  checksumLines,
  checksumOf,
  isListed,
  sha256,
  writeBlocks,
  type WrittenBlocks,
} from './checksums.ts';
import { commonDocuments, type DocumentFile } from './common-documents.ts';
import { crawlerFiles } from '../pages/crawler-files.ts';
import { securityFile } from '../pages/security-file.ts';
import type { SiteFile } from '../pages/site-file.ts';
import type { OpenApi } from '../pages/openapi-document.ts';
import { type PagesInput, renderPage } from '../pages/pages.ts';
import { readReference } from '../pages/reference.ts';
import { pairChecksums } from './pair-digests.ts';
import { pairPaths } from './pair-documents.ts';
import { functionRoutes, headerRules, rewrites } from './routing-rules.ts';
import { renderHeaders, renderRewrites, robotsRules } from './rule-files.ts';
import { issueReceipts } from './receipts.ts';
import { sitePlace } from './site-place.ts';
import { findSiteProblems, InvalidSiteError } from './site-problems.ts';
import { filesBelow } from './files-below.ts';
import { SiteWriter } from './site-writer.ts';
import { unlessStopped } from './unless-stopped.ts';
import { writePairs } from './write-pairs.ts';

export interface WriteSiteInput {
  /** The folder that becomes the site, or a link to it. */
  readonly out: string;
  /** The folder of the pages' templates (.html) and of what is copied as it is (all else). */
  readonly publicFolder: string;
  /** Where the site will be published, such as `https://rates.example`; left out where nobody knows yet. */
  readonly url?: string | undefined;
  /** Where to report a hole in it: a `mailto:` or `https:` address; left out where none is to be published. */
  readonly contact?: string | undefined;
  /** Version of the service. */
  readonly version: string;
  readonly catalogue: readonly CatalogueEntry[];
  readonly snapshot: Snapshot;
  /** What the source said, up to the snapshot's day. */
  readonly archive: Archive;
  /** Its values that are rejected in retrospect. */
  readonly rejected: readonly RejectedValue[];
  /** The bytes that the dataset was fetched as; left out where they were not kept. */
  readonly source?: Uint8Array | undefined;
  /** The receipts of the site that this one goes on from. */
  readonly receipts?: readonly ReceiptLink[];
  /** The commit that the code is; left out where nobody knows. */
  readonly commit?: string | undefined;
  /** How many files the host takes; `Infinity` for one that takes any number. */
  readonly fileLimit: number;
  /** How many threads write: as many as pay, by default. */
  readonly threads?: 1 | 2 | undefined;
  /** Ends the work; the old site stays. */
  readonly signal?: AbortSignal;
  /** Told what is going to be written before anything is; what it throws ends the work. */
  readonly onPlan?: (plan: SitePlan) => void;
  readonly onProgress?: (files: number, total: number) => void;
  /** Told of what is left beside the site, of the old one or of a process that was killed, and cannot be removed. */
  readonly onLeftover?: OnLeftover;
}

export interface WrittenSite {
  readonly plan: SitePlan;
  readonly files: number;
  readonly bytes: number;
  /** The SHA-256 of its `SHA256SUMS`. */
  readonly sha256sums: string;
}

/**
 * Writes the whole site in the place of the one that is there, or leaves that one whole.
 *
 * @throws {SitePlaceError} when a site cannot take the folder's place
 * @throws {FileLimitError} when the limit leaves no room for what every site has
 * @throws {InvalidSiteError} when no host would take the site as planned
 */
export async function writeSite(input: WriteSiteInput): Promise<WrittenSite> {
  const { catalogue, snapshot, source, receipts = [], url, contact, fileLimit, signal, onProgress } = input;
  const place = sitePlace(input.out);

  // Other processes bundle while this one evaluates.
  const bundles = Promise.all([bundlePage(), bundleFunction()]);
  // Should the evaluation fail first, that is what is told.
  bundles.catch(() => undefined);
  const byRank = publishedCurrencies(catalogue, snapshot);
  const currencies = byRank.toSorted(byPublishedOrder);
  const receiptYears = new Set([...receipts, { date: snapshot.asOf }].map(({ date }) => date.slice(0, 4)));
  const archive = archiveFiles(input.archive, input.rejected, [...receiptYears]);
  const common = commonDocuments({ ...input, archive, currencies });
  const [assets, functionCode] = await unlessStopped(bundles, signal);
  const reference = readReference(publishedOpenApi(common));
  const pages = { snapshot, currencies: byRank, assets: assets.addresses, url, reference };
  const countedFiles = [
    ...publicFiles(input.publicFolder, pages),
    ...assets.files,
    ...crawlerFiles(url, robotsRules(functionRoutes)),
    assistantFile({ reference, url, asOf: snapshot.asOf }),
    ...(contact === undefined ? [] : [securityFile({ contact, url, asOf: snapshot.asOf })]),
    ...common,
    ...(source ? [{ path: sourceFile, body: source }] : []),
  ];
  // What is written when all else is.
  const writtenLast = [
    proofPaths.newestReceipt,
    proofPaths.checksums,
    ...Array.from(receiptYears, proofPaths.receiptsYear),
  ];
  const otherFiles = [...countedFiles.map(({ path }) => path), ...writtenLast];
  const plan = planSite({ currencies: byRank, otherFiles, fileLimit, date: snapshot.asOf });
  input.onPlan?.(plan);
  const rulesOfHeaders = headerRules(finishedYears(input.archive));
  const control: SiteFile[] = [
    { path: '_redirects', body: renderRewrites(rewrites) },
    { path: '_headers', body: renderHeaders(rulesOfHeaders) },
    { path: '_routes.json', body: serialize(functionRoutes) },
    { path: '_worker.js', body: withRevision(functionCode, common) },
  ];
  const files = [...control, ...countedFiles];
  const problems = findSiteProblems({
    files: [
      ...files.map(({ path, body }) => ({ path, bytes: Buffer.byteLength(body) })),
      // Their sizes follow from all the others; what is written is looked at once more before it is deployed.
      ...writtenLast.map((path) => ({ path, bytes: NaN })),
    ],
    pairs: pairPaths(plan.pairCurrencies),
    rewrites,
    headerRules: rulesOfHeaders,
    routes: functionRoutes,
    fileLimit,
  });
  if (problems.length > 0) throw new InvalidSiteError(problems);

  const build = async (folder: string) => {
    const writer = new SiteWriter(folder);
    const few = files.map((file): Checksum => ({ path: file.path, sha256: writer.write(file) }));
    const total = control.length + plan.countedFiles;
    const pairs = await writePairs({
      folder,
      snapshot,
      currencies: plan.pairCurrencies,
      signal,
      threads: input.threads,
      onProgress: (files) => onProgress?.(writer.files + files, total),
    });
    let checksums: WrittenBlocks = { bytes: 0, sha256: '' };
    const { newest, sha256sums, years } = issueReceipts(
      receipts,
      buildReceipt({ ...input, source: source && sha256(source), commit: input.commit, url }),
      (newest) => {
        const others = [...few.filter(({ path }) => isListed(path)), checksumOf(proofPaths.newestReceipt, newest)];
        const blocks = checksumBlocks(others, pairChecksums(plan.pairCurrencies, pairs.digests));
        checksums = writeBlocks(join(folder, proofPaths.checksums), blocks);
        return checksums.sha256;
      },
    );
    writer.write({ path: proofPaths.newestReceipt, body: newest });
    for (const [path, body] of years) writer.write({ path, body });
    // The last chance: from here on the new site is the site.
    await yieldToEvents();
    signal?.throwIfAborted();
    onProgress?.(total, total);
    return {
      plan,
      files: writer.files + pairs.files + 1,
      bytes: writer.bytes + pairs.bytes + checksums.bytes,
      sha256sums,
    };
  };
  return replaceFolder(place, build, input.onLeftover ?? (() => undefined));
}

/** `SHA256SUMS`: the pairs' lines stand last. */
function* checksumBlocks(others: readonly Checksum[], ofPairs: Iterable<string>): Generator<string> {
  yield checksumLines(others);
  yield* ofPairs;
}

/** The reference is made of what is published. */
function publishedOpenApi(documents: readonly DocumentFile[]): OpenApi {
  const file = documents.find(({ path }) => path === paths.openApi);
  return JSON.parse(file?.body ?? '{}') as OpenApi;
}

/** Everything below a folder: pages filled in, all else as it is. */
function publicFiles(folder: string, pages: PagesInput): SiteFile[] {
  return filesBelow(folder).map(({ file, path }) => {
    const body = readFileSync(file);
    return { path, body: path.endsWith('.html') ? renderPage(path, body.toString(), pages) : body };
  });
}
