import type { Instant } from '../../../money/calendar.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { round } from '../../../money/rounding/round.ts';
import type { DatedConversion } from '../../../api/endpoints/convert-on-date.schema.ts';
import { ApiError } from '../../../api/error.ts';
import { lackError } from '../../../api/lack-error.ts';
import { initialState, type PageState, parseState, queryOf } from '../address/address-state.ts';
import { BrowserSite } from '../../frame/browser-site.ts';
import { archiveFiles } from '../../../api/documents/archive-files.ts';
import type { Official } from '../../../archive/official-rates.ts';
import { fakeOfficial } from '../../../testing/sites/bank-rates.ts';
import { documentsOf, served } from '../../../testing/sites/served.ts';
import { recordedDays, recordedOfficial, recordedRejected } from '../../../testing/sites/small-site.ts';
import { outcomeOf } from './answer.ts';
import { type Found, LatestAnswer } from './latest-answer.ts';

const now: Instant = '2026-09-30T12:00:00.000Z';
const official: Official = new Map([
  ...recordedOfficial,
  ...fakeOfficial(['nbp', 'nbp-b'], '2025-11-01', '2026-01-31'),
  ...fakeOfficial(['nbu'], '2026-09-01', '2026-10-01'),
]);
const archive = archiveFiles(recordedDays, recordedRejected, official);
const api = served(documentsOf({ archive }), { now: () => now });

beforeAll(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  vi.stubGlobal('fetch', (path: string) => api.assets.fetch(`https://page.example${path}`));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the page says about a link: the result's numbers, or the sentence in their place. */
async function pageSays(search: string) {
  const state = parseState(search, 'en-US');
  const outcome = outcomeOf(state, await find(state));
  if ('lack' in outcome) {
    const { lack, isInMarket } = outcome;
    return lackError(lack, { base: state.from, others: [state.to], newest: 'Omit date', isInMarket }).message;
  }
  if ('problem' in outcome) {
    if (outcome.problem instanceof ApiError) return outcome.problem.message;
    throw outcome.problem;
  }
  const { from, to, rate, asOf, held } = outcome.answer;
  return { from, to, rate, result: outcome.amounts?.to, rate_as_of: asOf, held: Object.fromEntries(held) };
}

async function find(state: PageState): Promise<Found> {
  const site = await BrowserSite.open('2024-03-02');
  return new Promise((onFound) => {
    new LatestAnswer(site, { onFound, onLoading: () => undefined }).ask(state);
  });
}

async function apiSays(search: string) {
  const [status, body] = await api.answer(`/api/v1/convert${search}`);
  if (status !== 200) return (body as { error: string }).error;
  const { from, to, rate, result, rate_as_of, held } = body as DatedConversion;
  return { from, to, rate, result, rate_as_of, held };
}

describe('a link to the converter', () => {
  const pairs = {
    'a known pair': 'from=EUR&to=JPY',
    'the same currency twice': 'from=CHF&to=CHF',
    'an unknown currency': 'from=XXX&to=EUR',
    'a text that isn’t a code': 'from=%3Cb%3E&to=EUR',
    'a retired currency with official rates': 'from=BGN&to=EUR',
    'a currency that is omitted today': 'from=SYP&to=USD',
    'a sub-unit': 'from=GBX&to=USD',
    'pence in mixed case': 'from=USD&to=GBp',
    'a crypto asset': 'from=BTC&to=EUR',
    'a currency with weekly official rates': 'from=AFN&to=USD',
  };
  const dates = {
    'no date': '',
    'a day with rates': '&date=2025-12-07',
    'a day before the first': '&date=1998-05-01',
    'a day that doesn’t exist': '&date=2026-02-29',
    'a future day': '&date=2030-01-01',
    'the day after tomorrow’s eve': '&date=2026-10-01',
  };
  const sources = {
    'no source': '',
    'official rates': '&source=ecb',
    'official rates with weekly tables': '&source=nbp',
    'official rates of tomorrow': '&source=nbu',
    'an unknown source': '&source=moon',
  };
  const links = Object.entries(pairs).flatMap(([pair, query]) =>
    Object.entries(dates).flatMap(([date, onDate]) =>
      Object.entries(sources).map(
        ([source, ofSource]) => [pair, date, source, `?${query}&amount=12.5${onDate}${ofSource}`] as const,
      ),
    ),
  );
  /** Since a currency was replaced, the page converts it at its fixed factor. The API names its successor. */
  const isConverted = (search: string) => /^\?from=BGN&to=EUR&amount=12\.5(&date=2026-10-01)?$/.test(search);

  /** The kinds of pairs that had a result. */
  const answered = new Set<string>();

  it.each(links.filter(([, , , search]) => !isConverted(search)))(
    'with %s, %s and %s gets the API’s answer',
    async (pair, _, __, search) => {
      const said = await pageSays(search);
      if (typeof said !== 'string') answered.add(pair);
      expect(said).toEqual(await apiSays(search));
      // The page's own links keep the question.
      expect(await pageSays(queryOf(parseState(search, 'en-US')))).toEqual(said);
    },
  );

  it.each([
    ['EUR', 'JPY', '2025-12-07'],
    ['USD', 'EUR', '2026-03-16'],
    ['USD', 'GBX', '2026-09-27'],
    ['XAU', 'CHF', '2026-09-29'],
  ])('gets the API’s answer to %s→%s on %s if only the files of the chart can be read', async (from, to, date) => {
    const search = `?from=${from}&to=${to}&date=${date}&amount=12.5`;
    const readAll = fetch;
    vi.stubGlobal('fetch', (path: string) =>
      /^\/api\/v1\/rates\/|^\/series\/market\/days/.test(path)
        ? Promise.reject(new TypeError('offline'))
        : readAll(path),
    );
    try {
      const said = await pageSays(search);
      expect(said).toEqual(await apiSays(search));
      expect(await pageSays(search.replace(date, '2099-01-01')).catch(String)).toContain('can’t be reached');
    } finally {
      vi.stubGlobal('fetch', readAll);
    }
  });

  it.each(['-1', 'ten', '1e400', '0', '1e-320', '1e308'])(
    'with the amount %s gets the API’s answer',
    async (amount) => {
      const search = `?from=USD&to=IRR&amount=${amount}`;
      expect(await pageSays(search)).toEqual(await apiSays(search));
    },
  );

  it('gets a result at least once for each kind of pair that has rates', () => {
    expect(Object.keys(pairs).filter((pair) => !answered.has(pair))).toEqual([
      'an unknown currency',
      'a text that isn’t a code',
    ]);
  });

  it.each([
    ['from=BGN&to=EUR', '', 1 / 1.95583],
    ['from=EUR&to=BGN', '&date=2025-12-31', undefined],
    ['from=EUR&to=BGN', '&date=2026-09-20', 1.95583],
    ['from=HRK&to=DEM', '', 1.95583 / 7.5345],
  ])('with the retired currency in “%s%s” gets its fixed factor', async (pair, date, rate) => {
    const said = await pageSays(`?${pair}${date}`);
    if (rate === undefined) expect(said).toEqual(await apiSays(`?${pair}${date}`));
    else expect(said).toMatchObject({ rate: round(rate) });
  });

  it('whose second amount was typed gets the amount of the first currency', async () => {
    const state = parseState('?from=USD&to=EUR&to_amount=500', 'en-US');
    const outcome = outcomeOf(state, await find(state));
    const { result } = await api.json<DatedConversion>('/api/v1/convert?from=EUR&to=USD&amount=500');
    expect(outcome).toMatchObject({ amounts: { from: result, to: 500 } });
  });
});

describe('LatestAnswer (asks for the answers to the page’s states)', () => {
  const states = (...dates: string[]) => dates.map((date) => ({ ...initialState, date }));

  it('ignores an answer that arrives after the next state, and stops its waiting', async () => {
    const site = await BrowserSite.open('2024-03-02');
    const { promise: slow, resolve: release } = Promise.withResolvers<undefined>();
    vi.stubGlobal('fetch', async (path: string) => {
      await slow;
      return api.assets.fetch(`https://page.example${path}`);
    });
    const events: unknown[] = [];
    const latest = new LatestAnswer(site, {
      onLoading: () => events.push('loading'),
      onFound: (found) => events.push('answer' in found ? found.answer.asOf : found),
    });
    const [past, newest] = states('2025-12-07', '') as [PageState, PageState];
    latest.ask(past);
    latest.ask(newest);
    await expect.poll(() => events).toEqual(['2026-09-29']);
    release(undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(events).toEqual(['2026-09-29']);
  });

  it('says that it is loading if the answer takes long', async () => {
    const site = await BrowserSite.open('2024-03-02');
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const events: unknown[] = [];
    new LatestAnswer(site, { onLoading: () => events.push('loading'), onFound: (found) => events.push(found) }).ask({
      ...initialState,
      date: '2025-12-07',
    });
    await expect.poll(() => events).toEqual(['loading']);
  });
});
