import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { paths, proofPaths } from '../../api/format/paths.ts';
import { MAX_CHECKSUMS_BYTES } from '../../api/published/receipt-chain.ts';
import { quoteName } from '../../text/quote.ts';
import { FileError } from '../../text/site-problem.ts';
import { isReceiptsYear, parseChecksums, sha256 } from '../checksums.ts';
import { controlFiles, pagesLimits } from '../host-limits.ts';
import { SiteFiles } from '../site-files.ts';

/** Maximum number of files and folders to name. */
const NAMED = 3;

/**
 * Names what a folder holds other than a site that this code wrote. Anything that the site's `SHA256SUMS` doesn't list
 * could be someone's work, even a link or an empty folder.
 *
 * @returns for example `notes.txt, drafts/`; empty if the folder holds only a site, or nothing, or doesn't exist
 */
export async function foreignContent(folder: string): Promise<string> {
  if (!existsSync(folder)) return '';
  const named: string[] = [];
  for (const path of foreignPaths(folder, await ownPaths(folder))) {
    if (named.length === NAMED) return `${named.join(', ')} and more`;
    named.push(quoteName(path));
  }
  return named.join(', ');
}

/** Paths in a folder that aren't its own. A foreign folder is one path, so a large folder is no problem. */
function* foreignPaths(folder: string, own: ReadonlySet<string>, above = ''): Generator<string> {
  const entries = readdirSync(join(folder, above), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${above}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    const isOwn = own.has(path) || isReceiptsYear(path);
    if (isOwn && entry.isDirectory()) yield* foreignPaths(folder, own, path);
    else if (!isOwn || !entry.isFile()) yield path;
  }
}

/**
 * Files that every site has. No other project's `SHA256SUMS` lists all of them, and a site's backup doesn't have them.
 * Their hashes are compared, so that no foreign file has one of these names.
 */
const marks = [...controlFiles, proofPaths.newestReceipt];

/** The paths of a site's files and of their folders, which end in a slash. Empty if the folder has no site. */
async function ownPaths(folder: string): Promise<Set<string>> {
  const files = new SiteFiles(folder);
  try {
    const sums = parseChecksums(await files.text(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
    if (!marks.every((path) => sums.has(path))) return new Set();
    const own = new Set([proofPaths.checksums, paths.referenceRates, ...sums.keys()]);
    for (const path of marks) {
      if (sha256(await files.bytes(path, pagesLimits.fileBytes)) !== sums.get(path)) own.delete(path);
    }
    for (const path of [...own]) {
      for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) own.add(path.slice(0, end + 1));
    }
    return own;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return new Set();
  }
}
