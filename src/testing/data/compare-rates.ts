import { expect } from 'vitest';
import { areEqual } from '../../archive/archive.ts';
import { RatesRow } from '../../rates/rates-row.ts';

/** Rates from a file are rows, other rates are maps. Tests compare their contents. */
expect.addEqualityTesters([
  (a, b) => {
    const isRates = [a, b].every((each) => each instanceof RatesRow || each instanceof Map);
    return isRates && (a instanceof RatesRow || b instanceof RatesRow)
      ? areEqual(a as RatesRow, b as RatesRow)
      : undefined;
  },
]);
