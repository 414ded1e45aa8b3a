import type { Archive, ArchivedDay } from '../../../src/archive/archive.ts';
import { type OfficialRates, undoubted } from '../../../src/archive/official-rates.ts';
import type { Evidence } from '../../../src/archive/evidence.ts';
import { parseYearFile, yearFiles } from '../../../src/archive/year-file.ts';
import { catalogue, publishedOrder } from '../../../src/currencies/catalogue.ts';
import { recordedOfficialRates } from '../../../src/publish/recorded-archive.ts';
import { ValidatedArchive } from '../../../src/validation/validate-archive.ts';
import { dateOfDay, datesUpTo, dayNumber } from '../../../src/rates/calendar.ts';
import { FIRST_DAY } from '../../../src/archive/source.ts';
import { round } from '../../../src/rates/round.ts';
import type { Snapshot } from '../../../src/validation/snapshot/snapshot.ts';
import { filesBelow } from '../../../src/site/files-below.ts';
import { FREE_PLAN_FILES } from '../../../src/site/host-limits.ts';
import { previousFiles, writeFiles } from '../../../src/testing/sites/previous-site.ts';
import { recordedDay, recordedDays } from '../../../src/testing/sites/small-site.ts';
import type { BenchFolder } from './bench-folder.ts';
import { measuredRun } from './measured-run.ts';
import { count, median, megabytes, printRemark, printRow, seconds, secondsOf, sum, times } from './report.ts';

const ROUNDS = 5;

/**
 * Lengths of the measured archives, in years. Reading, validation and writing are measured only for the shortest
 * archive.
 */
const YEARS = [3, 5, 10, 30] as const;

/**
 * Measures how long it takes to read, validate and write an archive. Then measures how much more time and memory
 * `generate` needs for archives of several lengths than for an archive of two days. Finally measures the same for all
 * official rates, compared with the official rates of one day.
 */
export async function benchArchive(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  const [years, ...more] = YEARS;
  const archive = archiveOf(years);
  printSteps(archive);

  printRow('added to generate by', 'files', 'generate', 'added', 'ratio', 'peak memory', 'added');
  await benchYears(archive, ROUNDS, folder, signal);
  printRemark('limits: 0.4 × the time with a two-day archive (0.5 s on a machine where that takes 1.2 s), and 50 MB');
  for (const each of more) await benchYears(archiveOf(each), 1, folder, signal);
  printRemark('limit for 30 years: a peak of 600 MB');
  await benchOfficial(folder, signal);
  printRemark('limits: 0.4 s and 30 MB');
}

function printSteps(archive: Archive): void {
  const files = yearFiles(archive, publishedOrder);
  printRemark(
    `${count(archive.days.length)} days of ${catalogue.length} currencies, ` +
      `${megabytes(sum(files.map(({ body }) => body.length)))}, with ${DISPUTED.length} currencies ` +
      `that two witnesses dispute; the median of ${ROUNDS} rounds`,
  );
  const steps = {
    read: () => files.map(({ year, body }) => parseYearFile(year, year, body)),
    'validate, at the time': () => new ValidatedArchive(archive, catalogue).newest(),
    'validate, in retrospect': () => new ValidatedArchive(archive, catalogue).rejected(),
    write: () => yearFiles(archive, publishedOrder),
  };
  for (const [name, step] of Object.entries(steps)) {
    const rounds = Array.from({ length: ROUNDS }, () => secondsOf(step));
    printRow(name, `${(median(rounds) * 1000).toFixed(0)} ms`);
  }
}

async function benchYears(archive: Archive, rounds: number, folder: BenchFolder, signal: AbortSignal): Promise<void> {
  const short = { days: archive.days.slice(-2), gaps: [], evidence: [] };
  const label = `${Math.round(archive.days.length / 365)} years of archive`;
  await benchAdded(label, { archive }, { archive: short }, rounds, folder, signal);
}

async function benchOfficial(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  const archive = archiveOf(YEARS[0]);
  const days = recordedOfficialRates();
  const whole = { archive, official: undoubted(days) };
  const without = { archive, official: undoubted(days.slice(-1)) };
  await benchAdded('all years of official rates', whole, without, ROUNDS, folder, signal);
}

/** The data that `generate` reads from the previous site. */
interface Previous {
  readonly archive: Archive;
  readonly official?: OfficialRates;
}

/**
 * Prints the time and memory of `generate` when the previous site is `whole`, and how much more that is than when the
 * previous site is `without`.
 */
async function benchAdded(
  label: string,
  whole: Previous,
  without: Previous,
  rounds: number,
  folder: BenchFolder,
  signal: AbortSignal,
): Promise<void> {
  const last = whole.archive.days.at(-1)?.date ?? FIRST_DAY;
  const [long, short] = [siteOf(folder, whole, last), siteOf(folder, without, last)];
  const all: Awaited<ReturnType<typeof generate>>[] = [];
  const added: { seconds: number; ratio: number; bytes: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const more = await generate(long, last, folder, signal);
    const less = await generate(short, last, folder, signal);
    all.push(more);
    const seconds = more.seconds - less.seconds;
    added.push({ seconds, ratio: seconds / less.seconds, bytes: more.peakBytes - less.peakBytes });
  }
  folder.release(long);
  folder.release(short);
  printRow(
    label,
    count(all[0]?.files ?? NaN),
    seconds(median(all.map((each) => each.seconds))),
    seconds(median(added.map((each) => each.seconds))),
    times(median(added.map((each) => each.ratio))),
    megabytes(median(all.map((each) => each.peakBytes))),
    megabytes(median(added.map((each) => each.bytes))),
  );
}

function archiveOf(years: number): Archive {
  const days = daysUpTo(dateOfDay(dayNumber(FIRST_DAY) + years * 365 - 1), years * 365);
  return { days, gaps: [], evidence: disputesOn(days) };
}

/** Generated days up to a date. Each day has the rates of the latest recorded day, slightly changed. */
export function daysUpTo(last: string, days: number): ArchivedDay[] {
  const recorded = recordedDays.days;
  return datesUpTo(last, days - 1).map((date) => {
    const source = recorded.findLast((day) => day.date <= date) ?? recorded[0];
    const off = 1 + Math.sin(dayNumber(date)) / 1000;
    const moved = (code: string, rate: number) => (code === 'USD' ? 1 : round(rate * off, 10));
    return { date, rates: new Map(Array.from(source?.rates ?? [], ([code, rate]) => [code, moved(code, rate)])) };
  });
}

/** The recorded snapshot with another date. */
export function snapshotOn(asOf: string): Snapshot {
  const fetched = `${asOf}T06:00:00.000Z`;
  return { ...recordedDay, asOf, retrievedAt: fetched, checkedAt: fetched };
}

/** Currencies that two witnesses contradict each day, in the order of the file of evidence. Some of these are permanently contradicted in reality, too. */
const DISPUTED = ['CUP', 'IRR', 'LBP', 'MMK', 'NGN', 'SDG', 'SLE', 'SSP', 'VES', 'YER'];

function disputesOn(days: readonly ArchivedDay[]): Evidence[] {
  return days.flatMap(({ date }) =>
    DISPUTED.flatMap((code) =>
      ['a.example', 'b.example'].map((witness) => ({ date, code, witness, ratio: 1.3, asOf: date })),
    ),
  );
}

function siteOf(folder: BenchFolder, { archive, official }: Previous, last: string): string {
  const site = folder.next();
  const snapshot = { ...snapshotOn(last), ...new ValidatedArchive(archive, catalogue).newest() };
  writeFiles(site, previousFiles(snapshot, archive, official));
  return site;
}

async function generate(previous: string, last: string, folder: BenchFolder, signal: AbortSignal) {
  const out = folder.next();
  const usage = await measuredRun(signal, 'generate', [
    ...['--out', out, '--file-limit', String(FREE_PLAN_FILES), '--previous', previous],
    ...['--mirror', 'http://127.0.0.1:1/', '--witness', 'none', '--official', 'none', '--now', `${last}T07:00:00.000Z`],
  ]);
  const files = filesBelow(out).length;
  folder.release(out);
  return { ...usage, files };
}
