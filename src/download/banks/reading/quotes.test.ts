import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf, type Quote } from './quotes.ts';

const date = '2026-03-02';
const usd: Quote = { date, code: 'USD', value: 3.6056 };
const huf: Quote = { date, code: 'HUF', value: '1.1155', units: 100 };

describe('fileOf (groups the values of a bank’s response by day)', () => {
  it('returns rates for 1 unit, with the units that the bank quotes', () => {
    const otherDay = { date: '2026-02-27', code: 'USD', value: 3.5731 };
    expect(fileOf([usd, huf, { date, code: 'THB', value: null }, otherDay], 'PLN')).toEqual({
      days: [
        { date: '2026-02-27', rates: new Map([['USD', 3.5731]]) },
        {
          date,
          rates: new Map([
            ['HUF', 0.011155],
            ['USD', 3.6056],
          ]),
          units: new Map([['HUF', 100]]),
        },
      ],
      unreadable: [],
    });
  });

  it.each<[string, number, Partial<Quote>]>([
    ['ten decimals', 1e-10, { value: 1e-10 }],
    ['seven decimals', 9.3e-7, { value: 0.00000093 }],
    ['twelve decimals', 3.605612345678, { value: '3.605612345678' }],
    ['1000 units and a number with an exponent', 9.3e-10, { value: 9.3e-7, units: 1000 }],
    ['10,000,000 units', 2.789e-6, { value: '27.89', units: 1e7 }],
  ])('keeps the digits of a rate with %s', (_, rate, quote) => {
    const file = fileOf([{ date, code: 'VND', value: null, ...quote }], 'PLN');
    expect(file.days.map(({ rates }) => rates.get('VND'))).toEqual([rate]);
  });

  it('ignores metals and special drawing rights', () => {
    const others = ['XAU', 'XAG', 'XPT', 'XPD', 'XDR'].map((code) => ({ date, code, value: 'n.a.' }));
    expect(fileOf([...others, usd], 'PLN')).toEqual(fileOf([usd], 'PLN'));
  });

  it.each<[string, string, Partial<Quote>]>([
    ['is zero', 'USD', { value: 0 }],
    ['is negative', 'USD', { value: -3.6 }],
    ['isn’t a number', 'USD', { value: NaN }],
    ['has a decimal comma', 'USD', { value: '3,6' }],
    ['is for 0 units', 'HUF', { units: 0 }],
    ['is for 50 units', 'HUF', { units: 50 }],
    ['is for 0.1 units', 'HUF', { units: 0.1 }],
  ])('lists a rate as unreadable that %s, and returns the day’s other rates', (_, code, damage) => {
    const [damaged, other] = code === 'USD' ? [usd, huf] : [huf, usd];
    const { days } = fileOf([other], 'PLN');
    expect(fileOf([{ ...damaged, ...damage }, other], 'PLN')).toEqual({ days, unreadable: [{ date, code }] });
  });

  it.each<[string, string, Quote]>([
    ['values', 'USD', { ...usd, value: 3.6057 }],
    ['numbers of units', 'HUF', { ...huf, value: 0.011155, units: 1 }],
  ])('lists a rate as unreadable that is there with two %s', (_, code, again) => {
    const { days } = fileOf([code === 'USD' ? huf : usd], 'PLN');
    const unreadable = [{ date, code }];
    expect(fileOf([usd, huf, again], 'PLN')).toEqual({ days, unreadable });
    expect(fileOf([usd, again, huf, usd, huf], 'PLN')).toEqual({ days, unreadable });
  });

  it.each<[string, Quote[]]>([
    ['has a row without a currency', [usd, { date, code: null, value: null }]],
    ['has no rate', [{ ...usd, value: null }]],
    [
      'has only unreadable rates',
      [
        { ...usd, value: 0 },
        { ...huf, value: 0 },
      ],
    ],
    [
      'has rates of two tables',
      [
        { ...usd, reference: '041' },
        { ...huf, reference: '042' },
      ],
    ],
    ['has a rate of the quoted currency', [usd, { date, code: 'PLN', value: 1 }]],
    ['has a code in lower case', [usd, { date, code: 'eur', value: 4.2 }]],
  ])('lists a day as unreadable if it %s', (_, quotes) => {
    expect(fileOf(quotes, 'PLN')).toEqual({ days: [], unreadable: [{ date, code: null }] });
  });

  it('rejects a date that isn’t one', () => {
    expect(() => fileOf([{ ...usd, date: '2026-02-30' }], 'PLN')).toThrow(
      new RangeError("a date isn't one: text, 10 characters"),
    );
  });

  it('returns the same for every order of the values', () => {
    const quote = fc.record(
      {
        date: fc.constantFrom('2026-03-02', '2026-03-03'),
        code: fc.constantFrom('USD', 'HUF', 'EUR', 'XDR', 'usd', null),
        value: fc.constantFrom(1, 100, '1', 0, null),
        units: fc.constantFrom(1, 100, 3),
        reference: fc.constantFrom('041', '042'),
      },
      { requiredKeys: ['date', 'code', 'value'] },
    );
    fc.assert(
      fc.property(fc.array(quote, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (quotes, places) => {
        const shuffled: Quote[] = [];
        for (const one of quotes) shuffled.splice(places.next().value % (shuffled.length + 1), 0, one);
        expect(fileOf(shuffled, 'PLN')).toEqual(fileOf(quotes, 'PLN'));
      }),
      { numRuns: 1000 },
    );
  });
});
