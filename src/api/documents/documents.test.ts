import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesUpTo, type IsoDate } from '../../money/calendar.ts';
import { type SyntheticPeriod, syntheticPeriods } from '../../money/period.ts';
import { roundProduct } from '../../money/rounding/exact-rounding.ts';
import { buildConversion } from '../endpoints/convert.ts';
import { conversionSchema } from '../endpoints/convert.schema.ts';
import { buildCurrencyList, currencyListSchema } from './currencies/currency-list.ts';
import { buildSyntheticSeries, syntheticSeriesSchema } from './series/currency-series.ts';
import { buildSyntheticHistory } from '../endpoints/synthetic/synthetic-history.ts';
import { syntheticHistorySchema } from '../endpoints/synthetic/synthetic-history.schema.ts';
import { buildPairDetail } from '../endpoints/pair-detail.ts';
import { pairDetailSchema } from '../endpoints/pair-detail.schema.ts';
import { buildRatesSnapshot, ratesSnapshotSchema } from './rates-snapshot.ts';
import { parseOrigin } from '../query/market-files.ts';
import { buildReferenceRates, referenceRatesSchema } from './reference-rates.ts';
import { siteInput } from '../../testing/sites/served.ts';

const { snapshot, currencies } = siteInput();
const timestamp = '2026-09-29T00:00:00.000Z' as const;
const currency = (code: string) => currencies.find((entry) => entry.code === code) ?? expect.fail(code);

describe('/api/rates', () => {
  it('lists the fiat currencies’ rates by code, then the crypto assets’ rates by code, without metals', () => {
    const document = buildRatesSnapshot(snapshot);
    expect(ratesSnapshotSchema.parse(document)).toEqual(document);
    expect(document).toMatchObject({ success: true, base: 'USD', timestamp });
    expect(Object.keys(document)).toEqual(['success', 'base', 'timestamp', 'rates']);
    expect(Object.keys(document.rates)).toEqual(
      currencies.filter(({ type }) => type !== 'metal').map(({ code }) => code),
    );
    expect(document.rates).toMatchObject({ USD: 1, EUR: 0.88022588, BTC: 0.000012017405 });
  });
});

describe('/api/v1/rates', () => {
  it('has the rates with their source and date', () => {
    const document = buildReferenceRates(snapshot);
    expect(referenceRatesSchema.parse(document)).toEqual(document);
    const { rates, ...rest } = document;
    expect(rest).toEqual({
      success: true,
      base: 'USD',
      rate_as_of: '2026-09-29',
      retrieved_at: timestamp,
      checked_at: '2026-09-30T06:00:00.000Z',
      rate_type: 'daily_reference',
      stale: true,
      stale_reason: 'cached_fallback',
      source: {
        name: 'fawazahmed0/exchange-api',
        url: 'https://github.com/fawazahmed0/exchange-api',
        mirror: 'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json',
        license: 'CC0-1.0',
      },
      held: {},
    });
    expect(rates).toEqual(buildRatesSnapshot(snapshot).rates);
  });

  it('can be parsed back to what the next publish needs', () => {
    const document = buildReferenceRates(snapshot);
    const { rate_as_of, retrieved_at, checked_at, stale_reason, mirror } = snapshot;
    expect(parseOrigin(document)).toEqual({ rate_as_of, retrieved_at, checked_at, stale_reason, mirror });
    expect(() => parseOrigin({ ...document, held: { HKD: 'today' as IsoDate } })).toThrow('isn’t from Ratesheet');
  });

  it('has “stale”: false if stale_reason is null', () => {
    expect(buildReferenceRates({ ...snapshot, stale_reason: null })).toMatchObject({
      stale: false,
      stale_reason: null,
    });
  });
});

describe('/api/currencies', () => {
  it('counts the listed currencies by type (fiat or crypto)', () => {
    const document = buildCurrencyList(currencies);
    expect(currencyListSchema.parse(document)).toEqual(document);
    const countOf = (type: string) => currencies.filter((entry) => entry.type === type).length;
    const [fiat, crypto] = [countOf('fiat'), countOf('crypto')];
    expect(document).toMatchObject({ count: fiat + crypto, fiat_count: fiat, crypto_count: crypto });
    const dollar = { code: 'USD', name: 'US Dollar', symbol: '$', flag: '🇺🇸', type: 'fiat' };
    expect(document.currencies).toContainEqual(dollar);
  });
});

describe('/api/rates/{pair}', () => {
  const detail = (from: string, to: string) =>
    buildPairDetail({ from: currency(from), to: currency(to), retrieved_at: timestamp });

  it('has the rate, the inverse rate and the conversion table', () => {
    const document = detail('USD', 'EUR');
    expect(pairDetailSchema.parse(document)).toEqual(document);
    expect(document).toEqual({
      success: true,
      from: { code: 'USD', name: 'US Dollar', symbol: '$' },
      to: { code: 'EUR', name: 'Euro', symbol: '€' },
      rate: 0.88022588,
      inverse_rate: 1.13607202733,
      table: [1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10000].map((amount) => {
        return { amount, converted: roundProduct(amount, 0.88022588) };
      }),
      timestamp,
    });
  });

  it('has the rate 1 between a currency and itself', () => {
    expect(detail('JPY', 'JPY')).toMatchObject({ rate: 1, inverse_rate: 1 });
  });

  it('has an inverse rate that equals the rate of the opposite pair', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), fc.constantFrom(...currencies), (from, to) => {
        expect(detail(from.code, to.code).inverse_rate).toBe(detail(to.code, from.code).rate);
      }),
    );
  });
});

describe('/api/convert', () => {
  const input = { from: 'EUR', to: 'JPY', rate: 178.905547892, retrieved_at: timestamp };

  it('multiplies the amount by the published rate', () => {
    const document = buildConversion({ ...input, amount: 100 });
    expect(conversionSchema.parse(document)).toEqual({
      ...{ success: true, from: 'EUR', to: 'JPY', amount: 100, result: 17890.5547892, rate: 178.905547892, timestamp },
    });
  });

  it('fails with a RangeError if the result is larger than a JavaScript number can be', () => {
    expect(() => buildConversion({ ...input, amount: 1e307 })).toThrow(RangeError);
  });
});

describe('/api/historical (synthetic series)', () => {
  const history = (period: SyntheticPeriod) =>
    buildSyntheticHistory({ from: currency('USD'), to: currency('INR'), period, dates: datesUpTo('2026-09-29') });

  it.each([
    ['7d', 8, '2026-09-22'],
    ['30d', 31, '2026-08-30'],
    ['90d', 91, '2026-07-01'],
    ['1y', 366, '2025-09-29'],
  ] as const)('has one rate a day from $2 to 2026-09-29 ($1 rates) for the period $0', (period, points, first) => {
    const document = history(period);
    expect(syntheticHistorySchema.parse(document)).toEqual(document);
    expect(document).toMatchObject({ success: true, from: 'USD', to: 'INR', period, data_points: points });
    const days = datesUpTo('2026-09-29', points - 1);
    expect([days[0], document.data.map(({ date }) => date)]).toEqual([first, days]);
    expect(document.data.at(-1)).toEqual({ date: '2026-09-29', rate: 96.085342 });
  });

  it('has the same rate for the same day, whether the period is 7d, 30d, 90d or 1y', () => {
    const year = history('1y').data;
    for (const period of syntheticPeriods) {
      const { data } = history(period);
      expect(data).toEqual(year.slice(-data.length));
    }
  });
});

describe('/series/{code}.json', () => {
  it('has one year of the currency’s synthetic rates per 1 USD', () => {
    const document = buildSyntheticSeries(currency('EUR'), '2026-09-29');
    expect(syntheticSeriesSchema.parse(document)).toEqual(document);
    expect(document).toMatchObject({ base: 'USD', code: 'EUR', as_of: '2026-09-29' });
    expect(document.rates.at(-1)).toBe(0.88022588);
  });
});
