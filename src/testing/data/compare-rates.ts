import { expect } from 'vitest';
import { areEqual } from '../../archive/archive.ts';
import { RatesRow } from '../../rates/rates-row.ts';

/** Makes tests compare rates by content, because rates from a file are a `RatesRow`, and other rates are a `Map`. */
expect.addEqualityTesters([
  (a, b) => {
    const isRates = [a, b].every((each) => each instanceof RatesRow || each instanceof Map);
    return isRates && (a instanceof RatesRow || b instanceof RatesRow)
      ? areEqual(a as RatesRow, b as RatesRow)
      : undefined;
  },
]);
