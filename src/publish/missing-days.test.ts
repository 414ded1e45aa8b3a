import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { type Archive, missingDates, withDays } from '../archive/archive.ts';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { buildStatus } from '../api/documents/status.ts';
import { publishedOrder } from '../money/currencies/catalogue.ts';
import { dateAt, dateOfDay, datesFrom, dayNumber, instantAt, type IsoDate } from '../money/calendar.ts';
import { rateItems } from '../operate/report/rate-items.ts';
import { FIRST_DAY } from '../sources/provider.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import { recordedDay } from '../testing/sites/small-site.ts';
import { fetchPastDays, withPastDays } from './past-days.ts';

/** The day after the outage of the dated mirrors, a Monday. */
const END = dayNumber('2024-05-06');
/** The outage takes a week. In the first scenario it takes five weeks, with eleven days that the source never published. */
const WEEK = 7;
const lastDays = (days: number) => datesFrom(END - days, days);
/** The source published nothing on the weekends of the outage, and on May 1. */
const isPublished = (date: IsoDate) => date !== '2024-05-01' && new Date(date).getUTCDay() % 6 !== 0;
const absentIn = (days: number) => lastDays(days).filter((date) => !isPublished(date));
const absentDays = absentIn(WEEK);

const usd = Object.fromEntries(
  Object.entries({ ...recorded.usd, syp: 110.5 }).filter(([code]) => publishedOrder.includes(code.toUpperCase())),
) as { readonly usd: number; readonly jpy: number };
const rates = new Map(Object.entries(usd).map(([code, rate]) => [code.toUpperCase(), rate]));
const responses = {
  day: (date: IsoDate) => answers.json({ date, usd }),
  'another rate': (date: IsoDate) => answers.json({ date, usd: { ...usd, jpy: usd.jpy * 1.01 } }),
  absent: () => answers.status(404),
  down: () => answers.status(429),
  forbidden: () => answers.status(403),
  page: () => answers.text('<!doctype html><title>Welcome</title>'),
} satisfies Record<string, (date: IsoDate) => (response: ServerResponse) => unknown>;
/** What a dated mirror returns for a date, on a day after the end of the outage, from 0 on. */
type Mirror = (date: IsoDate, day: number) => keyof typeof responses;

const afterOutageOf = (days: number): Mirror => {
  const absent = absentIn(days);
  return (date) => (absent.includes(date) ? 'absent' : 'day');
};
const sound = afterOutageOf(WEEK);
const afterFiveWeeks = afterOutageOf(35);
const always =
  (response: keyof typeof responses): Mirror =>
  () =>
    response;
const forAbsentDays =
  (response: keyof typeof responses): Mirror =>
  (date) =>
    absentDays.includes(date) ? response : 'day';
/** Responds as another mirror does, except on some days, on which it is down. */
const downOn =
  (isDown: (day: number) => boolean, mirror = sound): Mirror =>
  (date, day) =>
    isDown(day) ? 'down' : mirror(date, day);

interface Scenario {
  readonly mirrors: readonly Mirror[];
  /** Hours from one run to the next. */
  readonly everyHours?: number;
  /** Days after the outage on which the publish's memory is lost. */
  readonly forgetsOn?: number;
  readonly backfill?: number;
  /** Length of the outage in days. */
  readonly outage?: number;
}

/** A site that lacks the days of the outage. */
function archiveAfterOutage(days: number): Archive {
  const known = datesFrom(dayNumber(FIRST_DAY), END - days - dayNumber(FIRST_DAY));
  return { days: known.map((date) => ({ date, rates })), gaps: [], comparisons: [] };
}

/** Publishes until no day is missing, or until the issue lists the days. Returns the number of that run, and its day. */
async function play({ mirrors, everyHours = 24, forgetsOn, backfill = 60, outage = WEEK }: Scenario) {
  await using stack = new AsyncDisposableStack();
  let day = 0;
  const urls: string[] = [];
  for (const mirror of mirrors) {
    const started = await startMirror((response, { url = '' }) => {
      const date = url.slice(-10) as IsoDate;
      responses[mirror(date, day)](date)(response);
    });
    urls.push(`${stack.use(started).url}/{date}`);
  }
  let archive = archiveAfterOutage(outage);
  for (let run = 1; ; run++) {
    const begin = (END * 24 + 6 + (run - 1) * everyHours) * 3_600_000;
    const now = instantAt(begin);
    day = dayNumber(dateAt(now)) - END;
    if (day > 60) return { ends: 'never' };
    const today = { date: dateOfDay(END + day), rates };
    const { search, ...known } = archive;
    const remembered = search && day !== forgetsOn ? { ...known, search } : known;
    const options = { datedMirrors: urls, backfill, recorded: false, now };
    const fetched = await fetchPastDays(remembered, options, () => undefined);
    const past = withPastDays(remembered, fetched, now);
    archive = withDays(past.archive, [today]);
    const missing = missingDates(archive, today.date);
    // The status takes time, and the operator isn't told before.
    if (missing.length > 0 && day > 0 && day < 29) continue;
    const status = buildStatus(recordedDay, archiveFiles(archive, [], new Map()));
    expect(status.missing_days).toBe(missing.length);
    if (missing.length === 0) return { ends: 'complete', run, day, gaps: archive.gaps };
    const told = rateItems({ ...status, banks: [], currencies: [] }, now).filter(({ code }) => code === 'missing');
    if (told.length > 0) return { ends: 'told', run, day, since: told[0]?.since, missing };
  }
}

const complete = (run: number, day: number, gaps = absentDays) => ({ ends: 'complete', run, day, gaps });
const told = (missing = absentDays) => ({ ends: 'told', run: 31, day: 30, since: dateOfDay(END), missing });

it.each<[string, Scenario, object]>([
  [
    'all mirrors respond after five weeks',
    { mirrors: [afterFiveWeeks, afterFiveWeeks, afterFiveWeeks], outage: 35 },
    complete(15, 14, absentIn(35)),
  ],
  ['the site is published every six hours', { mirrors: [sound, sound], everyHours: 6 }, complete(56, 14)],
  ['the site is published every three days', { mirrors: [sound, sound], everyHours: 72 }, complete(6, 15)],
  ['the site is published once a week', { mirrors: [sound, sound], everyHours: 168 }, complete(5, 28)],
  [
    'a mirror never comes back: after three days it has no veto',
    { mirrors: [always('down'), sound] },
    complete(18, 17),
  ],
  ['a mirror is down every other day', { mirrors: [downOn((day) => day % 2 === 1), sound] }, complete(15, 14)],
  ['the only mirror is down every other day', { mirrors: [downOn((day) => day % 2 === 1)] }, complete(15, 14)],
  [
    'all mirrors are down for ten more days',
    { mirrors: [downOn((day) => day < 10), downOn((day) => day < 10)] },
    complete(25, 24),
  ],
  ['a mirror with a wrong URL has status 404 for everything', { mirrors: [always('absent'), sound] }, complete(15, 14)],
  [
    'a mirror has only the last 20 days',
    { mirrors: [(date, day) => (dayNumber(date) < END + day - 20 ? 'absent' : sound(date, day)), sound] },
    complete(15, 14),
  ],
  [
    'a mirror has no new days',
    { mirrors: [(date) => (dayNumber(date) < END - WEEK ? 'day' : 'absent'), sound] },
    complete(15, 14),
  ],
  ['the memory is lost on the tenth day', { mirrors: [sound, sound], forgetsOn: 10 }, complete(25, 24)],
  [
    'one of the days comes late',
    { mirrors: [(date, day) => (date === '2024-05-01' && day >= 8 ? 'day' : sound(date, day))] },
    complete(
      15,
      14,
      absentDays.filter((date) => date !== '2024-05-01'),
    ),
  ],
  [
    'all mirrors have status 404 for everything',
    { mirrors: [always('absent'), always('absent')] },
    told(lastDays(WEEK)),
  ],
  ['all mirrors are down for good', { mirrors: [always('down'), always('down')] }, told(lastDays(WEEK))],
  [
    'the only mirror has lost its old days',
    { mirrors: [(date) => (dayNumber(date) < END ? 'absent' : 'day')] },
    told(lastDays(WEEK)),
  ],
  [
    'one of two mirrors has a page for days that it lacks',
    { mirrors: [forAbsentDays('page'), sound] },
    complete(19, 18),
  ],
  ['the only mirror has a page for days that it lacks', { mirrors: [forAbsentDays('page')] }, told()],
  ['the only mirror has status 403 for days that it lacks', { mirrors: [forAbsentDays('forbidden')] }, told()],
  ['the mirrors have different rates', { mirrors: [forAbsentDays('day'), forAbsentDays('another rate')] }, told()],
  ['no dated mirror is named', { mirrors: [] }, told(lastDays(WEEK))],
])('the days of an outage end as fetched days, as gaps or in the issue if %s', async (_, scenario, expected) => {
  expect(await play(scenario)).toEqual(expected);
});
