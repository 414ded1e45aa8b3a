import { expect } from 'vitest';
import { areEqual } from '../../archive/archive.ts';
import { RatesRow } from '../../rates/rates-row.ts';

/** Rates that were read are rows, and others are maps. Tests compare what they say. */
expect.addEqualityTesters([
  (a, b) => {
    const isRates = [a, b].every((each) => each instanceof RatesRow || each instanceof Map);
    return isRates && (a instanceof RatesRow || b instanceof RatesRow)
      ? areEqual(a as RatesRow, b as RatesRow)
      : undefined;
  },
]);
