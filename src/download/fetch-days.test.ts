import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import { datesUpTo, type Instant, type IsoDate } from '../money/calendar.ts';
import { answers, startMirror, timeoutFor } from '../testing/servers/loopback-mirror.ts';
import { type FetchDaysOptions, fetchDays } from './fetch-days.ts';
import { present } from '../text/present.ts';
import recorded from '../testing/data/days/usd-2026-09-29.json' with { type: 'json' };

const now: Instant = '2026-09-30T06:00:00.000Z';
const { usd } = recorded;

/** Starts a mirror of past days with a response for each date. Records the largest number of simultaneous requests. */
async function startDatedMirror(
  answer: (date: IsoDate) => (response: ServerResponse, request: IncomingMessage) => unknown,
) {
  let [open, mostOpen] = [0, 0];
  const asked: string[] = [];
  const mirror = await startMirror((response, request) => {
    const date = /\d{4}-\d\d-\d\d/.exec(request.url ?? '')?.[0] as IsoDate;
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

const good = (date: IsoDate) => answers.json({ date, usd });
const absent = () => answers.status(404);
const broken = () => answers.status(500);

/** Fetches days, and returns the result and the reported failures. */
async function fetchFrom(
  mirrors: readonly { readonly template: string }[],
  dates: readonly IsoDate[],
  options: Partial<FetchDaysOptions> = {},
) {
  const progress: number[] = [];
  const { failures: problems, ...fetched } = await fetchDays({
    dates,
    most: dates.length,
    archived: [],
    downForDays: [],
    mirrors: mirrors.map(({ template }) => template),
    catalogue,
    now,
    patience: 60_000,
    onProgress: (done) => progress.push(done),
    ...options,
    limits: { backOff: 1, ...options.limits },
  });
  const { days } = fetched;
  const left = dates.length - days.length;
  const failures = problems.map(({ mirror, problem }) => `${mirror.replace(/^.*:\d+/, '')}: ${problem}`);
  return { ...fetched, dates: days.map(({ date }) => date), left, failures, progress };
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
    expect(fetched).toMatchObject({ dates, absent: [], left: 0, failures: [] });
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

  it('returns a day only if two mirrors have the same rates of it, or if the other mirrors lack it', async () => {
    const wrong = (date: IsoDate) => answers.json({ date, usd: { ...usd, jpy: usd.jpy * 1.01 } });
    const answerOf: Readonly<Record<string, readonly [typeof good, typeof good, typeof good]>> = {
      '2026-08-01': [good, good, wrong],
      '2026-08-02': [wrong, good, good],
      '2026-08-03': [good, wrong, good],
      '2026-08-04': [absent, good, good],
      '2026-08-05': [broken, good, good],
      '2026-08-06': [absent, good, absent],
      '2026-08-11': [absent, good, wrong],
      '2026-08-12': [broken, good, wrong],
      '2026-08-13': [absent, wrong, broken],
      '2026-08-14': [broken, good, broken],
      '2026-08-15': [wrong, broken, absent],
    };
    await using first = await startDatedMirror((date) => present(answerOf[date], date)[0](date));
    await using second = await startDatedMirror((date) => present(answerOf[date], date)[1](date));
    await using third = await startDatedMirror((date) => present(answerOf[date], date)[2](date));
    const fetched = await fetchFrom([first, second, third], Object.keys(answerOf) as IsoDate[]);
    expect(fetched).toMatchObject({
      dates: Object.keys(answerOf).filter((date) => date < '2026-08-10'),
      absent: [],
      disputed: ['2026-08-11', '2026-08-12'],
      left: 5,
    });
    expect(fetched.days.map(({ rates }) => rates.get('JPY'))).toEqual(fetched.days.map(() => usd.jpy));
    // Once two mirrors agree, no other mirror is requested.
    expect(third.asked).not.toContain('2026-08-01');
    // The reported URL has no path and no query, because both may contain a key.
    expect(fetched.failures).toContain(': responded with status 500');
  });

  it('returns the days of the only mirror that works', async () => {
    const dates = datesUpTo('2026-08-31', 39).reverse();
    await using down = await startDatedMirror(broken);
    await using sound = await startDatedMirror(good);
    expect(await fetchFrom([down, sound], dates, { most: 30 })).toMatchObject({
      dates: datesUpTo('2026-08-31', 29),
      disputed: [],
    });
    expect(down.asked.length).toBeLessThanOrEqual(12 + 5);
  });

  it('fetches at most the given number of days, and other days instead of those that fail', async () => {
    const dates = datesUpTo('2026-08-31', 59).reverse();
    await using mirror = await startDatedMirror((date) => (Number(date.slice(8)) % 3 === 0 ? broken() : good(date)));
    const { dates: fetched, progress } = await fetchFrom([mirror], dates, { most: 30 });
    expect(fetched).toEqual(
      dates
        .filter((date) => Number(date.slice(8)) % 3 !== 0)
        .slice(0, 30)
        .reverse(),
    );
    expect(progress).toEqual(fetched.map((_, index) => index + 1));
  });

  it('names the mirrors that have the days before and after a day, but lack the day itself', async () => {
    const lacking: IsoDate[] = ['2026-09-21', '2026-09-22'];
    await using sound = await startDatedMirror((date) => (lacking.includes(date) ? absent() : good(date)));
    // Wrong URLs, or mirrors that have lost their days, or get no new days.
    await using empty = await startDatedMirror(absent);
    await using young = await startDatedMirror((date) => (date < '2026-09-23' ? absent() : good(date)));
    await using old = await startDatedMirror((date) => (date > '2026-09-20' ? absent() : good(date)));
    await using down = await startDatedMirror(broken);
    const mirrors = [sound, empty, young, old, down];
    const archived = ['2026-09-18', '2026-09-19', '2026-09-20', '2026-09-23', '2026-09-24', '2026-09-25'] as const;
    const fetched = await fetchFrom(mirrors, lacking, { archived });
    expect(fetched.absent).toEqual(
      lacking.map((date) => ({ date, lackedBy: [sound.address], failedAt: [down.address] })),
    );
    const withDays = [sound.address, old.address];
    expect(fetched.mirrors).toEqual(new Map(mirrors.map(({ address }) => [address, withDays.includes(address)])));
    // Each neighbor is requested at most once.
    expect(sound.asked.toSorted()).toEqual(['2026-09-20', ...lacking, '2026-09-23']);
    expect(empty.asked.toSorted()).toEqual(['2026-09-19', '2026-09-20', ...lacking]);
  });

  it('goes on with a mirror that lacks more than twelve days in a row', async () => {
    const dates = datesUpTo('2026-08-31', 39);
    await using mirror = await startDatedMirror((date) => (dates.includes(date) ? absent() : good(date)));
    const fetched = await fetchFrom([mirror], dates, { archived: ['2026-07-20', '2026-07-21', '2026-09-01'] });
    expect(fetched.absent.map(({ lackedBy }) => lackedBy)).toEqual(dates.map(() => [mirror.address]));
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
      absent: [{ date: '2026-08-01', lackedBy: [] }],
      left: 1,
      failures: [': responded with status 500'],
    });
  });

  it.each([
    ['is the dataset of a different day', good('2026-08-02'), 'unusable dataset: date: is not 2026-08-01'],
    ['isn’t a dataset', answers.json({}), /^unusable dataset: date: /],
    ['isn’t JSON', answers.text('<html>'), 'the response isn’t JSON: HTML, 6 characters'],
    ['never arrives', answers.hang, 'no complete response within 0.5 s'],
    ['has status 403', answers.status(403), 'responded with status 403'],
  ])('leaves a day for the next run if the response %s', async (_, answer, reason) => {
    await using mirror = await startDatedMirror((date) => (date === '2026-08-01' ? answer : good(date)));
    const limits = { timeout: timeoutFor(answer, 500) };
    const { dates, left, failures } = await fetchFrom([mirror], ['2026-08-01', '2026-08-03'], { limits });
    expect({ dates, left }).toEqual({ dates: ['2026-08-03'], left: 1 });
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

  it('stops requesting days from a mirror after twelve failures in a row', async () => {
    const dates = datesUpTo('2026-08-31', 39);
    await using down = await startDatedMirror(broken);
    const alone = await fetchFrom([down], dates);
    expect(alone).toMatchObject({ days: [], left: 40 });
    // Up to five other requests have already been sent by then.
    expect(down.asked.length).toBeGreaterThanOrEqual(12);
    expect(down.asked.length).toBeLessThanOrEqual(12 + 5);
  });

  it('continues to request days from a mirror if every third request succeeds', async () => {
    const dates = datesUpTo('2026-08-31', 39);
    await using seldom = await startDatedMirror((date) => (dates.indexOf(date) % 3 === 2 ? good(date) : broken()));
    const { left, progress } = await fetchFrom([seldom], dates);
    expect([left, progress.length]).toEqual([27, 13]);
    await using busy = await startDatedMirror(() => answers.status(429));
    expect(await fetchFrom([busy], dates)).toMatchObject({ days: [], left: 40 });
    expect(busy.asked.length).toBeLessThanOrEqual(12 + 5);
  });

  it('ends all downloads at the time limit, and returns the days that arrived before', async () => {
    const dates = datesUpTo('2026-08-31', 39).reverse();
    let open = 0;
    await using slow = await startDatedMirror((date) => (response) => {
      open++;
      response.on('close', () => open--);
      if (date > '2026-08-28') good(date)(response);
    });
    const { dates: fetched, failures } = await fetchFrom([slow], dates, { patience: 1000 });
    expect(fetched).toEqual(['2026-08-29', '2026-08-30', '2026-08-31']);
    expect(failures).toHaveLength(6);
    await expect.poll(() => open).toBe(0);
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
