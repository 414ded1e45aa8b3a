import { describe, expect, it } from 'vitest';
import type { CurrencyFactsList } from '../api/documents/currency-facts.ts';
import type { DatedConversion } from '../api/endpoints/convert-on-date.schema.ts';
import type { Quality } from '../validation/snapshot/quality.ts';
import { recordedDay } from '../testing/sites/small-site.ts';
import { documentsOf, served } from '../testing/sites/served.ts';

const { answer, assets, get, json, text } = served();
const published = (path: string): unknown => JSON.parse(assets.files.get(path) ?? '');
const [gold, silver] = [0.0002421835, 0.016496894];
const codes = ['XAG', 'XAU', 'XPD', 'XPT'];

describe('metals (units of one troy ounce)', () => {
  it('are in all responses of /api/v1', async () => {
    const inRates = { XAG: silver, XAU: gold, XPD: 0.0008275783, XPT: 0.0005895153 };
    expect(published('api/v1/rates.json')).toMatchObject({ rates: inRates });
    expect(assets.files.get('api/v1/rates.csv')).toMatch(/\r\nXAG,0\.016496894\r\nXAU,0\.0002421835\r\n/);
    expect(await json('/api/v1/rates/2026-09-29')).toMatchObject({ rates: inRates });
    expect(await json('/api/v1/rates/xau?symbols=USD,XAG')).toMatchObject({
      ...{ base: 'XAU', rates: { USD: 4129.10045482, XAG: 68.1173325185 } },
    });
    expect(await json<DatedConversion>('/api/v1/convert?from=usd&to=xau&amount=100')).toMatchObject({
      ...{ from: 'USD', to: 'XAU', amount: 100, result: 0.02421835, rate: gold, rate_as_of: '2026-09-29' },
    });
    expect(await json('/api/v1/convert?from=XAU&to=EUR&date=2024-03-02')).toMatchObject({ rate_as_of: '2024-03-02' });
    expect(await text('/api/v1/history.csv?from=XAU&to=XAG&start=2026-09-28')).toBe(
      'date,rate\r\n2026-09-28,67.7009378675\r\n2026-09-29,68.1173325185\r\n',
    );
    expect(published('api/v1/history/xau/2026.json')).toMatchObject({ code: 'XAU' });
  });

  it('have their own type in /api/v1/currencies, and no minor units, as in ISO 4217', () => {
    const { currencies } = published('api/v1/currencies.json') as CurrencyFactsList;
    expect(currencies.slice(-5).map(({ code, type }) => `${code} ${type}`)).toEqual([
      'XRP crypto',
      ...codes.map((code) => `${code} metal`),
    ]);
    expect(currencies.find(({ code }) => code === 'XAU')).toEqual({
      ...{ code: 'XAU', name: 'Gold', symbol: 'Au', flag: '⚖️', type: 'metal', numeric: '959', minor_units: null },
      ...{ countries: [], peg: null, redenomination: null, several_rates: null, first_day: '2024-03-02' },
    });
  });

  it.each([
    ['convert?from=USD&to=xau', 'XAU', '/api/v1/convert?from=USD&to=XAU&amount=1'],
    ['convert?from=XAU&to=XPT&amount=2.50', 'XAU", "XPT', '/api/v1/convert?from=XAU&to=XPT&amount=2.50'],
    ['convert?from=xau&to=XAU', 'XAU', '/api/v1/convert?from=XAU&to=XAU&amount=1'],
    ['rates/xag-to-eur', 'XAG', '/api/v1/convert?from=XAG&to=EUR'],
    ['historical?from=EUR&to=XPD&period=30d', 'XPD', '/api/v1/history?from=EUR&to=XPD'],
    ['historical/usd-to-xau/7d', 'XAU', '/api/v1/history?from=USD&to=XAU'],
  ])('are unsupported in /api/%s, with an error that says what to use', async (path, metals, instead) => {
    const error = `Unsupported currency: "${metals}". The API without a version has no metals. Use ${instead}`;
    expect(await answer(`/api/${path}`)).toEqual([400, { success: false, error }]);
    expect((await get(instead)).status).toBe(200);
  });

  it('are missing in every file of the API without a version, also if one of them is held', () => {
    const held: Quality = {
      ...{
        state: 'held',
        reason: 'implausible_move',
        since: '2026-09-29',
        published: gold,
        published_as_of: '2026-09-28',
      },
      ...{
        basis: 'last_good_rate',
        source_value: 1,
        agreeing_datasets: 1,
        needed_datasets: 10,
        bound: 1.08,
        witnesses: [],
      },
      ends_by: '2026-10-08',
    };
    const quality = new Map([...recordedDay.quality, ['XAU', held] as const]);
    const files = documentsOf({ snapshot: { ...recordedDay, quality } });
    const without = files.filter(({ path }) => !/^api\/v1\/|^archive\/|^v1\/|^v2\/|^series\/market\//.test(path));
    expect(
      without.filter(({ path, body }) => /\b(XA[GU]|XP[DT])\b/i.test(path + body)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('are in the formats whose originals have them', async () => {
    expect(published('v1/currencies.json')).toMatchObject({ xau: 'Gold', xpt: 'Platinum' });
    expect(published('v1/currencies/xau.json')).toMatchObject({ xau: { usd: 4129.10045482, xag: 68.1173325185 } });
    expect(await json('/v2/rates?base=XAU&quotes=USD,XPD')).toMatchObject([{ quote: 'USD' }, { quote: 'XPD' }]);
    expect(await json('/v2/currency/XAG')).toMatchObject({ iso_code: 'XAG', iso_numeric: '961', name: 'Silver' });
    expect(Object.keys((await json<{ rates: object }>('/oxr/latest.json?symbols=XAU,XPT,ETH')).rates)).toEqual([
      'XAU',
      'XPT',
    ]);
    expect(await json('/oxr/currencies.json')).toMatchObject({ XAU: 'Gold' });
    // fixer has gold and silver.
    const { rates } = await json<{ rates: object }>('/api/latest?base=USD');
    expect(codes.filter((code) => code in rates)).toEqual(['XAG', 'XAU']);
    // ExchangeRate-API, Prebid and Frankfurter v1 have no metals.
    expect((await get('/v1/latest?base=XAU')).status).toBe(404);
  });
});
