import '../../src/operate/terminal/environment.ts';
import type { ArchivedDay } from '../../src/archive/archive.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { withDays } from '../../src/archive/archive.ts';
import { yearFiles } from '../../src/archive/year-file.ts';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';
import { datasetsFolder, readDatasets } from './recorded/read-datasets.ts';
import { ecb } from '../../src/sources/banks/ecb.ts';
import { requestsOf } from '../../src/download/banks/requests.ts';
import { unzipped } from '../../src/download/banks/unzip.ts';
import {
  recordedArchive,
  recordedFolder,
  recordedOfficialFolder,
  recordedOfficialDays,
} from '../../src/publish/recorded-archive.ts';
import { print } from '../../src/operate/terminal/print.ts';
import { publishedOrder } from '../../src/money/currencies/catalogue.ts';

const [table] = ecb.tables;

await runCommand(async () => {
  const { argument: folder, official } = readCommandLine({
    summary:
      'Adds the datasets of a folder to the recorded years in src/archive/recorded, which are used without a network. ' +
      'Existing days stay unchanged.',
    synopsis: 'npm run record -- DIR',
    options: {
      official: {
        value: 'FILE',
        help: 'the European Central Bank’s file of all euro reference rates, to record its days as well',
        schema: z.string().optional(),
      },
    },
    argument: datasetsFolder,
    notes: 'Exit codes: 0 done; 1 a file is invalid, and nothing was written; 2 usage error.',
  });
  const recorded = recordedArchive();
  const known = new Set(recorded.days.map(({ date }) => date));
  const added = (await readDatasets(folder)).filter(({ date }) => !known.has(date));
  const ofBank = official === undefined ? [] : withRecorded(readOfficial(official));
  const officialFolder = recordedOfficialFolder(table);
  mkdirSync(officialFolder, { recursive: true });
  const files = [
    ...yearFiles(withDays(recorded, added).days, publishedOrder).map((year) => ({ ...year, folder: recordedFolder })),
    ...yearFiles(ofBank).map((year) => ({ ...year, folder: officialFolder })),
  ];
  for (const { folder, year, days, body } of files) {
    const file = join(folder, `${year}.csv`);
    writeFileSync(file, body);
    print(`${file}: ${days} days, ${body.length} bytes.`);
  }
});

/** @throws {CommandError} if the file isn't the bank's, or a day of it is unreadable */
function readOfficial(file: string): readonly ArchivedDay[] {
  try {
    const { inZip, parse } = requestsOf(table.key);
    const { days, unreadable } = parse(unzipped(readFileSync(file), inZip));
    if (!unreadable[0]) return days;
    throw new CommandError(`${file}: ${unreadable[0].date} is unreadable. Nothing was written. Use another file.`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandError(`${file}: ${error.message}. Nothing was written.`);
  }
}

/** The bank's days, and recorded days that its file lacks, because it may have only the last days. */
function withRecorded(days: readonly ArchivedDay[]): ArchivedDay[] {
  const byDate = new Map([...recordedOfficialDays(ecb, table), ...days].map((day) => [day.date, day]));
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
