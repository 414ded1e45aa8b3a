import type { Correction } from '../../archive/official-rates.schema.ts';
import { describe, expect, it } from 'vitest';
import { recordedArchive, recordedOfficialDays } from '../../publish/recorded-archive.ts';
import { dateOfDay, dayNumber, type Instant, type IsoDate } from '../../money/calendar.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { correctionsFile, isLogged, parseCorrectionsFile } from '../../archive/corrections.ts';
import { type BankResponse, type OfficialRates, undoubted } from '../../archive/official-rates.ts';
import { maxPause } from '../../sources/bank.ts';
import { ecb } from '../../sources/banks/ecb.ts';
import { nbp } from '../../sources/banks/nbp.ts';
import { MarketRates } from './market-rates.ts';
import { noMarket, noOtherBanks } from '../../testing/data/no-market.ts';
import { type Circumstances, withBankResponse, withCorrections } from './official-rules.ts';

const [table] = ecb.tables;
const all = recordedOfficialDays(ecb, table);
const recorded = all.filter(({ date }) => date >= '2026-01-01');
const upTo = (date: IsoDate) => recorded.filter((day) => day.date <= date);

/** The days with other values of a currency on some days. If a value is undefined, the day has no value. */
function withValues(days: readonly ArchivedDay[], values: Record<string, number | undefined>, code = 'USD') {
  return days.map(({ date, rates }) => {
    if (!(date in values)) return { date, rates };
    const changed = new Map(rates);
    const value = values[date];
    if (value === undefined) changed.delete(code);
    else changed.set(code, value);
    return { date, rates: changed };
  });
}

const without = (days: readonly ArchivedDay[], ...dates: string[]) => days.filter(({ date }) => !dates.includes(date));

/** Takes over a file on a day, after the bank has published that day's rates. */
function take(
  known: OfficialRates,
  days: readonly ArchivedDay[],
  today: IsoDate,
  {
    unreadable = [],
    market: marketDays = [],
    asked = [table.firstDay, today],
    isDistrusted = false,
  }: Partial<BankResponse> &
    Partial<Pick<Circumstances, 'asked' | 'isDistrusted'>> & { readonly market?: readonly ArchivedDay[] } = {},
): OfficialRates {
  const market = new MarketRates({ days: marketDays, comparisons: [] });
  const now = `${today}T16:00:00.000Z` as Instant;
  const circumstances = { bank: ecb, table, asked, market, otherBanks: noOtherBanks, isDistrusted, now };
  const next = withBankResponse(known, { days, unreadable }, circumstances);
  expect(isLogged(known, next)).toBe(true);
  return next;
}

/** Takes over the same kind of file on each of several days. @returns the rates after each day, by date */
function takeDaily(
  known: OfficialRates,
  first: IsoDate,
  days: number,
  fileOn: (date: IsoDate) => readonly ArchivedDay[],
) {
  const after = new Map<string, OfficialRates>();
  for (let day = 0; day < days; day++) {
    const date = dateOfDay(dayNumber(first) + day);
    known = take(known, fileOn(date), date);
    after.set(date, known);
  }
  return after;
}

const known = undoubted(upTo('2026-03-10'));
const usd = ({ days }: OfficialRates, date: IsoDate) => days.find((day) => day.date === date)?.rates.get('USD');
const whole = { code: null, value: null };
const someRates = recorded[40]?.rates ?? expect.fail();

describe('withBankResponse (takes over a bank’s file)', () => {
  it('adds new days, and days that the archive lacks', () => {
    const next = take(undoubted(without(upTo('2026-03-10'), '2026-02-03')), upTo('2026-03-12'), '2026-03-12');
    expect(next.days).toEqual(upTo('2026-03-12'));
    const late = recorded.find(({ date }) => date === '2026-02-03')?.rates ?? new Map<string, number>();
    expect(next.corrections).toEqual(
      Array.from(late, ([code, rate]) => {
        return { date: '2026-02-03', code, old: null, new: rate, at: '2026-03-12T16:00:00.000Z' };
      }),
    );
  });

  it('takes over another number of the table for a recent day, but not for a day that is older than two weeks', () => {
    const numbered = (reference: string) => upTo('2026-03-11').map((day) => ({ ...day, reference }));
    const next = take(undoubted(numbered('A')), numbered('B'), '2026-03-11');
    const dated = new Map(next.days.map(({ date, reference }) => [date, reference]));
    expect((['2026-02-24', '2026-02-25', '2026-03-11'] as const).map((date) => dated.get(date))).toEqual([
      'A',
      'B',
      'B',
    ]);
  });

  it.each([
    ['an earlier day', recorded.filter(({ date }) => date < '2026-02')],
    ['the newest archived day', upTo('2026-03-10')],
  ])('keeps the archived days if the file ends on %s', (_, days) => {
    expect(take(known, days, '2026-03-11')).toEqual(known);
  });

  it('takes over a value that the bank corrects after six business days, and logs it', () => {
    const next = take(known, withValues(upTo('2026-03-11'), { '2026-03-02': 1.1777 }), '2026-03-11');
    const change = { date: '2026-03-02', code: 'USD', new: 1.1777, at: '2026-03-11T16:00:00.000Z' };
    expect(next).toMatchObject({ doubts: [], corrections: [{ ...change, old: usd(known, '2026-03-02') }] });
    expect(usd(next, '2026-03-02')).toBe(1.1777);
  });

  it.each([
    ['10 values of old days', { from: '2026-01-05', to: '2026-01-16', all: false }, 10],
    ['all values of a recent day', { from: '2026-02-24', to: '2026-02-24', all: true }, 29],
  ])('takes over a file that changes %s', (_, { from, to, all }, changed) => {
    const file = upTo('2026-03-11').map((day) => {
      if (day.date < from || day.date > to) return day;
      return {
        date: day.date,
        rates: new Map([...day.rates].map(([code, rate]) => [code, all || code === 'USD' ? rate * 1.01 : rate])),
      };
    });
    const next = take(known, file, '2026-03-11');
    expect(next).toMatchObject({ days: file, doubts: [] });
    expect(next.corrections).toHaveLength(changed);
  });

  describe('refuses a file that changes 11 old values', () => {
    const old = ['05', '06', '07', '08', '09', '12', '13', '14', '15', '16', '19'].map((day) => `2026-01-${day}`);
    const changed = (date: IsoDate) => withValues(upTo(date), Object.fromEntries(old.map((day) => [day, 1.2])));
    const doubt = { date: '2026-01-05', reason: 'too_many_changes', code: 'USD', value: 1.2, since: '2026-03-11' };

    it('until the bank repairs its file', () => {
      const refused = take(known, changed('2026-03-12'), '2026-03-11');
      expect(refused).toEqual({ ...known, doubts: [doubt] });
      expect(take(refused, upTo('2026-03-12'), '2026-03-12')).toEqual(undoubted(upTo('2026-03-12')));
    });

    it('until the bank’s files have had the same values for two weeks', () => {
      const after = takeDaily(known, '2026-03-11', 15, changed);
      expect(after.get('2026-03-24')).toEqual({ ...known, doubts: [doubt] });
      expect(after.get('2026-03-25')).toMatchObject({ days: changed('2026-03-25'), doubts: [] });
      expect(after.get('2026-03-25')?.corrections).toHaveLength(11);
    });

    it('but not a file that changes back what was taken over in the last two weeks', () => {
      const once = take(
        known,
        withValues(upTo('2026-03-11'), Object.fromEntries(old.slice(0, 6).map((day) => [day, 1.2]))),
        '2026-03-11',
      );
      const twice = take(once, changed('2026-03-12'), '2026-03-12');
      expect(twice).toMatchObject({ days: changed('2026-03-12'), doubts: [] });
      expect(take(twice, upTo('2026-03-25'), '2026-03-25').days).toEqual(upTo('2026-03-25'));
      expect(take(twice, upTo('2026-03-27'), '2026-03-27').doubts).toMatchObject([{ reason: 'too_many_changes' }]);
    });

    it('even if other values of the same days were changed in the last two weeks', () => {
      const pounds = (days: string[]) => Object.fromEntries(days.map((day) => [day, 0.9]));
      const once = take(known, withValues(upTo('2026-03-11'), pounds(old.slice(0, 6)), 'GBP'), '2026-03-11');
      const twice = take(once, withValues(upTo('2026-03-11'), pounds(old), 'GBP'), '2026-03-11');
      expect(twice.doubts).toEqual([]);
      expect(take(twice, withValues(changed('2026-03-11'), pounds(old), 'GBP'), '2026-03-11').doubts).toEqual([doubt]);
    });

    it('for two weeks more if the bank changes the values again', () => {
      const refused = take(known, changed('2026-03-12'), '2026-03-11');
      const others = withValues(changed('2026-03-12'), { '2026-01-05': 1.21 });
      expect(take(refused, others, '2026-03-12').doubts).toEqual([{ ...doubt, value: 1.21, since: '2026-03-12' }]);
    });

    it('and, after two weeks, also removes the days that the file lacks', () => {
      const lacking = (date: IsoDate) => without(upTo(date), ...old);
      const after = takeDaily(known, '2026-03-11', 15, lacking);
      expect(after.get('2026-03-24')?.doubts).toEqual([{ ...doubt, ...whole }]);
      expect(after.get('2026-03-25')).toMatchObject({ days: lacking('2026-03-25'), doubts: [] });
    });
  });

  describe('removes a day that the bank has withdrawn', () => {
    const withdrawn = (date: IsoDate) => without(upTo(date), '2026-03-05');
    const doubt = { date: '2026-03-05', reason: 'absent', ...whole, since: '2026-03-11' };

    it('after three days, and logs its values', () => {
      const after = takeDaily(known, '2026-03-11', 4, withdrawn);
      expect(after.get('2026-03-13')).toEqual({ ...undoubted(upTo('2026-03-13')), doubts: [doubt] });
      expect(after.get('2026-03-14')).toMatchObject({ days: withdrawn('2026-03-14'), doubts: [] });
      expect(after.get('2026-03-14')?.corrections).toHaveLength(29);
    });

    it('but not if the day is in a file again within three days', () => {
      const after = takeDaily(known, '2026-03-11', 5, (date) =>
        date === '2026-03-13' ? upTo('2026-03-13') : withdrawn(date),
      );
      expect(after.get('2026-03-13')).toMatchObject({ doubts: [] });
      expect(after.get('2026-03-15')).toMatchObject({ doubts: [{ ...doubt, since: '2026-03-14' }] });
    });

    it('but not because of files that end before the newest archived day', () => {
      const after = takeDaily(known, '2026-03-11', 10, () => withdrawn('2026-03-09'));
      expect(after.get('2026-03-20')).toEqual(known);
    });

    it('and logs it again if the bank adds it again, even if it is then the newest day', () => {
      const newest = '2026-03-10';
      // The days after the withdrawn day wait, so the day before it becomes the newest.
      const later = (days: readonly ArchivedDay[]) =>
        days.map((day) =>
          day.date > newest ? { ...day, rates: new Map([...day.rates].map(([code]) => [code, 1e9])) } : day,
        );
      const after = takeDaily(known, '2026-03-11', 4, (date) => without(later(upTo(date)), newest));
      const removed = after.get('2026-03-14') ?? expect.fail();
      expect(removed.days).toEqual(upTo('2026-03-09'));
      const added = take(removed, upTo('2026-03-13'), '2026-03-15');
      expect(added).toMatchObject({ days: upTo('2026-03-13'), doubts: [] });
      expect(parseCorrectionsFile('', correctionsFile(added.corrections).body, added.days)).toEqual(added.corrections);
      expect(added.corrections.filter((change) => change.new !== null)).toHaveLength(29);
    });

    it('such as an archived Saturday', () => {
      const saturday = { date: '2026-03-07' as const, rates: someRates };
      const days = [
        ...upTo('2026-03-06'),
        saturday,
        ...recorded.filter(({ date }) => date > '2026-03-07' && date <= '2026-03-10'),
      ];
      const after = takeDaily(undoubted(days), '2026-03-11', 4, upTo);
      expect(after.get('2026-03-14')).toMatchObject({ days: upTo('2026-03-14'), doubts: [] });
    });
  });

  describe('keeps a value with a large move waiting, and publishes the day’s other values', () => {
    const moved = (date: IsoDate, factor: number, days = ['2026-03-11']) =>
      withValues(upTo(date), Object.fromEntries(days.map((day) => [day, 1.16 * factor])));
    const doubt = { date: '2026-03-11', reason: 'implausible', code: 'USD', since: '2026-03-11' };
    const market = (perEuro: number, date: IsoDate = '2026-03-11') => [
      { date, rates: new Map(Object.entries({ EUR: 1 / perEuro, USD: 1 })) },
    ];

    /** The days without the value that waits. */
    const waitingOn = (date: IsoDate) => withValues(upTo(date), { '2026-03-11': undefined });

    it('and publishes the later days', () => {
      const after = takeDaily(known, '2026-03-11', 2, (date) => moved(date, 1e9));
      const waiting = { ...known, days: waitingOn('2026-03-11'), doubts: [{ ...doubt, value: 1.16e9 }] };
      expect(after.get('2026-03-11')).toEqual(waiting);
      expect(after.get('2026-03-12')?.days).toEqual(waitingOn('2026-03-12'));
    });

    it.each<[string, number, IsoDate[], IsoDate]>([
      ['the next day agrees', 1.3, ['2026-03-11', '2026-03-12'], '2026-03-12'],
      ['the bank repairs its file', 1, [], '2026-03-11'],
    ])('until %s', (_, factor, days, released) => {
      const waiting = take(known, moved('2026-03-11', 1.3), '2026-03-11');
      expect(waiting.days).toEqual(waitingOn('2026-03-11'));
      const next = take(waiting, moved('2026-03-12', factor, days), '2026-03-12');
      expect(next).toMatchObject({ doubts: [], days: moved('2026-03-12', factor, days) });
      expect(usd(next, released)).toBe(usd(undoubted(moved('2026-03-12', factor, days)), released));
    });

    it.each([
      ['unless the market dataset agrees', 1.16 * 1.3, []],
      ['if the market dataset has the earlier rate', 1.16, [{ ...doubt, value: 1.16 * 1.3 }]],
    ])('%s', (_, perEuro, doubts) => {
      const next = take(known, moved('2026-03-11', 1.3), '2026-03-11', { market: market(perEuro) });
      expect(next.doubts).toEqual(doubts);
    });

    it.each([
      ['2026-03-08', []],
      ['2026-03-14', []],
      ['2026-03-15', [{ ...doubt, value: 1.16 * 1.3 }]],
    ] as const)('unless the market dataset agrees at most three days before or after it (%s)', (date, doubts) => {
      const next = take(known, moved('2026-03-11', 1.3), '2026-03-11', { market: market(1.16 * 1.3, date) });
      expect(next.doubts).toEqual(doubts);
    });

    it('for two weeks if the move is beyond a factor of five and only the bank’s later days agree', () => {
      const later = recorded.map(({ date }) => date).filter((date) => date >= '2026-03-11');
      const after = takeDaily(known, '2026-03-11', 15, (date) => moved(date, 100, later));
      const before = Object.fromEntries(later.map((day) => [day, undefined]));
      expect(after.get('2026-03-24')?.days).toEqual(withValues(upTo('2026-03-24'), before));
      // Once the first day's value is accepted, the later days' values haven't moved.
      expect(after.get('2026-03-25')).toMatchObject({ days: moved('2026-03-25', 100, later), doubts: [] });
    });

    it('for two weeks if the next day contradicts it and the bank doesn’t change it', () => {
      const after = takeDaily(known, '2026-03-11', 15, (date) => moved(date, 1.3));
      expect(after.get('2026-03-24')?.doubts).toEqual([{ ...doubt, value: 1.16 * 1.3 }]);
      expect(after.get('2026-03-25')).toMatchObject({ days: moved('2026-03-25', 1.3), doubts: [] });
    });

    it('with its earlier rates if it’s archived', () => {
      const next = take(known, withValues(upTo('2026-03-11'), { '2026-02-03': 11.8 }), '2026-03-11');
      expect(next).toMatchObject({ days: upTo('2026-03-11'), corrections: [] });
      expect(next.doubts).toEqual([{ ...doubt, date: '2026-02-03', value: 11.8 }]);
    });

    it.each([
      ['a new currency', 'XYZ', '2026-03-11'],
      ['a currency that the bank hasn’t quoted for 15 days', 'USD', '2026-03-11'],
    ])('if it has %s, until the next day', (_, code) => {
      const gone = Object.fromEntries(
        recorded.filter(({ date }) => date >= '2026-02-24').map(({ date }) => [date, undefined]),
      );
      const before = undoubted(withValues(upTo('2026-03-10'), gone));
      const file = (date: IsoDate) =>
        withValues(withValues(upTo(date), gone), { '2026-03-11': 5, '2026-03-12': 5.1 }, code);
      const after = takeDaily(before, '2026-03-11', 2, file);
      expect(after.get('2026-03-11')?.doubts).toEqual([{ ...doubt, code, value: 5 }]);
      expect(after.get('2026-03-12')).toMatchObject({ days: file('2026-03-12'), doubts: [] });
    });
  });

  it.each([
    ['a Saturday', '2026-03-07'],
    ['a Sunday', '2026-03-08'],
    ['a day in the future', '2026-03-12'],
    ['a day before the bank’s first day', '1998-12-31'],
  ] as const)('never publishes %s', (_, date) => {
    const file = [...upTo('2026-03-11'), { date, rates: someRates }];
    const next = take(known, file, '2026-03-11');
    expect(next.days).toEqual(upTo('2026-03-11'));
    expect(next.doubts).toEqual([{ date, reason: 'impossible_day', ...whole, since: '2026-03-11' }]);
  });

  it('keeps a doubt about an impossible day while other ranges are asked for, until its own range lacks the day', () => {
    const doubt = (date: IsoDate) => ({ date, reason: 'impossible_day', ...whole, since: '2026-03-10' }) as const;
    const doubts = [doubt('1998-12-31'), doubt('2026-02-07'), doubt('2026-03-07'), doubt('2026-03-12')];
    const asked = (first: IsoDate, last: IsoDate, doubts: OfficialRates['doubts']) => {
      const file = { days: upTo(last).filter(({ date }) => date >= first), unreadable: [] };
      const circumstances = {
        ...{
          bank: ecb,
          table,
          asked: [first, last] as const,
          isDistrusted: false,
          now: '2026-03-11T16:00:00.000Z' as const,
        },
        ...{ market: noMarket, otherBanks: noOtherBanks },
      };
      return withBankResponse({ ...known, doubts }, file, circumstances).doubts;
    };
    expect(asked('2026-02-01', '2026-02-28', doubts)).toEqual([doubts[0], ...doubts.slice(2)]);
    expect(asked('2026-03-01', '2026-03-11', doubts)).toEqual(doubts.slice(0, 2));
    expect(asked(table.firstDay, '2026-03-11', doubts)).toEqual([]);
  });

  it('keeps the archived rates of an unreadable day', () => {
    const unreadable = [
      { date: '2026-03-10' as const, code: null },
      { date: '2026-03-11' as const, code: 'USD' },
    ];
    const file = withValues(without(upTo('2026-03-11'), '2026-03-10'), { '2026-03-11': undefined });
    const next = take(known, file, '2026-03-11', { unreadable });
    expect(next.days).toEqual(withValues(upTo('2026-03-11'), { '2026-03-11': undefined }));
    expect(next.doubts).toEqual([
      { date: '2026-03-10', reason: 'unreadable', ...whole, since: '2026-03-11' },
      { date: '2026-03-11', reason: 'unreadable', code: 'USD', value: null, since: '2026-03-11' },
    ]);
  });

  it('accepts a file with 30 days in doubt', () => {
    const future = Array.from({ length: 30 }, (_, day) => ({
      date: dateOfDay(dayNumber('2026-04-01') + day),
      rates: someRates,
    }));
    expect(take(known, [...known.days, ...future], '2026-03-13').doubts).toHaveLength(30);
  });

  it('counts from today if the clock was set back', () => {
    const doubts = [{ date: '2026-03-05', reason: 'absent', ...whole, since: '2027-03-01' } as const];
    const at = '2027-03-01T16:00:00.000Z' as const;
    const change = { date: '2026-03-02' as const, code: 'USD', old: 1, new: usd(known, '2026-03-02') ?? null, at };
    const file = withValues(without(upTo('2026-03-11'), '2026-03-05'), { '2026-03-02': 1.1777 });
    const next = take({ ...known, doubts, corrections: [change] }, file, '2026-03-11');
    expect(next.doubts).toEqual([{ ...doubts[0], since: '2026-03-11' }]);
    expect(next.corrections).toMatchObject([{ at }, { at }]);
  });

  it.each<[string, readonly ArchivedDay[], RegExp]>([
    ['begins after the newest day', recorded.filter(({ date }) => date > '2026-03-10'), /begins on 2026-03-11/],
    ['has only impossible days', [{ date: '2026-03-07', rates: new Map([['USD', 1]]) }], /has no day on which/],
    [
      'has dozens of days in doubt',
      [
        ...known.days,
        ...Array.from({ length: 31 }, (_, day) => ({
          date: dateOfDay(dayNumber('2026-05-01') - day),
          rates: new Map([['USD', 1]]),
        })),
      ],
      /has 31 days in doubt, such as 2026-04-01/,
    ],
  ])('throws if a file %s', (_, days, problem) => {
    expect(() => take(known, days, '2026-03-13')).toThrow(problem);
  });
});

describe('withBankResponse, if a bank is asked for a range of days', () => {
  const on = (...dates: string[]) => recorded.filter(({ date }) => dates.includes(date));
  const doubtOn = (date: IsoDate, reason: 'impossible_day' | 'too_many_changes' = 'impossible_day') =>
    ({ date, reason, ...whole, since: '2026-03-10' }) as const;
  const problem = { problem: 'no response', problem_since: '2026-03-10T16:00:00.000Z' as const };

  it('adds the days of a range that begins after the newest archived day, and ends the problem', () => {
    const next = take({ ...known, ...problem }, on('2026-03-11', '2026-03-12'), '2026-03-12', {
      asked: ['2026-03-11', '2026-03-12'],
    });
    expect(next).toEqual(undoubted(upTo('2026-03-12')));
  });

  it('ignores days outside of the range', () => {
    const file = withValues(upTo('2026-03-11'), { '2026-03-02': 1.1777 });
    expect(take(known, file, '2026-03-12', { asked: ['2026-03-10', '2026-03-12'] }).days).toEqual(upTo('2026-03-11'));
  });

  it.each([
    ['an empty response', []],
    ['a response with earlier days', on('2026-03-09', '2026-03-10')],
  ])('accepts %s about a few days without archived rates, and ends the doubts about these days', (_, days) => {
    const doubts = [doubtOn('2026-03-07'), doubtOn('2026-03-14')];
    const last = dateOfDay(dayNumber('2026-03-11') + maxPause(table) - 1);
    const next = take({ ...known, doubts, ...problem }, days, last, { asked: ['2026-03-11', last] });
    expect(next).toEqual({ ...known, doubts: doubts.slice(0, 1) });
  });

  const afterPause = dateOfDay(dayNumber('2026-03-11') + maxPause(table));
  it.each<[string, readonly [IsoDate, IsoDate], readonly ArchivedDay[]]>([
    ['an empty response about more days than holidays last', ['2026-03-11', afterPause], []],
    ['an empty response about archived days', ['2026-03-10', '2026-03-12'], []],
    ['earlier days in place of archived days', ['2026-03-10', '2026-03-12'], on('2026-03-09')],
    ['only a Saturday', ['2026-03-11', '2026-03-15'], [{ date: '2026-03-14', rates: someRates }]],
  ])('throws if the bank sends %s', (_, asked, days) => {
    expect(() => take(known, days, afterPause, { asked })).toThrow('has no day on which the bank can have rates');
  });

  it('has one doubt about an impossible day outside of the range that is in the file again', () => {
    const file = [{ date: '2026-02-07' as const, rates: someRates }, ...on('2026-03-10', '2026-03-11')];
    const before = { ...known, doubts: [doubtOn('2026-02-07')] };
    expect(take(before, file, '2026-03-11', { asked: ['2026-03-10', '2026-03-11'] }).doubts).toEqual(before.doubts);
  });

  it('keeps a refused file’s doubt about other days, in the order of the dates', () => {
    const file = upTo('2026-03-11').map(({ date }) => ({ date, rates: new Map([['USD', 1.1]]) }));
    const others = [doubtOn('2026-01-05', 'too_many_changes'), doubtOn('2026-03-07')];
    const asked = ['2026-02-02', '2026-03-11'] as const;
    expect(take({ ...known, doubts: others }, file, '2026-03-11', { asked }).doubts).toMatchObject([
      others[0],
      { date: '2026-02-02', reason: 'too_many_changes', since: '2026-03-11' },
      others[1],
    ]);
  });

  it('doesn’t refuse a file that lacks 11 old days that were added in the last two weeks', () => {
    const old = recorded.map(({ date }) => date).slice(1, 12);
    const added = take(undoubted(without(upTo('2026-03-10'), ...old)), upTo('2026-03-10'), '2026-03-10');
    const { doubts } = take(added, without(upTo('2026-03-11'), ...old), '2026-03-11');
    expect(doubts).toEqual(old.map((date) => ({ date, reason: 'absent', ...whole, since: '2026-03-11' })));
  });
});

describe('withBankResponse, if a value has moved by more than 20%', () => {
  const implausible = { reason: 'implausible', code: 'USD', since: '2026-03-11' };

  it.each<[string, Record<string, number>, Record<string, number>, boolean]>([
    ['by a factor of five, and the next day agrees', { '2026-03-09': 1 }, { '2026-03-10': 5, '2026-03-11': 5 }, true],
    [
      'down by a factor of ten, and the next day agrees',
      { '2026-03-09': 1 },
      { '2026-03-10': 0.1, '2026-03-11': 0.1 },
      false,
    ],
    ['by 50%, and the next day is 18% lower', { '2026-03-09': 1 }, { '2026-03-10': 1.5, '2026-03-11': 1.23 }, true],
    ['by 50%, and the next day is 21% lower', { '2026-03-09': 1 }, { '2026-03-10': 1.5, '2026-03-11': 1.185 }, false],
  ])('from one day to the next %s, says so: %s', (_, before, values, isPublished) => {
    const archived = undoubted(withValues(upTo('2026-03-09'), before));
    const next = take(archived, withValues(upTo('2026-03-11'), { ...before, ...values }), '2026-03-11');
    expect(usd(next, '2026-03-10')).toBe(isPublished ? values['2026-03-10'] : undefined);
  });

  it('publishes corrections of two days in a row that agree with each other', () => {
    const file = withValues(upTo('2026-03-11'), { '2026-03-04': 1.5, '2026-03-05': 1.5 });
    expect(take(known, file, '2026-03-11')).toMatchObject({ days: file, doubts: [] });
  });

  it('publishes a correction that agrees with the next archived day, if the file ends before that day', () => {
    const later = Object.fromEntries(
      upTo('2026-03-10').flatMap(({ date }) => (date > '2026-03-04' ? [[date, 1.5]] : [])),
    );
    const archived = undoubted(withValues(upTo('2026-03-10'), later));
    const file = withValues(upTo('2026-03-04'), { '2026-03-04': 1.5 });
    const next = take(archived, file, '2026-03-11', { asked: ['2026-01-01', '2026-03-04'] });
    expect([usd(next, '2026-03-04'), next.doubts]).toEqual([1.5, []]);
  });

  it('publishes another correction of a day with an archived value that has moved', () => {
    const archived = withValues(upTo('2026-03-10'), { '2026-03-04': 11.8 });
    const file = withValues(upTo('2026-03-11'), { '2026-03-04': 0.87 }, 'GBP');
    const { doubts } = take(undoubted(archived), withValues(file, { '2026-03-04': 11.8 }), '2026-03-11');
    expect(doubts).toEqual([]);
  });

  it('compares it with the last rate that is as old as the longest pause', () => {
    const since = dateOfDay(dayNumber('2026-03-11') - maxPause(table));
    const gone = (days: readonly ArchivedDay[]) =>
      withValues(
        days,
        Object.fromEntries(
          days.flatMap(({ date }) => (date > since && date < '2026-03-11' ? [[date, undefined]] : [])),
        ),
      );
    const file = gone(upTo('2026-03-11'));
    expect(take(undoubted(gone(upTo('2026-03-10'))), file, '2026-03-11')).toMatchObject({ days: file, doubts: [] });
  });

  it('takes over a refused file’s archived days after two weeks, but not a new day’s value that has moved', () => {
    const old = Object.fromEntries(recorded.slice(0, 11).map(({ date }, index) => [date, index % 2 ? 3 : 9]));
    const after = takeDaily(known, '2026-03-11', 15, (date) =>
      withValues(upTo(date), { ...old, ...(date === '2026-03-25' ? { [date]: 9 } : {}) }),
    );
    const last = after.get('2026-03-25') ?? expect.fail();
    expect(last.days).toEqual(withValues(upTo('2026-03-25'), { ...old, '2026-03-25': undefined }));
    expect(last.doubts).toEqual([{ ...implausible, date: '2026-03-25', value: 9, since: '2026-03-25' }]);
  });

  /** SYP has a new unit since 2026-01-01: 1 new SYP replaced 100 old SYP. */
  it.each<[string, values: Record<string, number>, lastOfMarket: Record<string, number>, published: string[]]>([
    ['publishes the new unit', { '01-02': 120, '01-05': 121 }, {}, ['01-02', '01-05']],
    ['publishes the new unit while the market has the old unit', { '01-02': 120 }, { '01-02': 10_000 }, ['01-02']],
    ['withholds the old unit', { '01-02': 12_000, '01-05': 12_010 }, {}, []],
    ['withholds the old unit while the market has it, too', { '01-02': 12_000 }, { '01-02': 10_000 }, []],
    ['publishes the new unit after the old one', { '01-02': 12_000, '01-05': 120 }, {}, ['01-05']],
  ])('after a redenomination, %s', (_, values, lagging, published) => {
    const inverse = { usual: 'indirect', inverse: ['SYP'] } as const;
    for (const [bank, code, quoted] of [
      [ecb, 'SYP', (perEuro: number) => perEuro],
      [nbp, 'SYP', (perEuro: number) => 4 / perEuro],
      [{ ...ecb, quotation: inverse }, 'SYP', (perEuro: number) => 1 / perEuro],
    ] as const) {
      const dayOf = (date: IsoDate, perEuro: number) => ({ date, rates: new Map([[code, quoted(perEuro)]]) });
      const old = ['2025-12-29', '2025-12-30', '2025-12-31'] as const;
      const file = [
        ...old.map((date) => dayOf(date, 12_000)),
        ...Object.entries(values).map(([day, value]) => dayOf(`2026-${day}` as IsoDate, value)),
      ];
      const marketDay = (date: IsoDate, perDollar: number) => {
        return { date, rates: new Map(Object.entries({ USD: 1, EUR: 10 / 12, PLN: 40 / 12, SYP: perDollar })) };
      };
      const days = [
        ...old.map((date) => marketDay(date, 10_000)),
        ...Object.entries(lagging).map(([day, value]) => marketDay(`2026-${day}` as IsoDate, value)),
      ];
      const circumstances = {
        ...{ bank, table: bank.tables[0], asked: ['2025-12-29', '2026-01-05'] as const, isDistrusted: false },
        ...{ market: new MarketRates({ days, comparisons: [] }), now: '2026-01-05T16:00:00.000Z' as const },
        otherBanks: noOtherBanks,
      };
      const archived = undoubted(file.filter(({ date }) => date < '2026'));
      const next = withBankResponse(archived, { days: file, unreadable: [] }, circumstances);
      expect(next.days.flatMap(({ date }) => (date < '2026' ? [] : date.slice('2026-'.length)))).toEqual(published);
    }
  });

  it.each([
    ['direct', nbp],
    ['the other way round than its others', { ...nbp, quotation: { usual: 'indirect', inverse: ['EUR'] } as const }],
  ])('compares a bank’s quotes that are %s with the market dataset’s rates', (_, bank) => {
    const dayOf = (date: IsoDate, rate: number) => ({ date, rates: new Map([['EUR', rate]]) });
    const market = [{ date: '2026-03-11' as const, rates: new Map(Object.entries({ USD: 1, PLN: 4, EUR: 0.8 })) }];
    const [first, file] = [[dayOf('2026-03-10', 4)], [dayOf('2026-03-10', 4), dayOf('2026-03-11', 5.2)]];
    const asked = ['2026-03-10', '2026-03-11'] as const;
    const circumstances = {
      ...{ bank, table: nbp.tables[0], asked, isDistrusted: false },
      ...{ market: new MarketRates({ days: market, comparisons: [] }), now: '2026-03-11T16:00:00.000Z' as const },
      otherBanks: noOtherBanks,
    };
    const next = withBankResponse(undoubted(first), { days: file, unreadable: [] }, circumstances);
    expect(next).toMatchObject({ days: file, doubts: [] });
  });
});

it('withCorrections (logs the changes of archived values) throws if the log would have more than 200,000 lines', () => {
  const change: Correction = { date: '2026-01-05', code: 'USD', old: 1, new: 1.1, at: '2026-03-01T16:00:00.000Z' };
  const withdrawn = upTo('2026-03-09');
  const count = known.days.at(-1)?.rates.size ?? expect.fail();
  const log = (lines: number) =>
    withCorrections(
      { ...known, corrections: Array<Correction>(lines).fill(change) },
      withdrawn,
      '2026-03-11T16:00:00.000Z',
    );
  expect(log(200_000 - count)).toHaveLength(200_000);
  expect(() => log(200_001 - count)).toThrow('more than the log of corrections can list');
});

it('withBankResponse > would have held back 17 of the European Central Bank’s values since 1999, each until the next day', () => {
  // Each day is the newest day of a file once. The market dataset begins in 2024.
  const market = recordedArchive().days;
  let state = undoubted(all.slice(0, 1));
  const waited: string[] = [];
  for (let next = 1; next < all.length; next++) {
    const { date } = all[next] ?? expect.fail();
    const since = dateOfDay(dayNumber(date) - 3);
    const near = market.filter((day) => day.date >= since && day.date <= date);
    // Only the latest days matter, and the test stays fast with few.
    state = take(undoubted(state.days.slice(-15)), all.slice(Math.max(0, next - 14), next + 1), date, { market: near });
    waited.push(...state.doubts.map((doubt) => `${doubt.code} ${doubt.date}`));
    if (state.days.at(-2)?.date !== all[next - 1]?.date && state.days.at(-1)?.date !== all[next - 1]?.date)
      expect.fail(date);
  }
  expect(waited.sort().join(', ')).toBe(
    'BGN 2000-07-19, BRL 2008-01-02, CNY 2005-04-01, ILS 2011-01-03, INR 2009-01-02, ' +
      'ISK 2008-10-06, ISK 2008-10-08, ISK 2008-11-06, ISK 2018-02-01, MXN 2008-01-02, MXN 2024-06-04, ' +
      'RON 2005-07-01, RUB 2014-12-16, RUB 2022-02-28, TRL 2001-02-22, TRY 2005-01-03, TRY 2021-12-21',
  );
});
