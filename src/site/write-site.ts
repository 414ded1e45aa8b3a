import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { byPublishedOrder } from '../currencies/catalogue.ts';
import { paths } from '../documents/paths.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { planSite, type SitePlan } from './plan.ts';
import { replaceFolder } from './replace-folder.ts';
import { headerRules, renderHeaders, renderRewrites, rewrites } from './routing-rules.ts';
import { commonDocuments, pairDocuments, type SiteFile } from './site-files.ts';
import { SiteWriter } from './site-writer.ts';

export interface WriteSiteInput {
  /** The folder that becomes the site. */
  readonly out: string;
  /** The folder whose files are copied as they are. */
  readonly publicFolder: string;
  /** Version of the service. */
  readonly version: string;
  readonly catalogue: readonly CatalogueEntry[];
  readonly snapshot: Snapshot;
  /** How many files the host takes; `Infinity` for one that takes any number. */
  readonly fileLimit: number;
  /** Ends the work; the old site stays. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (files: number, total: number) => void;
}

export interface WrittenSite {
  readonly plan: SitePlan;
  readonly files: number;
  readonly bytes: number;
}

/** After so many files, progress is told and signals are heard: some 30 times a second. */
const FILES_A_BATCH = 512;

/**
 * Writes the whole site in the place of the one that is there, or leaves that one whole.
 *
 * @throws {NotASiteError} when the folder holds something else
 * @throws {FileLimitError} when the limit leaves no room for what every site has
 */
export async function writeSite(input: WriteSiteInput): Promise<WrittenSite> {
  const { out, catalogue, snapshot, fileLimit, signal, onProgress } = input;
  assertReplaceable(out);

  const currencies = catalogue.filter(({ code }) => snapshot.rates.has(code)).toSorted(byPublishedOrder);
  const common = commonDocuments({ ...input, currencies });
  const countedFiles = [...publicFiles(input.publicFolder), ...common.files];
  const plan = planSite({ catalogue, rates: snapshot.rates, otherFiles: countedFiles.length, fileLimit });

  return replaceFolder(out, async (folder) => {
    const writer = new SiteWriter(folder);
    writer.write('_redirects', renderRewrites(rewrites));
    writer.write('_headers', renderHeaders(headerRules));
    const rules = writer.files;
    for (const { path, body } of concat(countedFiles, pairDocuments(snapshot, common.usdSeries, plan.pairCurrencies))) {
      writer.write(path, body);
      if (writer.files % FILES_A_BATCH === 0) {
        onProgress?.(writer.files, plan.files + rules);
        await yieldToEvents();
        signal?.throwIfAborted();
      }
    }
    onProgress?.(writer.files, plan.files + rules);
    return { plan, files: writer.files, bytes: writer.bytes };
  });
}

function* concat(...lists: Iterable<SiteFile>[]): Generator<SiteFile> {
  for (const list of lists) yield* list;
}

/** Everything below a folder, as it is. */
function publicFiles(folder: string): SiteFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return { path: relative(folder, file).replaceAll(sep, '/'), body: readFileSync(file) };
    });
}

/** A site is replaced as a whole, so what is not a site must not be mistaken for one. */
function assertReplaceable(out: string): void {
  if (!existsSync(out)) return;
  if (statSync(out).isDirectory() && (readdirSync(out).length === 0 || existsSync(join(out, paths.referenceRates))))
    return;
  throw new NotASiteError(out);
}

/** The folder to write holds something that is not a site. */
export class NotASiteError extends Error {
  override readonly name = 'NotASiteError';

  constructor(out: string) {
    super(`${out} holds something that is not a site. Nothing there was touched: name another folder, or empty it.`);
  }
}
