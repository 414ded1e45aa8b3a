import { expect, it } from 'vitest';
import type { OfficialDoubt } from './official-rates.schema.ts';
import { businessDaysSince, undoubted, daysInDoubt } from './official-rates.ts';

it.each([
  ['0 from a date to the same date', '2026-04-13', '2026-04-13', 0],
  ['0 from a Friday to the next Sunday', '2026-04-10', '2026-04-12', 0],
  ['1 from a Friday to the next Monday', '2026-04-10', '2026-04-13', 1],
  ['5 from a Monday to the next Monday', '2026-04-13', '2026-04-20', 5],
  ['1 from 1969-12-31 to 1970-01-01, the first day of Unix time', '1969-12-31', '1970-01-01', 1],
])('businessDaysSince (counts the business days after a date) > returns %s', (_, date, until, days) => {
  expect(businessDaysSince(date, until)).toBe(days);
});

it('daysInDoubt (returns the days that the bank has and the archive lacks) > omits archived and impossible days', () => {
  const doubt = (date: string, reason: OfficialDoubt['reason']) =>
    ({ date, reason, code: null, value: null, since: '2026-04-10' }) as const;
  const doubts = [
    doubt('2026-04-07', 'implausible'),
    doubt('2026-04-08', 'unreadable'),
    doubt('2026-04-09', 'unreadable'),
    doubt('2026-04-09', 'absent'),
    doubt('2026-04-11', 'impossible_day'),
  ];
  const official = { ...undoubted([{ date: '2026-04-09', rates: new Map([['USD', 1.17]]) }]), doubts };
  expect(daysInDoubt(official)).toEqual(['2026-04-07', '2026-04-08']);
});
