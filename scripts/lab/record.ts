import '../../src/commands/terminal/environment.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { withDays } from '../../src/archive/archive.ts';
import { yearFiles } from '../../src/archive/year-file.ts';
import { CommandError, runCommand } from '../../src/commands/terminal/command.ts';
import { readCommandLine } from '../../src/commands/terminal/command-line.ts';
import { datasetsFolder, readDatasets } from '../../src/testing/data/read-datasets.ts';
import { parseEcbFile } from '../../src/sources/official/ecb-file.ts';
import {
  recordedArchive,
  recordedFolder,
  recordedOfficialFolder,
} from '../../src/commands/published/recorded-archive.ts';
import { print } from '../../src/commands/terminal/tell.ts';
import { publishedOrder } from '../../src/currencies/catalogue.ts';

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
    notes: 'Exit codes: 0 done; 1 a file isn’t a dataset; 2 usage error.',
  });
  const recorded = recordedArchive();
  const known = new Set(recorded.days.map(({ date }) => date));
  const added = (await readDatasets(folder)).filter(({ date }) => !known.has(date));
  for (const { year, days, body } of yearFiles(withDays(recorded, added), publishedOrder)) {
    const file = join(recordedFolder, `${year}.csv`);
    writeFileSync(file, body);
    print(`${file}: ${days} days, ${body.length} bytes.`);
  }
  if (official === undefined) return;
  mkdirSync(recordedOfficialFolder, { recursive: true });
  const { days: officialDays, unreadable } = parseEcbFile(readFileSync(official));
  if (unreadable[0]) throw new CommandError(`${official}: ${unreadable[0].date} is unreadable. Use another file.`);
  for (const { year, days, body } of yearFiles({ days: officialDays }, [])) {
    const file = join(recordedOfficialFolder, `${year}.csv`);
    writeFileSync(file, body);
    print(`${file}: ${days} days, ${body.length} bytes.`);
  }
});
