import { type Conversion } from '../api/endpoints/convert.schema.ts';
import { datedConversionSchema } from '../api/endpoints/convert-on-date.schema.ts';
import { datedRatesSchema } from '../api/endpoints/dated-rates.schema.ts';
import { historySchema } from '../api/endpoints/history.schema.ts';
import { describe, expect, it } from 'vitest';
import { currencyFactsSchema } from '../api/documents/currencies/currency-facts.ts';
import type { CurrencyList } from '../api/documents/currencies/currency-list.ts';
import { round } from '../money/rounding/round.ts';
import type { Quality } from '../validation/snapshot/quality.ts';
import { recordedDay } from '../testing/sites/small-site.ts';
import { archiveSince1999, codedErrorWith, documentsOf, errorWith, served } from '../testing/sites/served.ts';

const doubted: Quality = {
  ...{ state: 'held', reason: 'implausible_move', since: '2026-09-28', published: 0.7, published_as_of: '2026-09-27' },
  ...{ basis: 'last_good_rate', source_value: 1, agreeing_datasets: 1, needed_datasets: 3, bound: 1.05, witnesses: [] },
  ends_by: '2026-10-02',
};
const quality = new Map([...recordedDay.quality, ['GBP', doubted] as const]);
const documents = documentsOf({ archive: archiveSince1999(), snapshot: { ...recordedDay, quality } });
const { assets, json, answer } = served(documents);
const published = (path: string): unknown => JSON.parse(assets.files.get(path) ?? '');

const pairs = [
  ['GBX', 'GBP'],
  ['ZAC', 'ZAR'],
  ['ILA', 'ILS'],
] as const;

describe('sub-units (hundredths of a currency, such as GBX, British pence)', () => {
  it.each(pairs)('can be converted at today’s, past and official rates: 100 %s are 1 %s', async (unit, of) => {
    for (const path of ['/api/v1/convert?', '/api/v1/convert?date=2025-06-03&']) {
      expect(await json(`${path}from=${unit}&to=${of}&amount=12345`)).toMatchObject({
        ...{ from: unit, to: of, amount: 12345, rate: 0.01, result: 123.45 },
      });
      expect(await json(`${path}from=${of}&to=${unit}`)).toMatchObject({ rate: 100, result: 100 });
      expect(await json(`${path}from=${unit}&to=${unit}`)).toMatchObject({ rate: 1 });
    }
    const official = `/api/v1/convert?source=ecb&date=2025-06-03&to=EUR`;
    const { result } = await json<Conversion>(`${official}&from=${of}`);
    expect((await json<Conversion>(`${official}&from=${unit}&amount=100`)).result).toBeCloseTo(result, 10);
  });

  it.each(pairs)(
    'can be converted into every other currency: %s at a hundredth of the rate of %s',
    async (unit, of) => {
      for (const [other, rate] of recordedDay.rates) {
        const conversion = await json<Conversion>(`/api/v1/convert?from=${unit}&to=${other}`);
        const expected = round(rate / (recordedDay.rates.get(of) ?? NaN) / 100);
        expect([other, conversion.rate]).toEqual([other, expected]);
      }
    },
  );

  it('may be written in any case, such as GBX or gbx, but only GBp (not gbp) means pence', async () => {
    for (const [text, rate] of Object.entries({ GBp: 0.01, gbx: 0.01, GBX: 0.01, gbp: 1, GBP: 1, Gbp: 1 })) {
      expect([text, await json(`/api/v1/convert?from=${text}&to=GBP`)]).toMatchObject([text, { rate }]);
    }
    expect(await json('/api/v1/convert?from=ZAc&to=zar')).toMatchObject({ from: 'ZAC', rate: 0.01 });
  });

  it.each([
    ['/api/convert?from=GBX&to=EUR', 'GBX', 'Use GBP, or use GBX in /api/v1'],
    ['/api/convert?from=EUR&to=GBp', 'GBp', 'Use GBP, or use GBX in /api/v1'],
    ['/api/rates/zac-to-usd', 'zac', 'Use ZAR, or use ZAC in /api/v1'],
    ['/api/rates/GBp-to-usd', 'GBp', 'Use GBP, or use GBX in /api/v1'],
    ['/api/historical?from=ila&to=EUR', 'ila', 'Use ILS, or use ILA in /api/v1'],
    ['/api/historical/usd-to-GBp/7d', 'GBp', 'Use GBP, or use GBX in /api/v1'],
  ])('are rejected outside of /api/v1, because /api/currencies lacks them: %s', async (path, code, advice) => {
    expect(await answer(path)).toEqual([400, errorWith(`"${code}"`)]);
    expect(await answer(path)).toEqual([400, errorWith(advice)]);
  });

  it('are accepted in the parameters base and symbols of /api/v1/rates/{date}', async () => {
    for (const source of ['market', 'ecb']) {
      const day = `/api/v1/rates/2025-06-03?source=${source}`;
      const inUnits = datedRatesSchema.parse(await json(`${day}&base=GBX&symbols=EUR,GBP,GBX,ILA`));
      const inPounds = datedRatesSchema.parse(await json(`${day}&base=GBP&symbols=EUR,ILS`));
      const euros = round((inPounds.rates['EUR'] ?? NaN) / 100);
      expect(inUnits.base).toBe('GBX');
      expect(inUnits.rates).toEqual({ EUR: euros, GBP: 0.01, GBX: 1, ILA: inPounds.rates['ILS'] });
    }
    // Without the parameter `symbols`, no sub-unit is listed except the base.
    const all = datedRatesSchema.parse(await json('/api/v1/rates/gbx'));
    expect(Object.keys(all.rates).filter((code) => ['GBX', 'ZAC', 'ILA'].includes(code))).toEqual(['GBX']);
    const perUsd = datedRatesSchema.parse(await json('/api/v1/rates/2025-06-03?symbols=GBX,GBP'));
    expect(perUsd.rates['GBX']).toBe(Number(`${perUsd.rates['GBP']}e2`));
  });

  it('have the date of the last good rate if their currency, such as GBP for GBX, is held', async () => {
    const document = datedConversionSchema.parse(await json('/api/v1/convert?from=GBX&to=EUR'));
    expect(document).toMatchObject({ rate_as_of: '2026-09-27', held: { GBX: '2026-09-27' } });
  });

  it.each([
    ['daily history', ''],
    ['history of official rates', '&source=ecb'],
    ['monthly history', '&every=month'],
    ['history of monthly averages', '&every=month&value=mean'],
  ])('have a hundredth of their currency’s rate in a %s', async (_, parameters) => {
    const range = async (from: string, to: string) => {
      const query = `from=${from}&to=${to}&start=2025-01-02&end=2025-06-30${parameters}`;
      return historySchema.parse(await json(`/api/v1/history?${query}`)).data;
    };
    const pounds = await range('GBP', 'EUR');
    const pence = await range('GBX', 'EUR');
    expect(pence.map(({ date }) => date)).toEqual(pounds.map(({ date }) => date));
    pence.forEach(({ rate }, place) => expect(rate * 100).toBeCloseTo(pounds[place]?.rate ?? NaN, 10));
    expect((await range('ILA', 'ILS')).every(({ rate }) => rate === 0.01)).toBe(true);
    expect(await range('GBX', 'ZAC')).toEqual(await range('GBP', 'ZAR'));
  });

  it('are listed separately in /api/v1/currencies, and not in /api/currencies', () => {
    const facts = currencyFactsSchema.parse(published('api/v1/currencies.json'));
    expect(facts.sub_units).toEqual([
      { code: 'GBX', name: 'British Penny', symbol: 'p', sub_unit_of: 'GBP', factor: 0.01 },
      { code: 'ZAC', name: 'South African Cent', symbol: 'c', sub_unit_of: 'ZAR', factor: 0.01 },
      { code: 'ILA', name: 'Israeli Agora', symbol: 'ag', sub_unit_of: 'ILS', factor: 0.01 },
    ]);
    const { currencies } = published('api/currencies.json') as CurrencyList;
    const listed = new Set([...currencies, ...facts.currencies].map(({ code }) => code));
    for (const [unit, of] of pairs) expect([listed.has(unit), listed.has(of)]).toEqual([false, true]);
  });

  it('have no rate today if their currency, such as ZAR for ZAC, has no rate today', async () => {
    const without = served(
      documents.map(({ path, body }) => {
        if (path === 'api/v1/rates.json') return { path, body: body.replace(/"ZAR":[\d.]+,/, '') };
        return { path, body: path === 'api/currencies.json' ? body.replace(/\{"code":"ZAR".*?\},/, '') : body };
      }),
    );
    expect(await without.json('/api/v1/convert?from=ZAc&to=USD')).toEqual(codedErrorWith('No rate for ZAR today. '));
  });

  it.each([
    ['/v1/latest?base=GBX', 404, { message: 'not found' }],
    ['/v1/latest?base=GBp', 404, { message: 'not found' }],
    ['/v2/rates?base=GBp', 422, { message: 'invalid currency: GBX' }],
    ['/oxr/latest.json?symbols=GBp', 200, { rates: {} }],
    ['/api/latest?symbols=GBp', 200, { success: false, error: { code: 202 } }],
    ['/api/convert?access_key=x&from=GBp&to=EUR&amount=1', 200, { success: false, error: { code: 402 } }],
    ['/v2/rates?base=GBX', 422, { message: 'invalid currency: GBX' }],
    ['/oxr/latest.json?base=GBX', 400, { message: 'invalid_base' }],
    ['/api/latest?base=GBX', 200, { success: false, error: { code: 201 } }],
  ])('are rejected in requests for other APIs’ formats: %s', async (path, status, error) => {
    expect(await answer(path)).toMatchObject([status, error]);
  });
});
