import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { paths, proofPaths, securityPath } from '../../api/paths.ts';
import { parseOrigin } from '../../api/query/market-files.ts';
import { parseChecksums } from '../../site/checksums.ts';
import { InvalidSiteError, SiteError } from '../../site/errors.ts';
import type { SiteProblem } from '../../text/site-problem.ts';
import { removeFolder } from '../../site/write/remove-folder.ts';
import { writeSite } from '../../site/write/write-site.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { CommandError, nameError } from '../terminal/command.ts';
import { generateOptions } from '../generate/generate-options.ts';
import { publicFolder } from '../generate/generate-site.ts';
import { progress } from '../terminal/progress.ts';
import type { DownloadedSite } from './read-published-site.ts';
import { MAX_DOCUMENT_BYTES } from '../../site/site-files.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import { snapshotOf } from '../../validation/snapshot/snapshot.ts';

/** A rebuilt site. */
export interface RebuiltSite extends AsyncDisposable {
  /** Deleted when the rebuilt site is disposed of. */
  readonly folder: string;
  readonly problems: readonly SiteProblem[];
}

/**
 * Rebuilds a published site from its published data with this code.
 *
 * @throws {CommandError} if the site can't be built with its own settings
 */
export async function rebuildSite(
  { files, sums, published }: DownloadedSite,
  signal: AbortSignal,
): Promise<RebuiltSite> {
  const temporary = mkdtempSync(join(tmpdir(), 'ratesheet-verify-'));
  const dispose = () => removeFolder(temporary);
  const folder = join(temporary, 'site');
  try {
    const { archive, official, source, publishLog, newestEntry } = published;
    const contact = sums.has(securityPath) ? contactIn(await files.text(securityPath, MAX_DOCUMENT_BYTES)) : undefined;
    const rates = await files.bytes(paths.referenceRates, MAX_DOCUMENT_BYTES);
    const { checked_at, stale_reason } = await files.document(paths.referenceRates, parseOrigin);
    const validated = new ValidatedArchive(archive, catalogue);
    const snapshot = snapshotOf(archive, { ...published, ...published.state, checked_at }, validated.newest());
    await writeSite({
      out: folder,
      publicFolder,
      version: packageJson.version,
      catalogue,
      // Whether the source was old follows from the dates. Whether no mirror could be used is known only from the
      // published site.
      snapshot: stale_reason === 'cached_fallback' ? { ...snapshot, stale_reason } : snapshot,
      archive,
      validated,
      official,
      source,
      publishLog: publishLog.slice(0, -1),
      commit: newestEntry.commit,
      fileLimit: newestEntry.settings.file_limit ?? Infinity,
      url: settingOf('url', newestEntry.settings.url),
      contact: settingOf('contact', contact),
      signal,
      onPlan: ({ countedFiles }) => {
        // Wrong settings in a published site must not fill this machine's disk.
        if (countedFiles <= FAR_TOO_MANY * sums.size) return;
        throw new CommandError(
          `${files.place} can't be rebuilt: with its settings, this code makes ${countedFiles} files, ` +
            `but the site has ${sums.size}.`,
        );
      },
      onProgress: progress('Rebuilt', 'files'),
    });
    const made = parseChecksums(readFileSync(join(folder, proofPaths.checksums), 'utf8'));
    const problems = [
      ...differences(sums, made),
      ...(readFileSync(join(folder, paths.referenceRates)).equals(rates)
        ? []
        : [{ path: paths.referenceRates, problem: 'differs when rebuilt' }]),
    ];
    return { folder, problems, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    // The settings come from the site, so this isn't a usage error.
    if (error instanceof SiteError || error instanceof InvalidSiteError) {
      throw new CommandError(`${files.place} can't be rebuilt: ${error.message}`);
    }
    if (error instanceof Error && ['ENOSPC', 'EDQUOT'].includes(nameError(error).code)) {
      throw new CommandError(
        `${nameError(error).message}. The whole site is rebuilt in ${tmpdir()}. Free some space there, or set TMPDIR to another folder.`,
      );
    }
    throw error;
  }
}

/** A rebuild stops if it would make this many times the site's number of files. */
const FAR_TOO_MANY = 2;

function contactIn(securityFile: string): string | null {
  return /^Contact: (.*)$/m.exec(securityFile)?.[1] ?? null;
}

/** Reads a setting like the command line does. An invalid setting is omitted, so that the rebuilt site differs. */
function settingOf(name: 'url' | 'contact', text: string | null | undefined): string | undefined {
  return text === null ? undefined : generateOptions[name].schema.safeParse(text).data;
}

function differences(said: ReadonlyMap<string, string>, made: ReadonlyMap<string, string>): SiteProblem[] {
  const problems: SiteProblem[] = [];
  for (const [path, digest] of made) {
    if (!said.has(path))
      problems.push({ path, problem: `isn't in the site's ${proofPaths.checksums}, but the rebuilt site has it` });
    else if (said.get(path) !== digest) problems.push({ path, problem: 'differs when rebuilt' });
  }
  for (const path of said.keys()) {
    if (!made.has(path))
      problems.push({ path, problem: `is in the site's ${proofPaths.checksums}, but the rebuilt site lacks it` });
  }
  return problems;
}
