import { dateOfDay, dayNumber, type Instant, type IsoDate } from '../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import { composedDay, originsOf } from './composed-day.ts';

type Day = readonly [date: IsoDate, rates: Readonly<Record<string, number>>];

const officialOf = (tables: Readonly<Record<string, readonly Day[]>>) =>
  new Map(
    Object.entries(tables).map(([key, days]) => [
      key,
      { days: days.map(([date, rates]) => ({ date, rates: new Map(Object.entries(rates)) })) },
    ]),
  );

// 2026-10-07 is a Wednesday.
const ecb: readonly Day[] = [
  ['2026-10-06', { USD: 1.17, JPY: 180, GBP: 0.87 }],
  ['2026-10-07', { USD: 1.16, JPY: 181 }],
];
const nbp: readonly Day[] = [['2026-10-07', { USD: 3.7, EUR: 4.3, JPY: 0.0237, GBP: 4.9 }]];
const now: Instant = '2026-10-07T16:17:00.000Z';

/** The date and the rates of a composed day, such as `2026-10-07 EUR 0.86 ecb`, only of some currencies. */
function composedOf(tables: Readonly<Record<string, readonly Day[]>>, codes: string, at = now): string[] | undefined {
  const composed = composedDay(officialOf(tables), at);
  if (!composed) return undefined;
  const { date, rates, origins } = composed;
  return codes.split(' ').flatMap((code) => {
    const rate = rates.get(code);
    return rate === undefined ? [] : [`${date} ${code} ${rate} ${origins.get(code) ?? '-'}`];
  });
}

describe('composedDay (composes a day’s rates from official rates)', () => {
  it('takes each rate from the first bank that has it on that day', () => {
    const expected = [
      '2026-10-07 USD 1 -',
      // 1 ÷ 1.16
      '2026-10-07 EUR 0.862068965517 ecb',
      // 181 ÷ 1.16
      '2026-10-07 JPY 156.034482759 ecb',
      // 3.7 ÷ 4.9, because the European Central Bank had a rate of GBP only on the day before.
      '2026-10-07 GBP 0.755102040816 nbp',
      '2026-10-07 PLN 3.7 nbp',
    ];
    expect(composedOf({ ecb, nbp }, 'USD EUR JPY GBP PLN CZK')).toEqual(expected);
    // The order of the tables in memory doesn't matter.
    expect(composedOf({ nbp, ecb }, 'USD EUR JPY GBP PLN CZK')).toEqual(expected);
  });

  it('divides the rates of a bank’s second table, which lacks USD, by the USD of its first table', () => {
    const tables = { nbp, 'nbp-b': [['2026-10-07', { AFN: 0.056, AED: 1.01 }]] as const };
    expect(composedOf(tables, 'AFN AED')).toEqual([
      '2026-10-07 AFN 66.0714285714 nbp-b',
      '2026-10-07 AED 3.66336633663 nbp-b',
    ]);
    // On another day, AED is at its parity, and AFN is missing.
    const later = { ...tables, nbp: [['2026-10-08', { USD: 3.7, EUR: 4.3 }]] as const };
    expect(composedOf(later, 'AFN AED', '2026-10-08T16:17:00.000Z')).toEqual(['2026-10-08 AED 3.6725 peg to USD']);
  });

  it('has a currency that no bank quotes at its official parity, if its anchor has a rate', () => {
    expect(composedOf({ ecb }, 'AED DKK XOF JEP BTC')).toEqual([
      '2026-10-07 AED 3.6725 peg to USD',
      '2026-10-07 DKK 6.43136206896 peg to EUR',
      '2026-10-07 XOF 565.480172414 peg to EUR',
    ]);
    expect(composedOf({ ecb, nbp }, 'JEP')).toEqual(['2026-10-07 JEP 0.755102040816 peg to GBP']);
  });

  it('has no rates of a quarter’s list, which may be older than their day', () => {
    const lists = { 'us-treasury': [['2026-10-07', { ISK: 122, JPY: 150 }]] as const };
    expect(composedOf({ ecb, ...lists }, 'JPY ISK')).toEqual(['2026-10-07 JPY 156.034482759 ecb']);
  });

  it('has only currencies of the catalogue', () => {
    const codes = composedDay(officialOf({ ecb: [['2026-10-07', { USD: 1.16, HRK: 7.5, DEM: 1.95583 }]] }), now)?.rates;
    expect([...(codes?.keys() ?? [])].filter((code) => !catalogue.some((entry) => entry.code === code))).toEqual([]);
  });

  const daily = (from: number, to: number): Day[] =>
    Array.from({ length: to - from + 1 }, (_, day) => [
      dateOfDay(dayNumber('2026-10-01') + from + day - 1),
      { USD: 41 },
    ]);
  it.each<[string, Readonly<Record<string, readonly Day[]>>, string, string | undefined]>([
    ['the newest day of any bank', { ecb, cnb: [['2026-10-08', { USD: 21 }]] }, '2026-10-08T16:17', '2026-10-08'],
    ['today, and not a day in the future', { cnb: daily(6, 8) }, '2026-10-07T16:17', '2026-10-07'],
    ['the day before, before all banks publish', { ecb, cnb: daily(6, 8) }, '2026-10-08T14:17', '2026-10-07'],
    [
      'the day before a holiday, on which only one bank has rates',
      { ecb, nbu: daily(6, 9) },
      '2026-10-08T16:17',
      '2026-10-07',
    ],
    ['Friday on a Saturday', { ecb, cnb: daily(6, 9), nbu: daily(6, 11) }, '2026-10-10T16:17', '2026-10-09'],
    ['Monday on a Monday', { ecb, cnb: daily(6, 12) }, '2026-10-12T16:17', '2026-10-12'],
    ['the newest day with USD', { ecb, nbp: [['2026-10-08', { EUR: 4.3 }]] }, '2026-10-08T16:17', '2026-10-07'],
    ['no day if no bank has USD', { nbp: [['2026-10-07', { EUR: 4.3 }]] }, '2026-10-07T16:17', undefined],
    ['no day if no bank has rates', { ecb: [] }, '2026-10-07T16:17', undefined],
  ])('composes %s', (_, tables, at, date) => {
    expect(composedDay(officialOf(tables), `${at}:00.000Z` as Instant)?.date).toBe(date);
  });
});

describe('originsOf (finds the origins of an archived composed day)', () => {
  it('returns the origins with which the day was composed', () => {
    const official = officialOf({ ecb, nbp, cnb: [['2026-10-07', { USD: 21, JPY: 0.14, AUD: 14 }]] });
    const composed = composedDay(official, now) ?? expect.fail();
    expect([...originsOf(composed, official)]).toEqual([...composed.origins]);
  });

  it('omits a currency whose bank has changed its rate since then, and names another bank if its rate is the same', () => {
    const composed = composedDay(officialOf({ ecb, nbp }), now) ?? expect.fail();
    const corrected = officialOf({ ecb: [['2026-10-07', { USD: 1.16, JPY: 182, GBP: 0.87 }]], nbp });
    const origins = originsOf(composed, corrected);
    expect([origins.has('JPY'), origins.get('EUR'), origins.get('GBP')]).toEqual([false, 'ecb', 'nbp']);
  });
});
