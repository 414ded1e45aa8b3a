import '../../src/commands/terminal/environment.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDays } from '../../src/archive/archive.ts';
import { yearFiles } from '../../src/archive/year-file.ts';
import { runCommand } from '../../src/commands/terminal/command.ts';
import { readCommandLine } from '../../src/commands/terminal/command-line.ts';
import { datasetsFolder, readDatasets } from '../../src/testing/data/read-datasets.ts';
import { recordedArchive, recordedFolder } from '../../src/commands/published/recorded-archive.ts';
import { print } from '../../src/commands/terminal/tell.ts';
import { publishedOrder } from '../../src/currencies/catalogue.ts';

await runCommand(async () => {
  const { argument: folder } = readCommandLine({
    summary:
      'Adds the datasets of a folder to the recorded years in src/archive/recorded, which are used without a network. ' +
      'Existing days stay unchanged.',
    synopsis: 'npm run record -- DIR',
    options: {},
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
});
