import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatedConversion } from '../../api/endpoints/convert-on-date.schema.ts';
import { ApiError } from '../../api/error.ts';
import { initialState, parseState, queryOf } from './address-state.ts';
import { BrowserSite } from '../shared/browser-site.ts';
import { recordedDocuments, served } from '../../testing/sites/served.ts';
import { amountsOf, answerTo } from './answer.ts';

const now = '2026-09-30T12:00:00.000Z';
const api = served(recordedDocuments, { now: () => now });

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
  const site = await BrowserSite.open('2024-03-02');
  const state = parseState(search, 'en-US');
  try {
    const answer = await answerTo(state, site);
    const { from, to, rate, asOf, held } = answer;
    const { to: result } = amountsOf(state, answer);
    return { from, to, rate, result, rate_as_of: asOf, held: Object.fromEntries(held) };
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
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
    'two retired currencies': 'from=HRK&to=DEM',
    'a currency that is omitted today': 'from=SYP&to=USD',
    'a sub-unit': 'from=GBX&to=USD',
    'pence in mixed case': 'from=USD&to=GBp',
    'a crypto asset': 'from=BTC&to=EUR',
  };
  const dates = {
    'no date': '',
    'a day with rates': '&date=2025-12-07',
    'a day before the first': '&date=1998-05-01',
    'a day that doesn’t exist': '&date=2026-02-29',
    'a future day': '&date=2030-01-01',
    'the day after tomorrow’s eve': '&date=2026-10-01',
  };
  const sources = { 'no source': '', 'official rates': '&source=ecb', 'an unknown source': '&source=moon' };
  const links = Object.entries(pairs).flatMap(([pair, query]) =>
    Object.entries(dates).flatMap(([date, onDate]) =>
      Object.entries(sources).map(
        ([source, ofSource]) => [pair, date, source, `?${query}&amount=12.5${onDate}${ofSource}`] as const,
      ),
    ),
  );

  it.each(links)('with %s, %s and %s gets the API’s answer', async (_, __, ___, search) => {
    const said = await pageSays(search);
    expect(said).toEqual(await apiSays(search));
    // The page's own links keep the question.
    expect(await pageSays(queryOf(parseState(search, 'en-US')))).toEqual(said);
  });

  it.each(['-1', 'ten', '1e400', '0', '1e-320', '1e308'])(
    'with the amount %s gets the API’s answer',
    async (amount) => {
      const search = `?from=USD&to=IRR&amount=${amount}`;
      expect(await pageSays(search)).toEqual(await apiSays(search));
    },
  );

  it('gets a result at least once for each kind of pair that has rates', async () => {
    const said = await Promise.all(links.map(([pair, , , search]) => pageSays(search).then((said) => [pair, said])));
    const answered = new Set(said.filter(([, said]) => typeof said !== 'string').map(([pair]) => pair));
    expect(Object.keys(pairs).filter((pair) => !answered.has(pair))).toEqual([
      'an unknown currency',
      'a text that isn’t a code',
      'two retired currencies',
    ]);
  });
});

it('amountsOf computes the amount of the other currency', () => {
  const rates = { rate: 0.88, inverse: 1.13636363636 };
  expect(amountsOf({ ...initialState, amount: '100' }, rates)).toEqual({ from: 100, to: 88 });
  expect(amountsOf({ amount: '500', given: 'to' }, rates)).toEqual({ from: 568.18181818, to: 500 });
});
