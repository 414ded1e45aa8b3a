import type { Archive, ArchivedDay } from '../../src/archive/archive.ts';
import type { Evidence } from '../../src/archive/evidence.ts';
import { parseYearFile, yearFiles } from '../../src/archive/year-file.ts';
import { CommandError } from '../../src/cli/command.ts';
import { catalogue, publishedOrder } from '../../src/currencies/catalogue.ts';
import { ValidatedArchive } from '../../src/validation/validate-archive.ts';
import { dateOfDay, datesUpTo, dayNumber } from '../../src/rates/calendar.ts';
import { FIRST_DAY } from '../../src/rates/first-day.ts';
import { round } from '../../src/rates/round.ts';
import { previousFiles, writeFiles } from '../../src/testing/previous-site.ts';
import { watch } from '../../src/testing/process-usage.ts';
import { recordedDay, recordedDays } from '../../src/testing/small-site.ts';
import { startScript } from '../../src/testing/spawn-script.ts';
import type { BenchFolder } from './bench-folder.ts';
import { count, median, megabytes, printRemark, printRow } from './report.ts';

const ROUNDS = 5;
const DAYS = 3 * 365;
const LAST = dateOfDay(dayNumber(FIRST_DAY) + DAYS - 1);

/** What three years of archive cost, part by part, and what they add to `generate` beside an archive of two days. */
export async function benchArchive(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  const days = daysUpTo(LAST, DAYS);
  const archive = { days, gaps: [], evidence: disputesOn(days) };
  const files = yearFiles(archive, publishedOrder);
  const bytes = files.reduce((total, { body }) => total + body.length, 0);
  printRemark(
    `${count(DAYS)} days of ${catalogue.length} currencies, ${megabytes(bytes)}, and what two witnesses dispute in ` +
      `${DISPUTED.length} of them; the median of ${ROUNDS} rounds`,
  );
  printRow(
    'read',
    inMs(() => files.map(({ year, body }) => parseYearFile(year, body))),
  );
  printRow(
    'validate, at the time',
    inMs(() => new ValidatedArchive(archive, catalogue).newest()),
  );
  printRow(
    'validate, in retrospect',
    inMs(() => new ValidatedArchive(archive, catalogue).rejected()),
  );
  printRow(
    'write',
    inMs(() => yearFiles(archive, publishedOrder)),
  );

  const long = siteOf(folder, archive);
  const short = siteOf(folder, { days: archive.days.slice(-2), gaps: [], evidence: [] });
  const added: { seconds: number; bytes: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [of, without] = [await generate(long, folder, signal), await generate(short, folder, signal)];
    added.push({ seconds: of.seconds - without.seconds, bytes: of.peakBytes - without.peakBytes });
  }
  printRow('added to generate', `${median(added.map(({ seconds }) => seconds)).toFixed(2)} s`, 'limit 0.5 s');
  printRow('  to its peak memory', megabytes(median(added.map((each) => each.bytes))), 'limit 50 MB');
}

function inMs(work: () => unknown): string {
  const times = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return `${median(times).toFixed(0)} ms`;
}

/** Made-up days: each recorded day again until the next one, a little off. */
export function daysUpTo(last: string, days: number): ArchivedDay[] {
  const recorded = recordedDays.days;
  return datesUpTo(last, days - 1).map((date) => {
    const source = recorded.findLast((day) => day.date <= date) ?? recorded[0];
    const off = 1 + Math.sin(dayNumber(date)) / 1000;
    return {
      date,
      rates: new Map(
        Array.from(source?.rates ?? [], ([code, rate]) => [code, code === 'USD' ? 1 : round(rate * off, 10)]),
      ),
    };
  });
}

/** Currencies that two witnesses are away from each day: as many as are for good, and a few. */
const DISPUTED = ['SDG', 'CUP', 'SLE', 'VES', 'MMK', 'LBP', 'NGN', 'SSP', 'YER', 'IRR'];

function disputesOn(days: readonly ArchivedDay[]): Evidence[] {
  return days.flatMap(({ date }) =>
    DISPUTED.flatMap((code) =>
      ['a.example', 'b.example'].map((witness) => ({ date, code, witness, ratio: 1.3, asOf: date })),
    ),
  );
}

function siteOf(folder: BenchFolder, archive: Archive): string {
  const site = folder.next();
  const fetched = `${LAST}T06:00:00.000Z`;
  const times = { asOf: LAST, retrievedAt: fetched, checkedAt: fetched };
  const snapshot = { ...recordedDay, ...times, ...new ValidatedArchive(archive, catalogue).newest() };
  writeFiles(site, previousFiles(snapshot, archive));
  return site;
}

async function generate(previous: string, folder: BenchFolder, signal: AbortSignal) {
  signal.throwIfAborted();
  const out = folder.next();
  const now = `${LAST}T07:00:00.000Z`;
  const args = [
    '--out',
    out,
    '--witness',
    'none',
    '--mirror',
    'http://127.0.0.1:1/',
    '--previous',
    previous,
    '--now',
    now,
  ];
  const { child, ended } = startScript('generate', args);
  const usage = await watch(child, ended);
  const { code, stderr } = await ended;
  if (code !== 0) throw new CommandError('generate failed:', ...stderr.trimEnd().split('\n'));
  folder.release(out);
  return usage;
}
