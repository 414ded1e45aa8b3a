import { describe, expect, it } from 'vitest';
import type { ArchivedDay } from '../../archive/archive.ts';
import { noRatesYet, type OfficialRates, undoubted } from '../../archive/official-rates.ts';
import { dateOfDay, datesFrom, dayNumber, type Instant, type IsoDate, isWeekend } from '../../money/calendar.ts';
import type { Rates } from '../../money/rates.ts';
import { mnb } from '../../sources/banks/mnb.ts';
import { MarketRates } from './market-rates.ts';
import { withBankResponse } from './official-rules.ts';
import { OtherBanks } from './other-banks.ts';

const [table] = mnb.tables;
const TODAY = '2026-03-11';
/** Forints per 1 unit. Only the dinar isn't quoted by the European Central Bank. */
const forints = {
  CHF: 421,
  CZK: 16.1,
  DKK: 53.9,
  EUR: 402,
  GBP: 484,
  JPY: 2.48,
  PLN: 96.2,
  RSD: 3.44,
  SEK: 37.1,
  USD: 371,
};
const dayOf = (date: IsoDate, changed: Readonly<Record<string, number>> = {}): ArchivedDay => {
  return { date, rates: new Map(Object.entries({ ...forints, ...changed })) };
};
const businessDays = (first: IsoDate, last: IsoDate) =>
  datesFrom(dayNumber(first), dayNumber(last) - dayNumber(first) + 1).filter((date) => !isWeekend(dayNumber(date)));
const file = (
  last: IsoDate,
  changes: Readonly<Record<string, Readonly<Record<string, number>>>> = {},
  first: IsoDate = '2026-02-02',
) => businessDays(first, last).map((date) => dayOf(date, changes[date]));

const perEuro: Rates = new Map(
  Object.entries(forints).flatMap(([code, value]) => (code === 'EUR' || code === 'RSD' ? [] : [[code, 402 / value]])),
).set('HUF', 402);
/** The European Central Bank publishes a day's rates some hours later. */
const ecbUntil = (last: IsoDate) =>
  new Map([['ecb', undoubted(businessDays('2026-01-05', last).map((date) => ({ date, rates: perEuro })))]]);
const none = new Map<string, OfficialRates>();

interface Sources {
  readonly bank?: typeof mnb;
  readonly others?: ReadonlyMap<string, OfficialRates>;
  readonly market?: readonly ArchivedDay[];
  readonly asked?: readonly [IsoDate, IsoDate];
}

/** Takes over a file at noon of a day. */
function take(
  known: OfficialRates,
  days: readonly ArchivedDay[],
  today: IsoDate,
  sources: Sources = {},
): OfficialRates {
  const { bank = mnb, others = ecbUntil(dateOfDay(dayNumber(today) - 1)), market = [], asked } = sources;
  const span = asked ?? (['2026-02-02', today] as const);
  const next = withBankResponse(
    known,
    { days, unreadable: [] },
    {
      ...{ bank, table, asked: span, now: `${today}T12:00:00.000Z` as Instant, isDistrusted: false },
      ...{ market: new MarketRates({ days: market, comparisons: [] }), otherBanks: new OtherBanks(others) },
    },
  );
  return { ...next, asked_from: span[0] };
}

const known = { ...undoubted(file('2026-03-10')), asked_from: '2026-02-02' as const };
const on = ({ days }: OfficialRates, date: IsoDate) =>
  Object.fromEntries(days.find((day) => day.date === date)?.rates ?? []);
const unconfirmed = (code: string | null, value: number | null, since = TODAY) => {
  return { date: TODAY, reason: 'unconfirmed', code, value, since };
};
const { RSD, ...quotedByEcb } = forints;

describe('withBankResponse, if a bank’s responses come over http', () => {
  it.each([
    ['10% higher', 'PLN', 105.82, false],
    ['10% lower', 'PLN', 87.5, false],
    ['6% higher', 'PLN', 102, false],
    // The other sources can't show a smaller change.
    ['2% higher', 'PLN', 98.1, true],
    ['the dollar’s', 'CHF', 371, false],
    ['for 100 units', 'JPY', 248, false],
    ['the euro’s inverse', 'EUR', 1 / 402, false],
  ])('publishes a value that was changed to be %s: %s %d %s', (_, code, value, isPublished) => {
    const next = take(known, file(TODAY, { [TODAY]: { [code]: value, RSD: 3.45 } }), TODAY, {
      market: [{ date: TODAY, rates: new Map(Object.entries({ USD: 1, HUF: 371, RSD: 107.5 })) }],
    });
    const { [code as 'PLN']: right, ...others } = { ...forints, RSD: 3.45 };
    expect(on(next, TODAY)).toEqual(isPublished ? { ...others, [code]: value } : others);
    expect(next.doubts).toEqual(isPublished ? [] : [unconfirmed(code, value)]);
    expect(right).not.toBe(value);
  });

  it('keeps a published value if the changed value isn’t confirmed, and takes over a confirmed correction', () => {
    const changes = { '2026-03-10': { PLN: 105.82, USD: 372 } };
    const next = take(known, file(TODAY, { ...changes, [TODAY]: {} }), TODAY, { others: ecbUntil(TODAY) });
    expect(on(next, '2026-03-10')).toEqual({ ...forints, USD: 372 });
    expect(next.doubts).toMatchObject([{ date: '2026-03-10', code: 'PLN', value: 105.82 }, unconfirmed('RSD', RSD)]);
    expect(next.corrections).toMatchObject([{ date: '2026-03-10', code: 'USD', old: 371, new: 372 }]);
  });

  it('publishes a waiting value once another source has it', () => {
    const waiting = take(known, file(TODAY), TODAY);
    expect([on(waiting, TODAY), waiting.doubts]).toEqual([quotedByEcb, [unconfirmed('RSD', RSD)]]);
    const nbu = undoubted([{ date: '2026-03-12', rates: new Map(Object.entries({ HUF: 0.118, RSD: 0.41 })) }]);
    const next = take(waiting, file('2026-03-12'), '2026-03-12', {
      others: new Map([...ecbUntil('2026-03-12'), ['nbu', nbu]]),
    });
    expect([on(next, TODAY), next.doubts]).toEqual([forints, []]);
  });

  it.each([
    ['a value that no other source has', {}, ecbUntil('2026-03-25'), [unconfirmed('RSD', RSD)], quotedByEcb],
    ['all values if there is no other source', {}, none, [unconfirmed(null, null)], {}],
    [
      'a whole day if more than three of its values differ',
      { CHF: 500, DKK: 60, PLN: 110 },
      ecbUntil('2026-03-25'),
      [unconfirmed(null, null)],
      { CZK: 16.1, EUR: 402, GBP: 484, JPY: 2.48, SEK: 37.1, USD: 371 },
    ],
  ])(
    'withholds %s for two weeks at most, and never publishes an unconfirmed value',
    (_, changed, others, doubts, left) => {
      let next = take(known, file(TODAY, { [TODAY]: changed }), TODAY, { others });
      expect(next.doubts).toEqual(doubts);
      for (let past = 1; past <= 20; past++) {
        const today = dateOfDay(dayNumber(TODAY) + past);
        // The bank has no later days, so that only this day's values wait.
        next = take(next, file(TODAY, { [TODAY]: changed }), today, { others });
        if (past <= 12) expect([past, next.doubts]).toEqual([past, doubts]);
        if (past >= 14) expect([past, next.doubts, on(next, TODAY)]).toEqual([past, [], left]);
      }
      expect(next.days.slice(0, known.days.length)).toEqual(known.days);
    },
  );

  it('never takes over unconfirmed changes of many old values, however long the responses have them', () => {
    const early = businessDays('2026-02-02', '2026-02-17');
    const changes = Object.fromEntries(early.map((date) => [date, { PLN: 105.82 }]));
    let next: OfficialRates = known;
    for (let past = 0; past <= 15; past++) {
      const today = dateOfDay(dayNumber(TODAY) + past);
      next = take(next, file('2026-03-10', changes), today);
      expect([today, next.days, next.doubts]).toEqual([today, known.days, []]);
    }
  });

  const old = { others: ecbUntil(TODAY), asked: ['2026-01-05', '2026-01-30'] as const };
  const past = (changes: Readonly<Record<string, Readonly<Record<string, number>>>> = {}) =>
    file('2026-01-30', changes, '2026-01-05');

  it('publishes past days without the values that no other source has, and without doubts', () => {
    const next = take(known, past({ '2026-01-20': { PLN: 105.82 } }), TODAY, old);
    const { PLN, ...others } = quotedByEcb;
    expect([PLN, on(next, '2026-01-19'), on(next, '2026-01-20'), next.doubts]).toEqual([96.2, quotedByEcb, others, []]);
    // When the range is asked for again, nothing changes.
    expect(take(next, past({ '2026-01-20': { PLN: 105.82 } }), TODAY, old)).toEqual({
      ...next,
      asked_from: '2026-01-05',
    });
  });

  it.each([
    [
      'can’t be compared, because the other sources’ rates are missing',
      past(),
      { ...old, others: none },
      "can't be compared",
    ],
    [
      'differ in many values',
      past({ '2026-01-20': { CHF: 500, DKK: 60, PLN: 110, SEK: 50 } }),
      old,
      'differs from all other sources in many values on 2026-01-20',
    ],
  ])('refuses a range of past days that %s, so that it’s asked for again', (_, days, sources, problem) => {
    expect(() => take(known, days, TODAY, sources)).toThrow(problem);
    expect(() => take({ ...noRatesYet }, days, TODAY, sources)).toThrow(problem);
  });

  it('adds the values of past days once the history of another source confirms them', () => {
    const next = take(known, past(), TODAY, old);
    const nbu = undoubted(
      businessDays('2026-01-05', '2026-01-30').map((date) => {
        return { date, rates: new Map(Object.entries({ HUF: 0.118, RSD: 0.41 })) };
      }),
    );
    const { days, doubts } = take(next, past(), TODAY, { ...old, others: new Map([...ecbUntil(TODAY), ['nbu', nbu]]) });
    expect([days.slice(0, past().length), doubts]).toEqual([past(), []]);
  });

  it('compares a bank whose responses come over https with nothing', () => {
    const bank = { ...mnb, transport: 'https' } as const;
    const next = take(known, file(TODAY, { [TODAY]: { PLN: 105.82 } }), TODAY, { bank, others: none });
    expect([on(next, TODAY), next.doubts]).toEqual([{ ...forints, PLN: 105.82 }, []]);
  });
});

describe('OtherBanks', () => {
  const day = (date: IsoDate, rates: Readonly<Record<string, number>>) =>
    undoubted([{ date, rates: new Map(Object.entries(rates)) }]);
  it.each<[string, string, Readonly<Record<string, number>>]>([
    ['a bank that quotes its own currency’s units per 1 unit', 'ecb', { HUF: 400, PLN: 4 }],
    ['a bank that quotes units of its own currency', 'cnb', { HUF: 0.06, PLN: 6 }],
    ['a bank that quotes most currencies per 1 unit of its own', 'fed-h10', { HUF: 360, PLN: 3.6 }],
    ['a bank whose own currency is one of the pair', 'nbp', { HUF: 0.01 }],
  ])('has the rate of %s', (_, key, rates) => {
    const others = new OtherBanks(new Map([[key, day('2026-03-10', rates)]]));
    expect([...others.around('PLN', TODAY, mnb)]).toEqual([{ date: '2026-03-10', rate: 100 }]);
  });

  it('has the days beside a day, and neither lists of quarters nor rates that come over http', () => {
    const official = new Map([
      ['ecb', undoubted(businessDays('2026-03-02', '2026-03-20').map((date) => ({ date, rates: perEuro })))],
      ['us-treasury', day(TODAY, { HUF: 371, PLN: 3.9 })],
      ['mnb', day(TODAY, { PLN: 96, EUR: 402 })],
    ]);
    const dates = [...new OtherBanks(official).around('PLN', TODAY, mnb)].map(({ date }) => date.slice(-2));
    expect(dates).toEqual(['11', '10', '12']);
  });

  it('has rates in the unit of the day', () => {
    const official = new Map([['ecb', day('2005-06-30', { HUF: 250, ROL: 36_000, RON: 3.6 })]]);
    const [rate] = new OtherBanks(official).around('RON', '2005-07-01', mnb);
    expect(rate?.rate).toBeCloseTo(69.44, 2);
  });
});
