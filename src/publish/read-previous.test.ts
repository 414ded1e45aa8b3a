import type { Instant } from '../money/calendar.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths, proofPaths, sourceFile } from '../api/paths.ts';
import { defaultMirrors } from '../sources/mirrors.ts';
import { writeFiles } from '../testing/sites/previous-site.ts';
import { receiptDay, writeReceiptSites } from '../testing/sites/receipt-site.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { readPrevious } from './read-previous.ts';

const folder = temporaryFolder();
const now = `${receiptDay}T08:17:00.000Z` as Instant;
/** The files, by path, that the next publish reads from a site that was published on two days. */
let files: ReadonlyMap<string, string>;
let copies = 0;

beforeAll(async () => {
  const { site } = await writeReceiptSites(folder.path);
  const read = [
    ...[paths.state, paths.archiveMarket, paths.archiveEvidence, paths.officialCorrections('ecb'), sourceFile],
    ...['2024', '2025', '2026'].flatMap((year) => [paths.archiveYear(year), paths.officialYear('ecb', year)]),
    ...[proofPaths.newestEntry, proofPaths.checksums, proofPaths.publishLogYear('2026')],
  ].filter((path) => existsSync(join(site, path)));
  files = new Map(read.map((path) => [path, readFileSync(join(site, path), 'utf8')]));
});
afterAll(() => folder[Symbol.asyncDispose]());

/** How each file is changed: its text is replaced, or it is removed. */
type Changes = Readonly<Record<string, ((text: string) => string) | null>>;

/** Reads a copy of the site with some files changed. */
function readCopy(changes: Changes = {}) {
  const copy = new Map(files);
  for (const [path, change] of Object.entries(changes)) {
    const changed = change?.(copy.get(path) ?? expect.fail(`no ${path}`));
    if (changed === undefined) copy.delete(path);
    else copy.set(path, changed);
  }
  const site = join(folder.path, `copy-${copies++}`);
  writeFiles(site, copy);
  return readPrevious(site, now);
}

const log = proofPaths.publishLogYear('2026');

describe('readPrevious (reads the live site that a publish builds on)', () => {
  it('returns a site whose data matches its publish log', async () => {
    const { rate_as_of, retrieved_at, mirror, publishLog } = await readCopy();
    expect([rate_as_of, retrieved_at, mirror]).toEqual([
      receiptDay,
      `${receiptDay}T06:17:00.000Z` as Instant,
      defaultMirrors[0],
    ]);
    expect(publishLog).toHaveLength(2);
  });

  it.each<[string, Changes, string]>([
    ...[paths.officialYear('ecb', '2026'), paths.archiveYear('2026')].map((path): [string, Changes, string] => [
      `${path} was changed after the publish`,
      { [path]: (text) => text.replace(/(?<=,\d\.\d+)1/, '2') },
      `${path}: doesn't match SHA256SUMS`,
    ]),
    [
      'an older entry of its publish log was changed',
      { [log]: (text) => text.replace(/"ok":\d+/, '"ok":1') },
      `${log}: line 2 does not follow the previous line`,
    ],
    [
      'the newest entry of its publish log was changed',
      { [log]: (text) => text.replace(/"ok":\d+(?=[^\n]*\n$)/, '"ok":1') },
      `${log}: has a last line that doesn't match receipts/newest.json and SHA256SUMS`,
    ],
    ['its publish log is missing', { [log]: null }, `${log}: is missing`],
    ['its checksums are missing', { [proofPaths.checksums]: null }, 'SHA256SUMS: is missing'],
  ])('rejects a site if %s', async (_, changes, problem) => {
    const refused = readCopy(changes);
    await expect(refused).rejects.toThrow(/^The previous site cannot be used: .*\. Nothing was written\./);
    await expect(refused).rejects.toThrow(problem);
  });
});
