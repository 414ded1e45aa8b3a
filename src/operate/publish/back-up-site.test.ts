import type { Instant } from '../../money/calendar.ts';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Preview, startPreview } from '../../site/serve/preview-server.ts';
import { filesOf } from '../../testing/sites/read-site.ts';
import { receiptDay, writeReceiptSites } from '../../testing/sites/receipt-site.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { backUpSite } from './back-up-site.ts';

const folder = temporaryFolder();
const now = `${receiptDay}T08:17:00.000Z` as Instant;
const { signal } = new AbortController();
let site: string;
let preview: Preview;
let backups = 0;

beforeAll(async () => {
  ({ site } = await writeReceiptSites(folder.path));
  preview = await startPreview(site, 0);
});
afterAll(async () => {
  await preview[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const nextFolder = () => join(folder.path, `backup-${backups++}`);

describe('backUpSite (copies the files that a restore needs)', () => {
  it('copies byte for byte the files that the next publish reads', async () => {
    const backup = nextFolder();
    expect(await backUpSite(preview.url, backup, now, signal)).toMatchObject({ rate_as_of: receiptDay });
    expect(filesOf(backup)).toEqual(
      [
        'SHA256SUMS',
        ...['2024.csv', '2025.csv', '2026.csv', 'evidence.csv', 'market.json', 'source.json', 'state.json'].map(
          (name) => `archive/${name}`,
        ),
        ...['2024.csv', '2025.csv', '2026.csv', 'corrections.csv'].map((name) => `archive/ecb/${name}`),
        ...['receipts/2026.jsonl', 'receipts/newest.json'],
      ].sort(),
    );
    for (const path of filesOf(backup))
      expect(readFileSync(join(backup, path)), path).toEqual(readFileSync(join(site, path)));
  });

  it.each<[string, string, ((text: string) => string) | null, string]>([
    [
      'a CSV file that doesn’t match its checksum',
      'archive/2026.csv',
      (csv) => csv.replace('3.67', '3.68'),
      "archive/2026.csv: doesn't match SHA256SUMS",
    ],
    ['a missing file', 'archive/evidence.csv', null, 'archive/evidence.csv: responded with status 404'],
    [
      'a CSV file that is too large (20 MB)',
      'archive/2026.csv',
      () => 'x'.repeat(20_000_000),
      'archive/2026.csv: the response has more than',
    ],
    [
      'checksums that list a path outside the site',
      'SHA256SUMS',
      (sums) => sums.replace('archive/2024.csv', '../../x/2024.csv'),
      'SHA256SUMS: line',
    ],
  ])('rejects a site with %s', async (_, path, change, problem) => {
    const file = join(site, path);
    const original = readFileSync(file, 'utf8');
    if (change) writeFileSync(file, change(original));
    else rmSync(file);
    const backup = nextFolder();
    try {
      const refused = backUpSite(preview.url, backup, now, signal);
      await expect(refused).rejects.toThrow(
        /^http:\/\/localhost:\d+\/ can't be backed up: .*\. Nothing was written\.$/,
      );
      await expect(refused).rejects.toThrow(problem);
      expect(existsSync(backup)).toBe(false);
    } finally {
      writeFileSync(file, original);
    }
  });
});
