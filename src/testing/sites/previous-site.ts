import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { archiveFiles } from '../../api/documents/archive-files.ts';
import { paths, proofPaths } from '../../api/paths.ts';
import { checksumLines, checksumOf, isListed, sha256 } from '../../site/checksums.ts';
import { buildPublishState } from '../../site/publish-state.ts';
import { buildReferenceRates } from '../../api/documents/reference-rates.ts';
import { buildStatus } from '../../api/documents/status.ts';
import { extendPublishLog } from '../../site/write/extend-publish-log.ts';
import { ValidatedArchive } from '../../validation/validate-archive.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { fewPairs, recordedOfficial } from './small-site.ts';
import { buildPublishEntry } from '../../api/documents/publish-entry.ts';

/**
 * The files of a published site that the next publish reads, and two documents of it, by path. The site has one publish.
 *
 * @param changes other contents of files by path; null for a file that is missing. The publish log vouches for them
 */
export function previousFiles(
  snapshot: Snapshot,
  archive: Archive,
  official = recordedOfficial,
  changes: Readonly<Record<string, string | null>> = {},
): Map<string, string> {
  const rejected = new ValidatedArchive(archive, catalogue).rejected();
  const files = archiveFiles(archive, rejected, official, [snapshot.rate_as_of.slice(0, 4)]);
  const all: Readonly<Record<string, string | null>> = {
    [paths.referenceRates]: JSON.stringify(buildReferenceRates(snapshot)),
    [paths.status]: JSON.stringify(buildStatus(snapshot, files)),
    [paths.state]: JSON.stringify(buildPublishState(snapshot, files)),
    [paths.archiveMarket]: JSON.stringify({ gaps: files.gaps, providers: files.providers }),
    [paths.archiveEvidence]: files.evidence.body,
    ...Object.fromEntries(files.years.map(({ year, body }) => [paths.archiveYear(year), body])),
    ...Object.fromEntries(
      files.official.flatMap(({ table, years, correctionsFile }) => [
        ...years.map(({ year, body }) => [paths.officialYear(table.key, year), body] as const),
        ...(years.length > 0 ? [[paths.officialCorrections(table.key), correctionsFile.body] as const] : []),
      ]),
    ),
    ...changes,
  };
  const bodies = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  const listed = bodies.filter(([path]) => isListed(path)).map(([path, body]) => checksumOf(path, body));
  let checksums = '';
  const { newest, years } = extendPublishLog(
    [],
    buildPublishEntry({
      snapshot,
      source: undefined,
      version: '1.2.3',
      commit: undefined,
      url: undefined,
      fileLimit: fewPairs,
    }),
    (newest) => {
      checksums = checksumLines([...listed, checksumOf(proofPaths.newestEntry, newest)]);
      return sha256(checksums);
    },
  );
  return new Map([...bodies, [proofPaths.newestEntry, newest], [proofPaths.checksums, checksums], ...years]);
}

/** Writes files below a folder, and creates the folders that they need. */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, body] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  }
}
