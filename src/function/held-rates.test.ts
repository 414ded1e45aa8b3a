import type { Instant, IsoDate } from '../money/calendar.ts';
import { archiveFiles } from '../api/documents/archive-files.ts';
import { describe, expect, it } from 'vitest';
import { datedConversionSchema } from '../api/endpoints/convert-on-date.schema.ts';
import { datedRatesSchema } from '../api/endpoints/dated-rates.schema.ts';
import { exchangeApiRatesSchema } from '../api/compat/exchange-api.ts';
import { buildExchangeRateApi } from '../api/compat/exchange-rate-api.ts';
import { exchangeRateApiSchema } from '../api/compat/exchange-rate-api.schema.ts';
import { frankfurterCurrenciesSchema } from '../api/documents/currencies/frankfurter-currencies.schema.ts';
import { frankfurterRateSchema, frankfurterRatesSchema } from '../api/compat/frankfurter/frankfurter-v2.schema.ts';
import { ratesPaths } from '../api/compat/format-files.ts';
import { openExchangeRatesSchema } from '../api/compat/open-exchange-rates.schema.ts';
import { historySchema } from '../api/endpoints/history.schema.ts';
import { paths } from '../api/paths.ts';
import { referenceRatesSchema } from '../api/documents/reference-rates.ts';
import { crossRate } from '../money/cross-rate.ts';
import type { Quality } from '../validation/snapshot/quality.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { documentsOf, served } from '../testing/sites/served.ts';
import { withoutMetals } from '../money/currencies/metals.ts';
import { recordedDay, recordedDays, recordedOfficial, recordedRejected } from '../testing/sites/small-site.ts';

const before = recordedDay.rate_as_of;
const newest = '2026-09-30' as const;
const tomorrow = '2026-10-01';
const heldSince = '2026-09-24';

const doubted: Quality = {
  ...{ state: 'held', reason: 'implausible_move', since: '2026-09-25', published: 0.7, published_as_of: heldSince },
  ...{ basis: 'last_good_rate', source_value: 1, agreeing_datasets: 1, needed_datasets: 3, bound: 1.05, witnesses: [] },
  ends_by: '2026-10-02',
};

/** GBP is held, and AED is held at its parity. NOK has a rate only on earlier days. AED never had a valid rate. */
const rates = new Map([...recordedDay.rates, ['GBP', 0.7]]);
rates.delete('NOK');
const snapshot: Snapshot = {
  ...recordedDay,
  rate_as_of: newest,
  checked_at: `${newest}T07:00:00.000Z` as Instant,
  rates,
  quality: new Map<string, Quality>([
    ['AED', { ...doubted, reason: 'off_parity', published_as_of: newest, basis: 'official_parity' }],
    ['GBP', doubted],
    ['JPY', { ...doubted, state: 'accepted', reason: 'datasets_agreed', published_as_of: newest, basis: null }],
    ['NOK', { ...doubted, state: 'omitted', published: null, published_as_of: null, basis: null }],
  ]),
};
const heldOnDay = { AED: newest, GBP: heldSince };

const without = (all: ReadonlyMap<string, number>, ...codes: readonly string[]) =>
  new Map([...all].filter(([code]) => !codes.includes(code)));
const archive = archiveFiles(
  {
    ...recordedDays,
    days: [
      ...recordedDays.days.map(({ date, rates }) => ({ date, rates: without(rates, 'AED') })),
      { date: newest, rates: without(rates, 'AED', 'GBP') },
    ],
  },
  recordedRejected,
  recordedOfficial,
);
const documents = documentsOf({ snapshot, archive });
const { assets, text, json } = served(documents);
const fileOf = (path: string) => assets.files.get(path) ?? expect.fail(path);

const rateOf = (code: string) => rates.get(code) ?? expect.fail(code);
const cross = (from: string, to: string) => crossRate(rateOf(from), rateOf(to));

it('/api/v1/rates with held rates > lists in its field “held” only the held rates, each with its date', () => {
  const document = referenceRatesSchema.parse(JSON.parse(fileOf(paths.referenceRates)));
  expect(document).toMatchObject({ rate_as_of: newest });
  expect(document.held).toEqual(heldOnDay);
});

describe('/api/v1/convert with held rates', () => {
  const conversion = async (query: string) => {
    const { rate, rate_as_of, held } = datedConversionSchema.parse(await json(`/api/v1/convert?${query}`));
    return { rate, rate_as_of, held };
  };

  it.each([
    ['EUR', 'JPY', newest, {}],
    ['EUR', 'GBP', heldSince, { GBP: heldSince }],
    ['GBP', 'EUR', heldSince, { GBP: heldSince }],
    ['GBP', 'AED', heldSince, heldOnDay],
    // AED is held at its parity, which has the newest date.
    ['AED', 'USD', newest, { AED: newest }],
  ])('converts %s to %s and states the older date of their rates, %s', async (from, to, date, held) => {
    const expected = { rate: cross(from, to), rate_as_of: date, held };
    for (const asked of ['', `&date=${newest}`, `&date=${tomorrow}`]) {
      expect(await conversion(`from=${from}&to=${to}${asked}`)).toEqual(expected);
    }
  });

  it('uses the rate of the requested past day even if the currency is held today', async () => {
    const rate = recordedDay.rates.get('GBP');
    expect(await conversion(`from=USD&to=GBP&date=${before}`)).toEqual({ rate, rate_as_of: before, held: {} });
  });

  it('accepts the parameter “date” up to a week after the date of the newest rates', async () => {
    const { get } = served(documents, { now: () => '2026-10-20T07:00:00.000Z' });
    const status = async (date: IsoDate) => (await get(`/api/v1/convert?from=EUR&to=GBP&date=${date}`)).status;
    expect([await status('2026-10-07'), await status('2026-10-08')]).toEqual([200, 400]);
  });

  it('uses the last day with rates of both currencies if one of the two is omitted today', async () => {
    const rate = crossRate(recordedDay.rates.get('NOK') ?? NaN, recordedDay.rates.get('GBP') ?? NaN);
    expect(await conversion(`from=NOK&to=GBP&date=${newest}`)).toEqual({ rate, rate_as_of: before, held: {} });
  });
});

describe('/api/v1/rates/{date} with held rates', () => {
  const dated = async (path: string) => datedRatesSchema.parse(await json(`/api/v1/rates/${path}`));

  it('returns held rates among the rates of the newest day', async () => {
    const file = fileOf(paths.ratesOnDate(newest));
    expect(await text(`/api/v1/rates/${newest}`)).toBe(file);
    expect(await text(`/api/v1/rates/${tomorrow}`)).toBe(file);
    const document = datedRatesSchema.parse(JSON.parse(file));
    expect(document).toMatchObject({ base: 'USD', rate_as_of: newest, held: heldOnDay });
    expect(document.rates).toEqual(Object.fromEntries(withoutMetals(rates)));
  });

  it('has a static file for each base, with the same content as the Pages Function’s response', async () => {
    for (const code of rates.keys()) {
      const file = fileOf(paths.ratesByBase(code));
      expect(await text(`/api/v1/rates/${code}`)).toBe(file);
      expect(await text(`/api/v1/rates/${newest}?base=${code}`)).toBe(file);
      const { base, rate_as_of, held } = datedRatesSchema.parse(JSON.parse(file));
      expect([base, rate_as_of, held]).toEqual([code, code === 'GBP' ? heldSince : newest, heldOnDay]);
    }
  });

  it('lists as held only the base and rates that the response contains', async () => {
    expect((await dated('eur?symbols=GBP,JPY')).held).toEqual({ GBP: heldSince });
    expect((await dated(`${newest}?base=EUR&symbols=GBP,JPY`)).held).toEqual({ GBP: heldSince });
    expect(await dated('gbp?symbols=JPY')).toMatchObject({ rate_as_of: heldSince, held: { GBP: heldSince } });
  });

  it('returns the rates of an earlier day if a requested currency is omitted today', async () => {
    const document = await dated(`${newest}?symbols=NOK,GBP`);
    expect(document).toMatchObject({ rate_as_of: before, rates: { GBP: recordedDay.rates.get('GBP') } });
    expect(document.held).toEqual({});
  });

  it('has an empty field “held” in the file of a past day', () => {
    expect(JSON.parse(fileOf(paths.ratesOnDate(before)))).toMatchObject({ rate_as_of: before, held: {} });
  });
});

describe('past rates of a currency whose rate is held today', () => {
  it('don’t include the held rate in a pair’s history', async () => {
    const path = `/api/v1/history?from=USD&to=GBP&start=2026-09-20&end=${newest}`;
    const { data } = historySchema.parse(await json(path));
    expect(data.at(-1)).toEqual({ date: before, rate: recordedDay.rates.get('GBP') });
  });

  it('don’t include the held rate in /v2/rates, which has Frankfurter’s format', async () => {
    for (const start of ['2026-09-29', '2026-08-01']) {
      const path = `/v2/rates?from=${start}&to=${newest}&base=USD&quotes=GBP,JPY`;
      const rows = frankfurterRatesSchema.parse(await json(path));
      const quotesOf = (day: string) => rows.filter(({ date }) => date === day).map(({ quote }) => quote);
      expect([quotesOf(before), quotesOf(newest)]).toEqual([['GBP', 'JPY'], ['JPY']]);
    }
  });
});

it('ExchangeRate-API format > states a time_next_update_utc later than Ratesheet’s last check for new rates', () => {
  const day = { date: newest, rates: new Map([['USD', 1]]), held: new Map<string, IsoDate>(), providers: [] };
  const nextAfter = (checkedAt: Instant) => buildExchangeRateApi('USD', day, checkedAt).time_next_update_utc;
  expect(nextAfter(`${newest}T06:00:00.000Z` as Instant)).toBe('Thu, 01 Oct 2026 12:00:00 +0000');
  expect(nextAfter('2026-10-03T09:30:00.000Z')).toBe('Sat, 03 Oct 2026 12:00:00 +0000');
});

describe('Ratesheet’s endpoints in other APIs’ formats if GBP is held (published with an older date)', () => {
  it('state GBP’s older date in each row with GBP at /v2/rates and /v2/rate', async () => {
    const rows = frankfurterRatesSchema.parse(await json('/v2/rates?base=EUR&quotes=GBP,JPY'));
    expect(rows.map(({ date, quote }) => [quote, date])).toEqual([
      ['GBP', heldSince],
      ['JPY', newest],
    ]);
    const onHeld = frankfurterRatesSchema.parse(await json('/v2/rates?base=GBP'));
    expect(new Set(onHeld.map(({ date }) => date))).toEqual(new Set([heldSince]));
    for (const query of ['', `?date=${newest}`]) {
      expect(frankfurterRateSchema.parse(await json(`/v2/rate/EUR/GBP${query}`))).toEqual({
        ...{ date: heldSince, base: 'EUR', quote: 'GBP', rate: cross('EUR', 'GBP') },
      });
    }
  });

  it('state GBP’s older date as its end_date at /v2/currencies', async () => {
    const rows = frankfurterCurrenciesSchema.parse(await json('/v2/currencies'));
    const lastDays = Object.fromEntries(rows.map(({ iso_code, end_date }) => [iso_code, end_date]));
    expect(lastDays).toMatchObject({ GBP: heldSince, JPY: newest });
  });

  it.each([
    ['latest.json?symbols=JPY', newest],
    ['latest.json?symbols=GBP', heldSince],
    ['latest.json?base=GBP', heldSince],
    ['latest.json', newest],
    [`historical/${newest}.json?symbols=GBP`, heldSince],
  ])('return /oxr/%s with a timestamp on %s', async (path, date) => {
    const { timestamp } = openExchangeRatesSchema.parse(await json(`/oxr/${path}`));
    expect(new Date(timestamp * 1000).toISOString()).toBe(`${date}T12:00:00.000Z` as Instant);
  });

  it.each([
    ['EUR', newest],
    ['GBP', heldSince],
  ])('state for the base %s the date %s in the formats of exchange-api and ExchangeRate-API', (code, date) => {
    const exchangeApi = exchangeApiRatesSchema.parse(JSON.parse(fileOf(ratesPaths.exchangeApi(code))));
    const exchangeRateApi = exchangeRateApiSchema.parse(JSON.parse(fileOf(ratesPaths.exchangeRateApi(code))));
    expect(exchangeApi.date).toBe(date);
    expect(exchangeRateApi).toMatchObject({
      date,
      time_last_update_unix: Date.parse(`${date}T12:00:00Z`) / 1000,
      time_next_update_unix: Date.parse(`${tomorrow}T12:00:00Z`) / 1000,
    });
  });
});
