import { describe, expect, it } from 'vitest';
import type { CurrencyFactsList } from '../api/documents/currencies/currency-facts.ts';
import { metalsSchema } from '../api/documents/currencies/metals.ts';
import type { RatesSnapshot } from '../api/documents/rates-snapshot.ts';
import type { DatedRates } from '../api/endpoints/dated-rates.schema.ts';
import { isMetal } from '../money/currencies/metals.ts';
import type { Quality } from '../validation/snapshot/quality.ts';
import { recordedDay } from '../testing/sites/small-site.ts';
import { documentsOf, served } from '../testing/sites/served.ts';

const { answer, assets, get, json } = served();
const published = (path: string): unknown => JSON.parse(assets.files.get(path) ?? '');
const [gold, silver] = [0.0002421835, 0.016496894];
const codes = ['XAG', 'XAU', 'XPD', 'XPT'];

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

const newest = recordedDay.rate_as_of;
const metalsIn = (rates: object) => Object.keys(rates).filter(isMetal);

describe('metals (units of one troy ounce)', () => {
  it.each([
    ['/api/v1/convert?from=usd&to=xau&amount=100', { to: 'XAU', result: 0.02421835, rate: gold, rate_as_of: newest }],
    ['/api/v1/convert?from=XAU&to=EUR&date=2024-03-02', { rate: 1922.83782742, rate_as_of: '2024-03-02' }],
    ['/api/v1/convert?from=USD&to=XAU&before=2026-09-29', { rate_as_of: '2026-09-28' }],
    ['/api/v1/rates/xau?symbols=USD,XAG', { base: 'XAU', rates: { USD: 4129.10045482, XAG: 68.1173325185 } }],
    ['/api/v1/rates/2024-03-02?symbols=XAU', { rate_as_of: '2024-03-02', rates: { XAU: 0.000479927 } }],
    ['/api/v1/rates/2024-03-02?base=XAU&symbols=USD', { base: 'XAU', rate_as_of: '2024-03-02' }],
    ['/api/v1/history?from=XAU&to=XAG&start=2026-09-29', { data: [{ date: newest, rate: 68.1173325185 }] }],
    ['/api/v1/compare?from=XAU&to=EUR', { comparison: [{ key: 'market', rate_as_of: newest }] }],
  ])('are in %s, which names them', async (path, expected) => {
    expect(await json(path)).toMatchObject(expected);
  });

  it('are in files of their own', () => {
    expect(published('api/v1/history/xau/2026.json')).toMatchObject({ code: 'XAU' });
    const { base, rates } = published('api/v1/rates/xau.json') as DatedRates;
    expect([base, rates['XAU'], rates['USD']]).toEqual(['XAU', 1, 4129.10045482]);
    expect(metalsIn(rates)).toEqual(['XAU']);
  });

  it('have their facts and rates in /api/v1/metals', () => {
    const document = metalsSchema.parse(published('api/v1/metals.json'));
    expect(document).toMatchObject({ base: 'USD', rate_as_of: newest, held: {}, count: 4 });
    expect(document.metals.map(({ code, rate }) => [code, rate])).toEqual([
      ['XAG', silver],
      ['XAU', gold],
      ['XPD', 0.0008275783],
      ['XPT', 0.0005895153],
    ]);
    expect(document.metals[1]).toEqual({
      ...{ code: 'XAU', name: 'Gold', symbol: 'Au', flag: '⚖️', type: 'metal', numeric: '959' },
      ...{ unit: 'troy ounce', unit_grams: 31.1034768, first_day: '2024-03-02', rate: gold },
    });
  });

  const listed = Object.keys((published('api/rates.json') as RatesSnapshot).rates);

  it.each([
    ['api/v1/rates.json'],
    ['api/v1/rates/eur.json'],
    [`api/v1/rates/${newest}.json`],
    ['/api/v1/rates/eur'],
    ['/api/v1/rates/2026-09-29?base=EUR'],
    ['/api/v1/rates/2026-09-28?base=JPY'],
    ['/api/v1/rates/2026-09-30'],
  ])('aren’t in %s, which lists exactly the currencies of /api/currencies', async (path) => {
    const { rates } = (path.startsWith('/') ? await json(path) : published(path)) as DatedRates;
    expect(Object.keys(rates)).toEqual(listed);
  });

  it('aren’t in the other lists of /api/v1: the CSV file, past days and the facts about currencies', () => {
    const csv = (assets.files.get('api/v1/rates.csv') ?? '').split('\r\n').map((row) => row.split(',')[0] ?? '');
    expect(csv).toEqual(['code', ...listed, '']);
    const past = [...assets.files].filter(([path]) => /^api\/v1\/rates\/\d/.test(path));
    expect(past.flatMap(([, body]) => metalsIn((JSON.parse(body) as DatedRates).rates))).toEqual([]);
    const { currencies } = published('api/v1/currencies.json') as CurrencyFactsList;
    expect(currencies.filter(({ code }) => isMetal(code))).toEqual([]);
  });

  it('are held like currencies: with their own date, in no other list', async () => {
    const quality = new Map([...recordedDay.quality, ['XAU', held] as const]);
    const api = served(documentsOf({ snapshot: { ...recordedDay, quality } }));
    const file = (path: string): unknown => JSON.parse(api.assets.files.get(path) ?? '');
    const heldGold = { held: { XAU: '2026-09-28' } };
    expect(file('api/v1/metals.json')).toMatchObject({ rate_as_of: newest, ...heldGold });
    expect(file('api/v1/rates.json')).toMatchObject({ held: {} });
    expect(await api.json('/api/v1/rates/eur')).toMatchObject({ rate_as_of: newest, held: {} });
    expect(await api.json('/api/v1/rates/eur?symbols=XAU')).toMatchObject(heldGold);
    expect(await api.json('/api/v1/convert?from=XAU&to=EUR')).toMatchObject({ rate_as_of: '2026-09-28', ...heldGold });
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
    const past = '/oxr/historical/2026-09-28.json';
    expect(metalsIn((await json<{ rates: object }>(past)).rates)).toEqual(codes);
    expect(metalsIn((await json<{ rates: object }>('/api/2026-09-28?base=USD')).rates)).toEqual(['XAG', 'XAU']);
    for (const day of ['?date=2026-09-28', '?from=2026-09-27&to=2026-09-28']) {
      const quotes = (await json<{ quote: string }[]>(`/v2/rates${day}&base=USD`)).map(({ quote }) => quote);
      expect([...new Set(quotes)].filter(isMetal)).toEqual(codes);
    }
    // fixer has gold and silver.
    const { rates } = await json<{ rates: object }>('/api/latest?base=USD');
    expect(codes.filter((code) => code in rates)).toEqual(['XAG', 'XAU']);
    // ExchangeRate-API, Prebid and Frankfurter v1 have no metals.
    expect((await get('/v1/latest?base=XAU')).status).toBe(404);
  });
});
