import type { Instant } from '../../../src/money/calendar.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogue } from '../../../src/money/currencies/catalogue.ts';
import { type Dataset, parseDataset } from '../../../src/download/dataset.ts';
import { archivedBounds } from '../../../src/validation/completeness.ts';
import { folderProblem } from '../../../src/site/site-folder.ts';
import { UnusableResponseError } from '../../../src/download/errors.ts';
import { CommandError } from '../../../src/operate/terminal/command.ts';

const expected = 'Name a folder of datasets. Each dataset is a JSON file in the format of the mirrors';

/** The schema of a command line argument that names an existing folder of datasets. */
export const datasetsFolder = z.string(expected).superRefine((path, context) => {
  const problem = folderProblem(path);
  if (problem !== undefined) context.addIssue(`${path} ${problem}. ${expected}`);
});

/**
 * Reads the datasets of a folder, in the order of their dates.
 *
 * @throws {CommandError} if a file isn't a dataset, or two datasets have the same date
 */
export async function readDatasets(folder: string): Promise<Dataset[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const datasets = await Promise.all(names.map((name) => read(join(folder, name))));
  datasets.sort((a, b) => (a.date < b.date ? -1 : 1));
  const again = datasets.find(({ date }, index) => date === datasets[index + 1]?.date);
  if (again) throw new CommandError(`${folder} has two datasets of ${again.date}. Remove one of them.`);
  return datasets;
}

async function read(file: string): Promise<Dataset> {
  try {
    const answer: unknown = JSON.parse(await readFile(file, 'utf8'));
    const { date } = z.object({ date: z.iso.date() }).parse(answer);
    return parseDataset(answer, catalogue, `${date}T12:00:00.000Z` as Instant, archivedBounds);
  } catch (error) {
    if (!(error instanceof UnusableResponseError || error instanceof SyntaxError || error instanceof z.ZodError))
      throw error;
    throw new CommandError(`${file} isn't a dataset: ${error instanceof z.ZodError ? 'no date' : error.message}`);
  }
}
