import '../../src/operate/terminal/environment.ts';
import type { IsoDate } from '../../src/money/calendar.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';
import { datasetsFolder, readDatasets } from './recorded/read-datasets.ts';
import { print } from '../../src/operate/terminal/print.ts';
import type { ArchivedDay } from '../../src/archive/archive.ts';
import { elementAt } from '../../src/money/element-at.ts';
import { ecb } from '../../src/sources/banks/ecb.ts';
import { requestsOf } from '../../src/download/banks/requests.ts';
import { unzipped } from '../../src/download/banks/unzip.ts';
import type { QualityReason } from '../../src/validation/snapshot/quality.ts';
import { agreementLevels } from '../../src/validation/snapshot/witness-report.ts';
import { catalogue } from '../../src/money/currencies/catalogue.ts';
import { compare, type ComparedDataset } from '../../src/validation/compare-witnesses.ts';
import { officialWitness } from './recorded/official-witness.ts';
import { isoDate } from '../../src/money/calendar.schema.ts';
import { type Replay, replay, scoreReplay, type WrongValue } from './recorded/replay-datasets.ts';

/** The first day that wasn't used to choose the thresholds of validation. Scores of earlier days prove little. */
const FIRST_UNSEEN_DAY = '2026-01-01';

const parts = [
  { name: 'Days before 2026 (the thresholds were chosen on these)', isUnseen: false },
  { name: '2026 (not used to choose the thresholds)', isUnseen: true },
];

const rate = z.coerce.number().positive();

/** A line of the CSV of known wrong values: the source value and the right rate, in units per 1 USD. */
const listedValue = z.object({ date: isoDate, code: z.string().min(1), source_value: rate, right: rate });

type ListedValue = z.infer<typeof listedValue>;

await runCommand(async () => {
  const {
    argument: folder,
    'wrong-values': wrongFile,
    witness,
  } = readCommandLine({
    summary:
      'Validates every dataset of a folder, in the order of their dates and with what was known on each day. Prints which ' +
      'values are held, omitted, frozen or accepted as a new level, and which are rejected in retrospect.',
    synopsis: 'npm run replay -- DIR [OPTIONS]',
    options: {
      'wrong-values': {
        value: 'FILE',
        help:
          'a CSV of values that are known to be wrong: date,code,source_value,right,reason. All ' +
          'other values count as right. Prints two scores: one for the days before 2026, whose rates were used to ' +
          'choose the thresholds, and one for 2026. See src/archive/recorded/wrong-values.csv',
        schema: z.string().min(1, 'expected a file').optional(),
      },
      witness: {
        value: 'FILE',
        help:
          'official rates to use as a witness, as the European Central Bank publishes them (eurofxref-hist.csv): each day is ' +
          'compared with the rates of the last business day before it',
        schema: z.string().min(1, 'expected a file').optional(),
      },
    },
    argument: datasetsFolder,
    notes: 'Exit codes: 0 done; 1 a file is malformed; 2 usage error.',
  });
  const wrong = wrongFile === undefined ? null : readWrongValues(wrongFile);
  const datasets = await readDatasets(folder);
  const answersOn = witness === undefined ? () => [] : officialWitness(ecb, readBankFile(witness));
  const compared = datasets.map((dataset) =>
    compare(dataset, answersOn(dataset.date), `${dataset.date}T00:00:00.000Z`),
  );
  const replayed = replay(
    datasets,
    catalogue,
    compared.flatMap(({ comparisons }) => comparisons),
  );
  if (wrongFile !== undefined && wrong) assertSourceValues(wrongFile, wrong, replayed);
  const { days, refused, rejected } = replayed;
  const counts = { held: 0, omitted: 0, accepted: 0, frozen: 0 };
  row('date', 'code', 'state', 'reason', 'source value', 'published');
  for (const { date, published: day } of days) {
    for (const [code, { state, reason, source_value, published }] of day.quality) {
      counts[state]++;
      row(date, code, state, reason, String(source_value ?? ''), String(published ?? ''));
    }
  }
  for (const { date, code, value, reason } of rejected) row(date, code, 'rejected', reason, String(value), '');
  for (const { date, reason } of refused) print(`${date}  refused: ${reason}`);
  print(
    `${days.length} datasets: ${counts.held} values held, ${counts.omitted} omitted, ${counts.accepted} new levels ` +
      `accepted, ${counts.frozen} values frozen, ${refused.length} datasets refused. ${rejected.length} values are rejected ` +
      'in retrospect.',
  );
  if (witness !== undefined) print(witnessLine(replayed, compared));
  if (wrong) for (const part of parts) print(...scoreLines(part, replayed, wrong));
});

/** The score of validation for a part of the days. */
function scoreLines({ name, isUnseen }: (typeof parts)[number], replayed: Replay, wrong: readonly WrongValue[]) {
  const has = ({ date }: { readonly date: IsoDate }) => date >= FIRST_UNSEEN_DAY === isUnseen;
  const days = replayed.days.filter(has);
  const known = wrong.filter(has);
  const { farOff, off, falseHolds, longestFalseHold, overlooked } = scoreReplay({ ...replayed, days }, known);
  return [
    `${name}:`,
    `  datasets: ${days.length}; values known to be wrong: ${known.length}`,
    `  published, and off by more than 20%: ${list(farOff)}`,
    `  published, and off by 5 to 20%: ${list(off)}`,
    `  right, but held or omitted: ${list(falseHolds)}; longest run of datasets: ${longestFalseHold}`,
    `  wrong, but not rejected in retrospect: ${list(overlooked)}`,
  ];
}

function row(...cells: readonly string[]): void {
  const widths = [12, 6, 10, 18, 20];
  print(
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('')
      .trimEnd(),
  );
}

/** A summary of the comparisons with a witness. */
function witnessLine({ days, comparisons }: Replay, compared: readonly ComparedDataset[]): string {
  const reasons = days.flatMap(({ published }) => [...published.quality.values()].map(({ reason }) => reason));
  const countOf = (reason: QualityReason) => reasons.filter((other) => other === reason).length;
  const requested = compared.flatMap(({ report }) => report.requested);
  const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
  const levels = agreementLevels.map(
    (percent, level) =>
      `${sum(requested.map(({ agreeing }) => elementAt(agreeing, level).currencies))} within ${percent}%`,
  );
  return (
    `The witness was compared with ${sum(requested.map((each) => each.compared))} values: ${levels.join(', ')}. It confirmed ` +
    `${countOf('confirmed')} new levels and contradicted ${countOf('contradicted')} values. ` +
    `${comparisons.length} comparisons would be archived.`
  );
}

function list(values: readonly string[]): string {
  return values.length === 0 ? 'none' : `${values.length} (${values.join(', ')})`;
}

/** Reads the European Central Bank's file. @throws {CommandError} if the file has another format */
function readBankFile(file: string): readonly ArchivedDay[] {
  try {
    const { inZip, parse } = requestsOf(ecb.key);
    return parse(unzipped(readFileSync(file), inZip)).days;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandError(`${file}: ${error.message}`);
  }
}

/** Reads the CSV of known wrong values. @throws {CommandError} if the file has another format */
function readWrongValues(file: string): ListedValue[] {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (header !== 'date,code,source_value,right,reason')
    throw new CommandError(`${file}: line 1 isn't the header date,code,source_value,right,reason. Add it.`);
  return lines.map((line, index) => {
    const [date, code, source_value, right] = line.split(',');
    const { data } = listedValue.safeParse({ date, code, source_value, right });
    if (!data) throw new CommandError(`${file}: line ${index + 2} isn't date,code,source_value,right,reason. Fix it.`);
    return data;
  });
}

/** @throws {CommandError} if the list has another source value than the dataset of the same day */
function assertSourceValues(file: string, wrong: readonly ListedValue[], { days }: Replay): void {
  const ratesOf = new Map(days.map(({ date, rates }) => [date, rates]));
  const other = wrong.find(({ date, code, source_value }) => {
    const rates = ratesOf.get(date);
    return rates !== undefined && rates.get(code) !== source_value;
  });
  if (other)
    throw new CommandError(
      `${file}: the dataset of ${other.date} has another value for ${other.code} than ${other.source_value}. Fix the line.`,
    );
}
