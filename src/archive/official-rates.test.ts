import type { IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import type { OfficialDoubt } from './official-rates.schema.ts';
import { undoubted, withheldOf } from './official-rates.ts';

describe('withheldOf (lists the rates and the days that wait)', () => {
  const day = (date: IsoDate, ...codes: string[]) => ({ date, rates: new Map(codes.map((code) => [code, 1.17])) });
  const doubt = (date: IsoDate, reason: OfficialDoubt['reason'], code: string | null = null): OfficialDoubt => {
    return { date, reason, code, value: null, since: '2026-04-10' };
  };
  const days = [day('2026-04-08', 'CHF', 'GBP', 'USD'), day('2026-04-09', 'GBP', 'USD'), day('2026-04-10', 'USD')];
  const waits = (doubts: OfficialDoubt[]) => withheldOf({ ...undoubted(days), doubts });

  it('lists a value that its published day lacks, and not a value that is published', () => {
    const doubts = [doubt('2026-04-09', 'contradicted', 'CHF'), doubt('2026-04-09', 'implausible', 'USD')];
    expect(waits(doubts)).toEqual([{ date: '2026-04-09', code: 'CHF', reason: 'contradicted', ends_by: '2026-04-24' }]);
  });

  it.each([
    ['many_values', '2026-04-24'],
    ['incomplete', '2026-04-12'],
    ['unreadable', '2026-04-24'],
    // A doubt of an earlier version was about a value, and the whole day waited.
    ['implausible', '2026-04-24'],
  ] as const)('lists a day once that isn’t published because of the reason %s', (reason, ends_by) => {
    const doubts = [doubt('2026-04-13', reason, 'USD'), doubt('2026-04-13', 'implausible', 'USD')];
    expect(waits(doubts)).toEqual([{ date: '2026-04-13', code: null, reason, ends_by }]);
  });

  it('lists what a published day lacks of the day before while the whole day is in doubt', () => {
    const waiting = { date: '2026-04-09', code: 'CHF', reason: 'many_values', ends_by: '2026-04-24' };
    expect(waits([doubt('2026-04-09', 'many_values', 'USD')])).toEqual([waiting]);
  });

  it('lists nothing that the bank doesn’t have', () => {
    expect(waits([doubt('2026-04-11', 'impossible_day'), doubt('2026-04-10', 'absent', 'GBP')])).toEqual([]);
  });
});
