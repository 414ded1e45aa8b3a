import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { paths, proofPaths } from '../../api/paths.ts';
import { checksumLines, checksumOf } from '../../site/checksums.ts';
import { controlFiles } from '../../site/host-limits.ts';

/**
 * Writes a folder that counts as a site of ours, with few files. Each file's text is the same.
 *
 * @param more paths of further files that `SHA256SUMS` lists
 */
export function writeTinySite(folder: string, text = '{}', more: readonly string[] = []): void {
  const listed = [...controlFiles, proofPaths.newestEntry, 'index.html', 'archive/2026.csv', ...more];
  const sums = checksumLines(listed.map((path) => checksumOf(path, text)));
  for (const path of [...listed, paths.referenceRates, proofPaths.publishLogYear('2026'), proofPaths.checksums]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path === proofPaths.checksums ? sums : text);
  }
}
