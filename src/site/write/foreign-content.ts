import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { paths, proofPaths } from '../../api/paths.ts';
import { MAX_CHECKSUMS_BYTES } from '../../api/query/publish-log.ts';
import { quoteName } from '../../text/quote.ts';
import { FileError } from '../../text/site-problem.ts';
import { isLogYear, parseChecksums } from '../checksums.ts';
import { controlFiles } from '../host-limits.ts';
import { SiteFiles } from '../site-files.ts';

/** Maximum number of files and folders to name. */
const NAMED = 3;

/**
 * Names what a folder holds other than a site. Anything that the site's `SHA256SUMS` doesn't list could be someone's
 * work, even a link or an empty folder.
 *
 * @returns for example `notes.txt, drafts/`; empty if the folder holds only a site, or nothing
 */
export async function foreignContent(folder: string): Promise<string> {
  const named: string[] = [];
  for (const path of foreignPaths(folder, await ownPaths(folder))) {
    if (named.length === NAMED) return `${named.join(', ')} and more`;
    named.push(quoteName(path));
  }
  return named.join(', ');
}

/** Doesn't list the content of foreign folders, which may be large. */
function* foreignPaths(folder: string, own: ReadonlySet<string>, above = ''): Generator<string> {
  const entries = readdirSync(join(folder, above), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${above}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    const isOwn = own.has(path) || isLogYear(path);
    if (isOwn && entry.isDirectory()) yield* foreignPaths(folder, own, path);
    else if (!isOwn || !entry.isFile()) yield path;
  }
}

/** Files of every site. No other project's `SHA256SUMS` lists all of them, and a monthly backup doesn't have them. */
const marks = [...controlFiles, proofPaths.newestEntry];

/** The paths of a site's files and, with a slash at the end, of its folders. Empty if the folder has no site. */
async function ownPaths(folder: string): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  try {
    const sums = parseChecksums(await new SiteFiles(folder).text(proofPaths.checksums, MAX_CHECKSUMS_BYTES));
    if (!marks.every((path) => sums.has(path) && existsSync(join(folder, path)))) return own;
    for (const path of [proofPaths.checksums, paths.referenceRates, ...sums.keys()]) {
      for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) own.add(path.slice(0, end + 1));
      own.add(path);
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
  return own;
}
