import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { feedPath, paths, proofPaths, securityPath } from '../../api/paths.ts';
import { serialize } from '../../api/serialize.ts';
import { type FilesOnly, filesOnlyPath } from '../../site/check/files-only.ts';
import { CommandError } from '../terminal/command.ts';
import { mirrorIndexPage, type MirrorPagesInput, mirrorNotFoundPage } from './mirror-pages.ts';

/** The site's folders with data, which a mirror has in full. */
const folders = ['api', 'archive', 'client', 'receipts', 'series'];

/** Further files of a mirror, if the site has them. Without the last, `npm run verify` couldn't rebuild the site. */
const files = [proofPaths.checksums, paths.licenses, feedPath, securityPath];

/**
 * Copies those files of a site that any file host can serve, and adds the files that say so. The copied files and their
 * paths are the site's, so `SHA256SUMS` and its signature also vouch for the mirror.
 *
 * @param mirror the folder to write, which must not exist
 */
export function makeSiteMirror(site: string, mirror: string, pages: MirrorPagesInput): void {
  if (existsSync(mirror)) throw new CommandError(`${mirror} exists already. Remove it, or name another folder.`);
  for (const folder of folders) cpSync(join(site, folder), join(mirror, folder), { recursive: true });
  const copied = files.filter((path) => existsSync(join(site, path)));
  for (const path of copied) {
    mkdirSync(dirname(join(mirror, path)), { recursive: true });
    cpSync(join(site, path), join(mirror, path));
  }
  const host: FilesOnly = { files_only: true, complete_site: pages.completeSite, folders, files: copied };
  const own = {
    [filesOnlyPath]: serialize(host),
    'index.html': mirrorIndexPage(pages),
    '404.html': mirrorNotFoundPage(pages),
    // GitHub Pages then serves all files as they are.
    '.nojekyll': '',
  };
  for (const [path, body] of Object.entries(own)) writeFileSync(join(mirror, path), body);
}
