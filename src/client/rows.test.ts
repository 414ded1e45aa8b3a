import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { convertRows } from '../spreadsheet/convert-rows.ts';
import { noteInWords } from '../spreadsheet/note.ts';
import { sourceOf } from '../spreadsheet/row-rates.ts';
import { termsOf } from '../spreadsheet/terms.ts';
import { convertedAt, convertedBy, convertedSite, randomRows } from '../testing/sites/compare-converted-rows.ts';
import { memorySite } from '../testing/sites/memory-site.ts';
import { ratesheet } from './client.ts';

beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(convertedAt) }));
afterAll(() => vi.useRealTimers());

function open() {
  const requested: string[] = [];
  const client = ratesheet({
    baseUrl: 'https://rates.example',
    fetch(url) {
      const path = url.replace('https://rates.example/', '');
      requested.push(path);
      const body = convertedSite.assets.files.get(path);
      return Promise.resolve(new Response(body ?? 'Not found', { status: body === undefined ? 404 : 200 }));
    },
  });
  return { client, requested };
}

describe('convertRows of the client', () => {
  it.each(convertedBy)('has the answers of files with %o', async (terms) => {
    const rows = randomRows(50);
    const { client, requested } = open();
    const answer = await client.convertRows(
      rows.map(({ date, amounts: [amount = ''], currency }) => ({ date, amount, currency })),
      terms,
    );
    const expected = await convertRows(rows, termsOf(terms), await memorySite(convertedSite.assets, convertedAt));
    expect(answer).toEqual({
      ...{ sum: expected.summary.sums[0], converted: expected.summary.converted },
      rows: expected.rows.map(({ converted: [converted = null], found, note }) => ({
        ...{ converted, rate: found?.rate ?? null, date: found?.date ?? null, source: found ? sourceOf(found) : null },
        note: note ? noteInWords(note) : null,
      })),
    });
    expect(new Set(requested).size).toBe(requested.length);
  });

  it('has the rates of rate() and convert() by a rule', async () => {
    const { client } = open();
    const [date, rule] = ['2026-08-14', 'pl-vat'];
    const { rows } = await client.convertRows([{ date, amount: '10', currency: 'USD' }], { rule });
    const rate = await client.rate('USD', 'PLN', { date, rule });
    expect(rate).toMatchObject({ rate: rows[0]?.rate, date: rows[0]?.date, source: 'nbp', stale: false });
    expect(rate.reference).toMatch(/NBP/);
    expect(await client.convert('10', 'USD', 'PLN', { date, rule })).toMatchObject({
      ...rate,
      rounded: rows[0]?.converted,
    });
    for (const options of [
      { rule },
      { rule, date, source: 'nbp' },
      { rule, date, orEarlier: true },
      { rule: 'x', date },
    ])
      await expect(client.rate('USD', 'PLN', options)).rejects.toThrow(RangeError);
    await expect(client.rate('PLN', 'USD', { date, rule })).rejects.toThrow(RangeError);
    await expect(client.rate('USD', 'PLN', { date: '2013-12-31', rule })).rejects.toThrow(
      /pl-vat is applied from 2014/,
    );
    await expect(client.rate('USD', 'PLN', { date: '2030-01-01', rule })).rejects.toThrow(
      /^No rate from USD to PLN by the rule/,
    );
  });

  it('says in the note of a row what can’t be read, and converts the others', async () => {
    const { client } = open();
    const row = { date: '2026-09-01', amount: '1.50', currency: 'EUR' };
    const { rows, sum } = await client.convertRows(
      [
        row,
        { ...row, date: '2026-02-30' },
        { ...row, amount: '1,50' },
        { ...row, amount: NaN },
        { ...row, currency: 'Eur' },
        { ...row, amount: -2 },
      ],
      { to: 'EUR', source: 'ecb' },
    );
    expect(rows.map(({ converted }) => converted)).toEqual(['1.50', null, null, null, null, '-2.00']);
    expect(rows.map(({ note }) => note !== null)).toEqual([false, true, true, true, true, false]);
    expect(sum).toBe('-0.50');
  });

  it('rejects wrong options, and sends no request', async () => {
    const { client, requested } = open();
    for (const options of [
      {},
      { to: 'EUR', rule: 'pl-vat' },
      { rule: 'xx' },
      { to: 'EUR', source: 'xx' },
      { to: 'EUR', date: 'x' },
    ])
      await expect(client.convertRows([], options)).rejects.toThrow(RangeError);
    expect(requested).toEqual([]);
  });
});
