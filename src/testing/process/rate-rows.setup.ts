import { expect } from 'vitest';
import { RateRow } from '../../archive/rate-row.ts';

/** A row of a parsed year equals a Map with the same rates. */
expect.addEqualityTesters([
  function (one, other) {
    if (!(one instanceof RateRow) && !(other instanceof RateRow)) return undefined;
    if (![one, other].every((rates) => rates instanceof RateRow || rates instanceof Map)) return false;
    return this.equals([...(one as Map<string, number>)], [...(other as Map<string, number>)]);
  },
]);
