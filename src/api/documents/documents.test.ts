import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../../currencies/catalogue.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';
import { datesUpTo } from '../../rates/calendar.ts';
import { type SyntheticPeriod, syntheticPeriods } from '../../rates/period.ts';
import { publishedCurrencies } from '../../rates/published-currency.ts';
import { buildConversion, conversionSchema } from './conversion.ts';
import { buildCurrencyList, currencyListSchema } from './currency-list.ts';
import { buildSyntheticSeries, syntheticSeriesSchema } from '../synthetic/currency-series.ts';
import {
  addressTooLong,
  buildError,
  errorSchema,
  invalidAmount,
  missingParameters,
  notFound,
  unsupportedCurrency,
} from '../format/error.ts';
import { buildSyntheticHistory, syntheticHistorySchema } from '../synthetic/history.ts';
import { buildPairDetail, pairDetailSchema } from './pair-detail.ts';
import { pairFiles, paths } from '../format/paths.ts';
import { buildRatesSnapshot, ratesSnapshotSchema } from './rates-snapshot.ts';
import { buildReferenceRates, referenceRatesSchema } from './reference-rates.ts';
import { serialize } from '../format/serialize.ts';

const snapshot = recordedDay;
const currencies = publishedCurrencies(catalogue, snapshot).toSorted(byPublishedOrder);
const timestamp = '2026-09-29T00:00:00.000Z';
const currency = (code: string) => {
  const found = currencies.find((entry) => entry.code === code);
  if (!found) throw new Error(code);
  return found;
};

describe('/api/rates', () => {
  it('lists the fiat currencies’ rates by code, then the crypto assets’ rates by code', () => {
    const document = buildRatesSnapshot(snapshot);
    expect(ratesSnapshotSchema.parse(document)).toEqual(document);
    expect(document).toMatchObject({ success: true, base: 'USD', timestamp });
    expect(Object.keys(document)).toEqual(['success', 'base', 'timestamp', 'rates']);
    expect(Object.keys(document.rates)).toEqual(currencies.map(({ code }) => code));
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

  it('has “stale”: false if stale_reason is null', () => {
    expect(buildReferenceRates({ ...snapshot, staleReason: null })).toMatchObject({ stale: false, stale_reason: null });
  });
});

describe('/api/currencies', () => {
  it('counts the listed currencies by type (fiat or crypto)', () => {
    const document = buildCurrencyList(currencies);
    expect(currencyListSchema.parse(document)).toEqual(document);
    expect(document).toMatchObject({ count: 168, fiat_count: 156, crypto_count: 12 });
    expect(document.currencies).toContainEqual({
      code: 'USD',
      name: 'US Dollar',
      symbol: '$',
      flag: '🇺🇸',
      type: 'fiat',
    });
  });
});

describe('/api/rates/{pair}', () => {
  const detail = (from: string, to: string) =>
    buildPairDetail({ from: currency(from), to: currency(to), retrievedAt: timestamp });

  it('has the rate, the inverse rate and the conversion table', () => {
    const document = detail('USD', 'EUR');
    expect(pairDetailSchema.parse(document)).toEqual(document);
    expect(document).toEqual({
      success: true,
      from: { code: 'USD', name: 'US Dollar', symbol: '$' },
      to: { code: 'EUR', name: 'Euro', symbol: '€' },
      rate: 0.88022588,
      inverse_rate: 1.13607202733,
      table: [
        { amount: 1, converted: 0.88022588 },
        { amount: 5, converted: 4.4011294 },
        { amount: 10, converted: 8.8022588 },
        { amount: 25, converted: 22.005647 },
        { amount: 50, converted: 44.011294 },
        { amount: 100, converted: 88.022588 },
        { amount: 500, converted: 440.11294 },
        { amount: 1000, converted: 880.22588 },
        { amount: 5000, converted: 4401.1294 },
        { amount: 10000, converted: 8802.2588 },
      ],
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
  const input = { from: 'EUR', to: 'JPY', rate: 178.905547892, retrievedAt: timestamp };

  it('multiplies the amount by the published rate', () => {
    const document = buildConversion({ ...input, amount: 100 });
    expect(conversionSchema.parse(document)).toEqual(document);
    expect(document).toEqual({
      success: true,
      from: 'EUR',
      to: 'JPY',
      amount: 100,
      result: 17890.5547892,
      rate: 178.905547892,
      timestamp,
    });
  });

  it('converts an amount of zero to zero', () => {
    expect(buildConversion({ ...input, amount: 0 }).result).toBe(0);
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
    expect(document.data[0]?.date).toBe(first);
    expect(document.data.at(-1)).toEqual({ date: '2026-09-29', rate: 96.085342 });
    expect(document.data.map(({ date }) => date)).toEqual(document.data.map(({ date }) => date).toSorted());
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

describe('JSON error response', () => {
  it('has “success”: false and a message in the field “error”', () => {
    expect(errorSchema.parse(buildError('No.'))).toEqual({ success: false, error: 'No.' });
  });

  it('lists the missing required parameters', () => {
    expect(missingParameters(['from', 'to'], '/api/convert?from=USD&to=EUR')).toMatchObject({
      status: 400,
      message: 'Missing required parameters: from, to. Example: /api/convert?from=USD&to=EUR',
    });
    expect(missingParameters(['to'], '/x').message).toMatch(/^Missing required parameter: to\./);
  });

  it('explains, for an amount with a space, that + means a space in a URL', () => {
    expect(invalidAmount(' 5').message).toContain('" 5". Use a non-negative number');
    expect(invalidAmount(' 5').message).toContain('%2B');
    expect(invalidAmount('ten').message).not.toContain('%2B');
  });

  it('states the maximum length of a URL if the URL is too long', () => {
    expect(addressTooLong()).toMatchObject({
      status: 400,
      message: expect.stringContaining('2000 characters') as string,
    });
  });

  it('lists possible causes of the 404 at an unknown path, such as a used-up daily quota', () => {
    expect(notFound().message).toMatch(/lower case.*slash.*openapi\.json.*omit \.json.*midnight UTC/);
  });

  it('quotes only the beginning of a long user input', () => {
    expect(unsupportedCurrency(['XYZ', '"']).message).toMatch('Unsupported currency: "XYZ", "\\""');
    expect(invalidAmount('9'.repeat(10_000)).message.length).toBeLessThan(200);
  });
});

describe('JSON files of the API', () => {
  it('have one line of JSON that ends with a line feed', () => {
    expect(serialize(buildError('No.'))).toBe('{"success":false,"error":"No."}\n');
  });

  it('have the path of the endpoint, followed by .json', () => {
    expect(pairFiles.detail('USD', 'EUR')).toBe('api/rates/usd-to-eur.json');
    expect(pairFiles.history('USD', 'INR', '30d')).toBe('api/historical/usd-to-inr/30d.json');
    expect(paths.currencySeries('BTC')).toBe('series/btc.json');
  });
});
