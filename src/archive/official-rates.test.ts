import { expect, it } from 'vitest';
import type { OfficialDoubt } from './official-rates.schema.ts';
import { undoubted, daysInDoubt } from './official-rates.ts';

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
