import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateOfDay } from '../rates/calendar.ts';
import { round } from '../rates/round.ts';
import { buildPairRange, pairRangeSchema, printPairRange } from './pair-range.ts';
import { serialize } from './serialize.ts';

it('a pair’s range is printed as it would be serialized', () => {
  const rate = fc.double({ min: 1e-15, max: 1e15, noNaN: true }).map((value) => round(value));
  const point = fc.tuple(fc.nat(5000), rate).map(([day, rate]) => ({ date: dateOfDay(19_784 + day), rate }));
  fc.assert(
    fc.property(fc.array(point, { minLength: 1 }), fc.constantFrom('day', 'week', 'month'), (data, every) => {
      const input = { from: 'EUR', to: 'USDT', start: '2024-03-02', end: '2026-09-29', every, data } as const;
      expect(printPairRange(input)).toBe(serialize(buildPairRange(input)));
      expect(pairRangeSchema.safeParse(JSON.parse(printPairRange(input))).success).toBe(true);
    }),
  );
});
