import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError, runCommand } from '../src/cli/command.ts';
import { readCommandLine } from '../src/cli/command-line.ts';
import { print } from '../src/cli/tell.ts';
import { catalogue } from '../src/currencies/catalogue.ts';
import { type Dataset, parseDataset } from '../src/dataset/dataset.ts';
import { DatasetError } from '../src/dataset/errors.ts';
import { recordedYardstick } from '../src/dataset/recorded-snapshot.ts';
import { doubts, replay } from '../src/dataset/replay.ts';

const expected = 'Name the folder of the datasets, each a JSON file such as the mirrors serve';

await runCommand(async () => {
  const { argument: folder } = readCommandLine({
    summary:
      'Puts every dataset of a folder through the quality gate, in the order of their dates, and prints what it holds, ' +
      'accepts and leaves out, and which published values are doubtful with hindsight.',
    synopsis: 'npm run replay -- DIR',
    options: {},
    argument: z
      .string(expected)
      .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false, expected),
    notes: 'Exit codes: 0 done; 1 a file is no dataset; 2 wrong use.',
  });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const datasets = await Promise.all(names.map((name) => read(join(folder, name))));
  datasets.sort((a, b) => (a.date < b.date ? -1 : 1));
  const days = replay(datasets, catalogue, recordedYardstick(catalogue));
  for (const { date, quality, refusal } of days) {
    if (refusal !== undefined) print(`${date}  refused: ${refusal}`);
    for (const [code, { state, reason, published, offered }] of quality) {
      const what = state === 'held' && published === null ? 'left out' : state;
      print(
        `${date}  ${code} ${what} (${reason}): offered ${offered ?? 'nothing'}, published ${published ?? 'nothing'}`,
      );
    }
  }
  const doubtful = doubts(days, datasets, catalogue);
  for (const { date, code, published, factor } of doubtful) {
    print(`${date}  ${code} doubtful: published ${published}, ${((factor - 1) * 100).toFixed(1)}% off`);
  }

  const states = days.flatMap(({ quality }) => [...quality.values()]);
  const held = states.filter(({ state, published }) => state === 'held' && published !== null).length;
  const leftOut = states.filter(({ published }) => published === null).length;
  const far = doubtful.filter(({ factor }) => factor > 1.2).length;
  print(
    `${days.length} datasets: ${held} values held, ${leftOut} left out, ${states.length - held - leftOut} levels accepted, ` +
      `${days.filter(({ refusal }) => refusal !== undefined).length} datasets refused. Doubtful with hindsight: ` +
      `${doubtful.length - far} values off by 5 to 20%, ${far} by more.`,
  );
});

async function read(file: string): Promise<Dataset> {
  try {
    const answer: unknown = JSON.parse(await readFile(file, 'utf8'));
    const { date } = z.object({ date: z.iso.date() }).parse(answer);
    return parseDataset(answer, catalogue, `${date}T12:00:00.000Z`);
  } catch (error) {
    if (!(error instanceof DatasetError || error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new CommandError(`${file} is no dataset: ${error instanceof z.ZodError ? 'it has no date' : error.message}`);
  }
}
