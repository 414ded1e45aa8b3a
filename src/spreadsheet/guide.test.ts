import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { undoubted } from '../archive/official-rates.ts';
import { memorySite } from '../testing/sites/memory-site.ts';
import { documentsOf, served } from '../testing/sites/served.ts';
import { recordedDays, recordedOfficial, recordedRejected } from '../testing/sites/small-site.ts';
import { convertRows } from './convert-rows.ts';
import { knownOf } from './known.ts';
import { dataRows } from './table.ts';
import { readRow } from './read-rows.ts';
import { type Rounding, termsOf } from './terms.ts';
import { understand } from './understand.ts';
import { writtenFile } from './write-file.ts';

const guide = join(import.meta.dirname, '../../public/docs/spreadsheets.md');

/** Rates of Narodowy Bank Polski, table A. */
const ofPoland = [
  {
    date: '2026-03-02' as const,
    reference: '041/A/NBP/2026',
    rates: new Map([
      ['EUR', 4.2304],
      ['USD', 3.6056],
    ]),
  },
  {
    date: '2026-03-03' as const,
    reference: '042/A/NBP/2026',
    rates: new Map([
      ['EUR', 4.2732],
      ['USD', 3.682],
    ]),
  },
  {
    date: '2026-03-04' as const,
    reference: '043/A/NBP/2026',
    rates: new Map([
      ['EUR', 4.2685],
      ['USD', 3.677],
    ]),
  },
  {
    date: '2026-03-05' as const,
    reference: '044/A/NBP/2026',
    rates: new Map([
      ['EUR', 4.2739],
      ['USD', 3.6771],
    ]),
  },
];
const official = new Map([...recordedOfficial, ['nbp', undoubted(ofPoland)] as const]);
const { assets } = served(documentsOf({ archive: archiveFiles(recordedDays, recordedRejected, official) }));

/** The file that a command of the guide writes. */
async function writtenBy(options: string, text: string): Promise<string> {
  const valueOf = (name: string) => new RegExp(`--${name} (\\S+)`).exec(options)?.[1];
  const terms = termsOf({
    ...{ to: valueOf('to'), rule: valueOf('rule'), source: valueOf('source') },
    rounding: valueOf('rounding') as Rounding | undefined,
  });
  const site = await memorySite(assets, '2026-09-30T06:00:00.000Z');
  const known = knownOf(site);
  const found = understand(Buffer.from(text), {}, known);
  if ('problem' in found) throw new Error(JSON.stringify(found));
  expect(found.questions).toEqual([]);
  const asked = dataRows(found.table).map((row) => readRow(row, found, known.thisYear));
  const { rows, summary } = await convertRows(asked, terms, site);
  expect(summary.converted).toBe(rows.length);
  return Buffer.from(writtenFile(found, rows, terms)).toString();
}

it('guide docs/spreadsheets.md > has the files that its commands write (update: npx vitest run src/spreadsheet -u)', async () => {
  const text = readFileSync(guide, 'utf8');
  const examples = /```csv\n([^`]*)```\n\n```sh\n(.*)\n```\n\n```csv\n([^`]*)```/g;
  let made = text;
  let count = 0;
  for (const [example, given = '', command = '', before = ''] of text.matchAll(examples)) {
    count++;
    made = made.replace(example, example.slice(0, -before.length - 3) + (await writtenBy(command, given)) + '```');
  }
  expect(count).toBe(3);
  await expect(made).toMatchFileSnapshot(guide);
});
