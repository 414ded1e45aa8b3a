import { expect, it } from 'vitest';
import { columnsOf, RatesRow } from './rates-row.ts';

it('RatesRow (compact store of a day’s rates) > returns the same codes and rates as a JavaScript Map', () => {
  const map = new Map(Object.entries({ BTC: 1e-7, USD: 1 }));
  const row = new RatesRow(columnsOf(['AAA', 'BTC', 'USD', 'ZZZ']), [NaN, 1e-7, 1, NaN]);
  expect([...row]).toEqual([...map]);
  expect([...row.keys()]).toEqual([...map.keys()]);
  expect([...row.values()]).toEqual([...map.values()]);
  for (const code of ['AAA', 'BTC', 'USD', 'EUR']) {
    expect([row.get(code), row.has(code)]).toEqual([map.get(code), map.has(code)]);
  }
  expect(row.size).toBe(2);
});
