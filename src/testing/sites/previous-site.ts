import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { archiveFiles } from '../../api/archive/archive-files.ts';
import { buildArchiveIndex } from '../../api/documents/archive-index.ts';
import { paths } from '../../api/paths.ts';
import { buildReferenceRates } from '../../api/documents/reference-rates.ts';
import { buildStatus } from '../../api/documents/status.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { recordedOfficial } from './small-site.ts';

/** The files of a published site that the next publish reads, by path. */
export function previousFiles(snapshot: Snapshot, archive: Archive, official = recordedOfficial): Map<string, string> {
  const files = archiveFiles(archive, new ValidatedArchive(archive, catalogue).rejected(), official);
  return new Map([
    [paths.referenceRates, JSON.stringify(buildReferenceRates(snapshot))],
    [paths.status, JSON.stringify(buildStatus(snapshot, files))],
    [paths.archive, JSON.stringify(buildArchiveIndex(files))],
    [paths.archiveEvidence, files.evidence.body],
    [paths.officialCorrections, files.official.correctionsFile.body],
    ...files.years.map(({ year, body }): [string, string] => [paths.archiveYear(year), body]),
    ...files.official.years.map(({ year, body }): [string, string] => [paths.officialYear(year), body]),
  ]);
}

/** Writes files below a folder, and creates the folders that they need. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, body] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  }
}
