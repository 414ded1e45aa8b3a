import { expect, it } from 'vitest';
import { compareConvertedRows, convertedBy } from '../testing/sites/compare-converted-rows.ts';

it.each(convertedBy)('2,000 rows have the rates and amounts of /api/v1/convert with %o', async (terms) => {
  const { different, rates } = await compareConvertedRows(terms, 2000);
  expect(different).toEqual([]);
  expect(rates).toBeGreaterThan(200);
});
