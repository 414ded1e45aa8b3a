import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CommandError, runCommand } from '../src/cli/command.ts';
import { readCommandLine } from '../src/cli/command-line.ts';
import { readOfficialRates } from '../src/cli/official-rates.ts';
import { datasetsFolder, readDatasets } from '../src/cli/read-datasets.ts';
import { print } from '../src/cli/tell.ts';
import type { Evidence } from '../src/archive/evidence.ts';
import { isWithin } from '../src/validation/bounds.ts';
import type { QualityReason } from '../src/rates/quality.ts';
import { agreementLevels } from '../src/rates/witnesses.ts';
import { catalogue } from '../src/currencies/catalogue.ts';
import { compare } from '../src/validation/witnesses/compare.ts';
import { type Replay, replay, scoreReplay, type WrongValue } from '../src/validation/replay.ts';

await runCommand(async () => {
  const {
    argument: folder,
    truth,
    witness,
  } = readCommandLine({
    summary:
      'Puts every dataset of a folder through the judgement, in the order of their dates and each as known on its day, ' +
      'and prints what it holds, leaves out and accepts, and which values are faults with hindsight.',
    synopsis: 'npm run replay -- DIR [OPTIONS]',
    options: {
      truth: {
        value: 'FILE',
        help:
          'a list of values that are known to be wrong, as CSV: date,code,offered,right,reason. All others are taken for ' +
          'right, and the judgement is scored by them (src/archive/recorded/wrong-values.csv is one)',
        schema: z.string().min(1, 'expected a file').optional(),
      },
      witness: {
        value: 'FILE',
        help:
          'official rates that are asked whether they agree, as the European Central Bank publishes them ' +
          '(eurofxref-hist.csv): on each day those of the last business day before',
        schema: z.string().min(1, 'expected a file').optional(),
      },
    },
    argument: datasetsFolder,
    notes: 'Exit codes: 0 done; 1 a file is not what it should be; 2 wrong use.',
  });
  const wrong = truth === undefined ? null : readTruth(truth);
  const datasets = await readDatasets(folder);
  const answersOn = witness === undefined ? () => [] : readOfficialRates(witness);
  const said = datasets.flatMap(
    (dataset) => compare(dataset, answersOn(dataset.date), `${dataset.date}T00:00:00.000Z`).comparisons,
  );
  const replayed = replay(datasets, catalogue, said);
  if (truth !== undefined && wrong) assertOffered(truth, wrong, replayed);
  const { days, refused, faults } = replayed;
  const counts = { held: 0, left_out: 0, accepted: 0, frozen: 0 };
  row('date', 'code', 'what', 'why', 'offered', 'published');
  for (const { date, judged } of days) {
    for (const [code, { state, reason, sourceValue, published }] of judged.quality) {
      counts[state]++;
      row(date, code, state, reason, String(sourceValue ?? ''), String(published ?? ''));
    }
  }
  for (const { date, code, value, reason } of faults) row(date, code, 'fault', reason, String(value), '');
  for (const { date, reason } of refused) print(`${date}  refused: ${reason}`);
  print(
    `${days.length} datasets: ${counts.held} values held, ${counts.left_out} left out, ` +
      `${counts.accepted} levels accepted, ${refused.length} datasets refused. With hindsight ${faults.length} values are faults.`,
  );
  if (witness !== undefined) print(hearingLine(replayed, said));
  if (!wrong) return;
  const { farOff, off, falseHolds, longestFalseHold, overlooked } = scoreReplay(replayed, wrong);
  print(
    `Beside ${wrong.length} values that are known to be wrong:`,
    `  published, and off by more than 20%: ${list(farOff)}`,
    `  published, and off by 5 to 20%: ${list(off)}`,
    `  right, and held or left out: ${list(falseHolds)}; at most ${longestFalseHold} datasets in a row`,
    `  wrong, and no fault with hindsight: ${list(overlooked)}`,
  );
});

function row(
  ...[date, code, what, why, offered, published]: readonly [string, string, string, string, string, string]
) {
  print(
    `${date.padEnd(12)}${code.padEnd(6)}${what.padEnd(10)}${why.padEnd(18)}${offered.padEnd(20)}${published}`.trimEnd(),
  );
}

/** What came of asking a witness. */
function hearingLine({ days, evidence }: Replay, said: readonly Evidence[]): string {
  const reasons = days.flatMap(({ judged }) => [...judged.quality.values()].map(({ reason }) => reason));
  const countOf = (reason: QualityReason) => reasons.filter((other) => other === reason).length;
  const within = (percent: number) => said.filter(({ ratio }) => isWithin(1 + percent / 100, ratio, 1)).length;
  const levels = agreementLevels.map((percent) => `${within(percent)} within ${percent}%`);
  return (
    `The witness was heard on ${said.length} values: ${levels.join(', ')}. It confirmed ${countOf('confirmed')} jumps and ` +
    `contradicted ${countOf('contradicted')} values; ${evidence.length} lines of evidence are kept.`
  );
}

function list(values: readonly string[]): string {
  return values.length === 0 ? 'none' : `${values.length} (${values.join(', ')})`;
}

/** A value of the list, with what the dataset had. */
interface ListedValue extends WrongValue {
  readonly offered: number;
}

/** @throws {CommandError} when it is no such list */
function readTruth(file: string): ListedValue[] {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (header !== 'date,code,offered,right,reason')
    throw new CommandError(`${file}: line 1 is not date,code,offered,right,reason`);
  const rate = z.coerce.number().positive();
  return lines.map((line, index) => {
    const [date, code, offered, right] = line.split(',');
    const { data } = z
      .object({ date: z.iso.date(), code: z.string().min(1), offered: rate, right: rate })
      .safeParse({ date, code, offered, right });
    if (!data) throw new CommandError(`${file}: line ${index + 2} has no date, code, offered and right rate`);
    return data;
  });
}

/** @throws {CommandError} when a list says of a value that is not in the datasets that it is wrong */
function assertOffered(file: string, wrong: readonly ListedValue[], { days }: Replay): void {
  const ratesOf = new Map(days.map(({ date, rates }) => [date, rates]));
  const other = wrong.find(({ date, code, offered }) => {
    const rates = ratesOf.get(date);
    return rates !== undefined && rates.get(code) !== offered;
  });
  if (other)
    throw new CommandError(`${file}: the dataset of ${other.date} does not have ${other.offered} for ${other.code}`);
}
