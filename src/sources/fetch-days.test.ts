import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { datesUpTo } from '../rates/calendar.ts';
import { answers, startMirror } from '../testing/servers/loopback-mirror.ts';
import { type FetchDaysOptions, fetchDays, missingDays } from './fetch-days.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };

const now = '2026-09-30T06:00:00.000Z';
const { usd } = recorded;

/** Starts a mirror of past days with a response for each date. Records the largest number of simultaneous requests. */
async function startDatedMirror(
  answer: (date: string) => (response: ServerResponse, request: IncomingMessage) => unknown,
) {
  let [open, mostOpen] = [0, 0];
  const asked: string[] = [];
  const mirror = await startMirror((response, request) => {
    const date = /\d{4}-\d\d-\d\d/.exec(request.url ?? '')?.[0] ?? '';
    asked.push(date);
    mostOpen = Math.max(mostOpen, ++open);
    response.on('close', () => open--);
    answer(date)(response, request);
  });
  const address = new URL(mirror.url).origin;
  return {
    address,
    template: `${address}/{date}/usd.json?key={date}`,
    asked,
    mostOpen: () => mostOpen,
    [Symbol.asyncDispose]: () => mirror[Symbol.asyncDispose](),
  };
}

const good = (date: string) => answers.json({ date, usd });
const absent = () => answers.status(404);
const broken = () => answers.status(500);

/** Fetches days, and returns the result and the reported failures. */
async function fetchFrom(
  mirrors: readonly { readonly template: string }[],
  dates: readonly string[],
  options: Partial<FetchDaysOptions> = {},
) {
  const failures: string[] = [];
  const progress: number[] = [];
  const { days, gaps, left } = await fetchDays({
    dates,
    mirrors: mirrors.map(({ template }) => template),
    catalogue,
    now,
    onFailure: (mirror, { message }) => failures.push(`${mirror.replace(/^.*:\d+/, '')}: ${message}`),
    onProgress: (done) => progress.push(done),
    ...options,
    limits: { backOff: 1, ...options.limits },
  });
  return { days, dates: days.map(({ date }) => date), gaps, left, failures, progress };
}

describe('fetchDays (downloads the datasets of past days)', () => {
  it('returns the datasets in the order of their dates', async () => {
    await using mirror = await startDatedMirror((date) => async (response, request) => {
      // The mirror responds sooner for later days.
      await pause(60 - 2 * Number(date.slice(8)));
      good(date)(response);
      request.resume();
    });
    const dates = datesUpTo('2026-08-28', 24);
    const fetched = await fetchFrom([mirror], dates);
    expect(fetched).toMatchObject({ dates, gaps: [], left: 0, failures: [] });
    expect(fetched.progress).toEqual(dates.map((_, index) => index + 1));
    expect(mirror.asked.toSorted()).toEqual(dates);
    expect(mirror.mostOpen()).toBe(6);
    expect(fetched.days[0]?.rates.get('EUR')).toBe(usd.eur);
    expect(fetched.days[0]?.rates.size).toBe(catalogue.length);
  });

  it('accepts a dataset that lacks a third of the currencies, but rejects a dataset that lacks USD', async () => {
    const half = Object.fromEntries(Object.entries(usd).filter(([code], index) => code === 'usd' || index % 3 > 0));
    const without = { ...usd, usd: undefined };
    await using mirror = await startDatedMirror((date) =>
      answers.json({ date, usd: date === '2026-08-01' ? half : without }),
    );
    const { days, left, failures } = await fetchFrom([mirror], ['2026-08-01', '2026-08-02']);
    expect(days.map(({ date, rates }) => [date, rates.size < 130])).toEqual([['2026-08-01', true]]);
    expect(left).toBe(1);
    expect(failures).toEqual([
      ': unusable dataset: usd.usd: missing or impossible, and nothing is published without this currency',
    ]);
  });

  it('uses the second mirror for a day for which the first mirror fails', async () => {
    await using first = await startDatedMirror((date) => (date === '2026-08-02' ? broken() : good(date)));
    await using second = await startDatedMirror(good);
    const fetched = await fetchFrom([first, second], ['2026-08-01', '2026-08-02', '2026-08-03']);
    expect(fetched).toMatchObject({ dates: ['2026-08-01', '2026-08-02', '2026-08-03'], gaps: [], left: 0 });
    // A server error is retried once. The reported URL has no path and no query, because both may contain a key.
    expect(first.asked.filter((date) => date === '2026-08-02')).toHaveLength(2);
    expect(second.asked).toEqual(['2026-08-02']);
    expect(fetched.failures).toEqual([': responded with status 500']);
  });

  it('records a day as a gap (without a dataset) if it is over a week ago and no mirror has it', async () => {
    await using first = await startDatedMirror((date) => async (response) => {
      // The mirror responds last for the first day.
      await pause(date === '2026-09-21' ? 50 : 0);
      absent()(response);
    });
    await using second = await startDatedMirror(absent);
    const fetched = await fetchFrom([first, second], ['2026-09-21', '2026-09-22', '2026-09-23', '2026-09-29']);
    expect(fetched).toMatchObject({ dates: [], gaps: ['2026-09-21', '2026-09-22'], left: 2, failures: [] });
    expect(first.asked).toHaveLength(4);
  });

  it.each([
    ['the first mirror responds with status 404 and the second mirror with 500', absent, broken],
    ['the first mirror responds with status 500 and the second mirror with 404', broken, absent],
  ])('leaves a day for the next run if %s', async (_, one, other) => {
    await using first = await startDatedMirror(one);
    await using second = await startDatedMirror(other);
    const fetched = await fetchFrom([first, second], ['2026-08-01']);
    expect(fetched).toMatchObject({
      days: [],
      gaps: [],
      left: 1,
      failures: [': responded with status 500'],
    });
  });

  it.each([
    ['is the dataset of a different day', good('2026-08-02'), 'unusable dataset: date: is not 2026-08-01'],
    ['isn’t a dataset', answers.json({}), /^unusable dataset: date: /],
    ['isn’t JSON', answers.text('<html>'), 'the response isn’t JSON: "<html>"'],
    ['never arrives', answers.hang, 'no complete response within 0.5 s'],
    ['has status 403', answers.status(403), 'responded with status 403'],
  ])('leaves a day for the next run if the response %s', async (_, answer, reason) => {
    await using mirror = await startDatedMirror((date) => (date === '2026-08-01' ? answer : good(date)));
    const limits = { timeout: 500, tries: 1 };
    const { dates, gaps, left, failures } = await fetchFrom([mirror], ['2026-08-01', '2026-08-03'], { limits });
    expect({ dates, gaps, left }).toEqual({ dates: ['2026-08-03'], gaps: [], left: 1 });
    const [failure = '', ...more] = failures.map((each) => each.replace(/^: /, ''));
    expect(failure).toMatch(reason);
    expect(more).toEqual([]);
  });

  it('reports a bug in Ratesheet if the code that checks a response throws', async () => {
    await using mirror = await startDatedMirror(good);
    const { left, failures } = await fetchFrom([mirror], ['2026-08-01'], { catalogue: [null as never] });
    expect(left).toBe(1);
    expect(failures).toEqual([
      expect.stringContaining('the response can’t be checked (a bug in Ratesheet): TypeError'),
    ]);
  });

  it('downloads in a second run the days that failed in the first run', async () => {
    const dates = datesUpTo('2026-08-31', 59);
    let isDown = true;
    const fails = (date: string) => isDown && dates.indexOf(date) % 3 === 0;
    await using mirror = await startDatedMirror((date) => (fails(date) ? broken() : good(date)));
    const first = await fetchFrom([mirror], dates);
    expect(first).toMatchObject({ dates: dates.filter((date) => !fails(date)), gaps: [], left: 20 });
    const missing = missingDays(new Set(first.dates), '2026-09-01', 20);
    expect(missing).toEqual(dates.filter(fails));
    isDown = false;
    expect(await fetchFrom([mirror], missing)).toMatchObject({ dates: missing, left: 0 });
  });

  it('stops requesting days from a mirror after twelve failures in a row', async () => {
    const dates = datesUpTo('2026-08-31', 39);
    await using down = await startDatedMirror(broken);
    const alone = await fetchFrom([down], dates, { limits: { tries: 1 } });
    expect(alone).toMatchObject({ days: [], gaps: [], left: 40 });
    // Up to five other requests have already been sent by then.
    expect(down.asked.length).toBeGreaterThanOrEqual(12);
    expect(down.asked.length).toBeLessThanOrEqual(12 + 5);

    down.asked.length = 0;
    await using sound = await startDatedMirror(good);
    expect(await fetchFrom([down, sound], dates, { limits: { tries: 1 } })).toMatchObject({ dates, left: 0 });
    expect(down.asked.length).toBeLessThanOrEqual(12 + 5);
  });

  it('continues to request days from a mirror if every third request succeeds', async () => {
    const dates = datesUpTo('2026-08-31', 39);
    await using seldom = await startDatedMirror((date) => (dates.indexOf(date) % 3 === 2 ? good(date) : broken()));
    const { left, progress } = await fetchFrom([seldom], dates, { limits: { tries: 1 } });
    expect([left, progress.length]).toEqual([27, 40]);
    await using busy = await startDatedMirror(() => answers.status(429));
    expect(await fetchFrom([busy], dates)).toMatchObject({ gaps: [], left: 40 });
    expect(busy.asked.length).toBeLessThanOrEqual(12 + 5);
  });

  it('records no gaps if a mirror lacks 20 of 40 days, because the mirror’s URL may be wrong', async () => {
    const dates = datesUpTo('2026-08-31', 39);
    await using never = await startDatedMirror(absent);
    expect(await fetchFrom([never], dates)).toMatchObject({ days: [], gaps: [], left: 40 });
    expect(await fetchFrom([never], dates.slice(0, 4))).toMatchObject({ gaps: dates.slice(0, 4), left: 0 });
    await using half = await startDatedMirror((date) => (dates.indexOf(date) % 2 === 0 ? good(date) : absent()));
    expect((await fetchFrom([half], dates)).gaps).toEqual([]);
    const long = datesUpTo('2026-08-31', 124);
    await using most = await startDatedMirror((date) => (long.indexOf(date) % 25 === 0 ? absent() : good(date)));
    expect((await fetchFrom([most], long)).gaps).toHaveLength(5);
  });

  it('starts no new download after the time limit', async () => {
    const dates = datesUpTo('2026-08-31', 39);
    await using slow = await startDatedMirror((date) => (response) => {
      setTimeout(() => {
        good(date)(response);
      }, 60);
    });
    const { left } = await fetchFrom([slow], dates, { patience: 100 });
    expect(left).toBeGreaterThan(20);
    expect(left).toBeLessThan(40);
  });

  it('stops if the caller aborts', async () => {
    const controller = new AbortController();
    await using mirror = await startDatedMirror(() => () => {
      controller.abort(new Error('enough'));
    });
    await expect(fetchFrom([mirror], datesUpTo('2026-08-31', 20), { signal: controller.signal })).rejects.toThrow(
      'enough',
    );
    expect(mirror.asked.length).toBeLessThanOrEqual(6);
  });
});

describe('missingDays (lists the days that the archive lacks)', () => {
  it.each<[string, string[], string, number, string[]]>([
    [
      'returns the latest three missing days if the maximum number of days is 3',
      [],
      '2026-03-02',
      3,
      ['2026-02-27', '2026-02-28', '2026-03-01'],
    ],
    [
      'omits days that the archive has',
      ['2026-02-28', '2026-02-25'],
      '2026-03-02',
      3,
      ['2026-02-26', '2026-02-27', '2026-03-01'],
    ],
    ['begins with 2024-03-02, the source’s first day', ['2024-03-03'], '2024-03-05', 9, ['2024-03-02', '2024-03-04']],
    ['returns no days before the source’s first day', [], '2024-03-02', 9, []],
    ['returns no days if the maximum number of days is 0', [], '2026-03-02', 0, []],
  ])('%s', (_, known, before, most, missing) => {
    expect(missingDays(new Set(known), before, most)).toEqual(missing);
  });

  it('looks back no further than the given number of days', () => {
    expect(missingDays(new Set(['2026-02-28']), '2026-03-02', 9, 3)).toEqual(['2026-02-27', '2026-03-01']);
  });
});
