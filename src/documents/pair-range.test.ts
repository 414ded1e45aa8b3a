import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayNumber } from '../rates/calendar.ts';
import { round } from '../rates/round.ts';
import { buildPairRange, pairRangeSchema, printPairRange } from './pair-range.ts';
import { serialize } from './serialize.ts';

it('a pair’s range is printed as it would be serialized', () => {
  const any = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
  const usual = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
  const short = fc.integer({ min: 1, max: 99_999_999 }).map((millionths) => millionths / 1_000_000);
  const rate = fc.oneof(any, usual, short, fc.constant(1)).map((value) => round(value));
  const rates = fc.array(fc.option(rate, { nil: NaN }), { maxLength: 1000, size: 'max' });
  fc.assert(
    fc.property(rate, rates, fc.constantFrom('day', 'week', 'month'), (first, others, every) => {
      const rates = { firstDay: dayNumber('2024-03-02'), rates: [first, ...others] };
      const input = { from: 'EUR', to: 'USDT', start: '2024-03-02', end: '2026-09-29', every, rates } as const;
      expect(printPairRange(input)).toBe(serialize(buildPairRange(input)));
      expect(pairRangeSchema.safeParse(JSON.parse(printPairRange(input))).success).toBe(true);
    }),
  );
});
