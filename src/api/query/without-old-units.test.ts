import type { IsoDate } from '../../money/calendar.ts';
import { expect, it } from 'vitest';
import { withoutOldUnits } from './without-old-units.ts';

// SYP has a new unit since 2026-01-01.
it.each<[date: IsoDate, of: IsoDate, held: IsoDate | undefined, codes: string[]]>([
  ['2025-12-31', '2025-12-31', undefined, ['EUR', 'SYP']],
  ['2026-01-01', '2025-12-31', undefined, ['EUR']],
  ['2026-01-07', '2025-12-31', undefined, ['EUR']],
  ['2026-01-01', '2026-01-01', undefined, ['EUR', 'SYP']],
  ['2026-01-01', '2026-01-01', '2025-12-31', ['EUR']],
  ['2026-09-01', '2026-08-31', '2026-08-30', ['EUR', 'SYP']],
])('a request for %s with rates of %s, and one that is held since %s, gets %s', (date, of, held, codes) => {
  const rates = new Map(Object.entries({ EUR: 0.9, SYP: 110 }));
  const day = { date: of, rates, held: new Map(held === undefined ? [] : [['SYP', held]]) };
  const usable = withoutOldUnits(day, date);
  expect([...usable.rates.keys()]).toEqual(codes);
  expect([...usable.held.keys()]).toEqual(held !== undefined && codes.includes('SYP') ? ['SYP'] : []);
  expect([...rates.keys()]).toEqual(['EUR', 'SYP']);
});
