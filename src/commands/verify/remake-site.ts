import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../currencies/catalogue.ts';
import { paths, proofPaths, securityPath } from '../../api/format/paths.ts';
import { parseChecksums } from '../../site/checksums.ts';
import { InvalidSiteError, SiteError } from '../../site/errors.ts';
import type { SiteProblem } from '../../text/site-problem.ts';
import { writeSite } from '../../site/write/write-site.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { CommandError } from '../terminal/command.ts';
import { generateOptions } from '../generate/generate-options.ts';
import { publicFolder } from '../generate/generate-site.ts';
import { Progress } from '../terminal/progress.ts';
import type { PublishedSite } from './read-published-site.ts';
import { MAX_DOCUMENT_BYTES } from '../../site/site-files.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import { snapshotOf } from '../../validation/snapshot-of.ts';

/** A site that was made again. */
export interface Remade extends Disposable {
  /** The folder, until it is disposed of. */
  readonly folder: string;
  readonly problems: readonly SiteProblem[];
}

/**
 * Makes a published site again, from what it publishes and with this code.
 *
 * @throws {CommandError} when its own settings make none
 */
export async function remakeSite(
  { files, sums, published, receipt }: PublishedSite,
  signal: AbortSignal,
): Promise<Remade> {
  const temporary = mkdtempSync(join(tmpdir(), 'ratesheet-verify-'));
  const dispose = () => {
    rmSync(temporary, { recursive: true, force: true });
  };
  const folder = join(temporary, 'site');
  const progress = new Progress({ doing: 'Making it again', done: 'Made', things: 'files' });
  try {
    const { archive, official, source, receipts, staleReason } = published;
    const contact = sums.has(securityPath) ? contactIn(await files.text(securityPath, MAX_DOCUMENT_BYTES)) : undefined;
    const rates = await files.bytes(paths.referenceRates, MAX_DOCUMENT_BYTES);
    const validated = new ValidatedArchive(archive, catalogue);
    const snapshot = snapshotOf(archive, published, validated.newest());
    await writeSite({
      out: folder,
      publicFolder,
      version: packageJson.version,
      catalogue,
      // Whether the source is old follows from the times; that no mirror answered then, nobody else can know.
      snapshot: staleReason === 'cached_fallback' ? { ...snapshot, staleReason } : snapshot,
      archive,
      rejected: validated.rejected(),
      official,
      source,
      receipts: receipts.slice(0, -1),
      commit: receipt.commit,
      fileLimit: receipt.settings.file_limit ?? Infinity,
      url: settingOf('url', receipt.settings.url),
      contact: settingOf('contact', contact),
      signal,
      onPlan: ({ countedFiles }) => {
        // What it says of itself must not fill the disk.
        if (countedFiles <= FAR_TOO_MANY * sums.size) return;
        throw new CommandError(
          `${files.place} cannot be made again: with its settings this code makes ${countedFiles} files, it has ${sums.size}.`,
        );
      },
      onProgress: progress.update,
    });
    const made = parseChecksums(readFileSync(join(folder, proofPaths.checksums), 'utf8'));
    const problems = [
      ...differences(sums, made),
      ...(readFileSync(join(folder, paths.referenceRates)).equals(rates)
        ? []
        : [{ path: paths.referenceRates, problem: 'is made otherwise' }]),
    ];
    return { folder, problems, [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    // What it is told to be made with is its own, and no wrong use.
    if (error instanceof SiteError || error instanceof InvalidSiteError) {
      throw new CommandError(`${files.place} cannot be made again: ${error.message}`);
    }
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
      throw new CommandError(
        `${error.message}. The whole site is made again in ${tmpdir()}: make room there, or name another folder with TMPDIR.`,
      );
    }
    throw error;
  } finally {
    progress.stop();
  }
}

/** How many times as many files as a site has are too many to be it. */
const FAR_TOO_MANY = 2;

function contactIn(securityFile: string): string | null {
  return /^Contact: (.*)$/m.exec(securityFile)?.[1] ?? null;
}

/** A setting as the command line would take it; undefined where it would not, so that the site is made otherwise. */
function settingOf(name: 'url' | 'contact', text: string | null | undefined): string | undefined {
  return text === null ? undefined : generateOptions[name].schema.safeParse(text).data;
}

function differences(said: ReadonlyMap<string, string>, made: ReadonlyMap<string, string>): SiteProblem[] {
  const problems: SiteProblem[] = [];
  for (const [path, digest] of made) {
    if (!said.has(path)) problems.push({ path, problem: `is not in ${proofPaths.checksums}, and is made` });
    else if (said.get(path) !== digest) problems.push({ path, problem: 'is made otherwise' });
  }
  for (const path of said.keys()) {
    if (!made.has(path)) problems.push({ path, problem: `is in ${proofPaths.checksums}, and is not made` });
  }
  return problems;
}
