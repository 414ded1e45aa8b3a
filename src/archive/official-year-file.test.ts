import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { shifted } from '../rates/round.ts';
import { FileError } from '../text/site-problem.ts';
import type { OfficialDay } from './official-rates.ts';
import { officialYearFiles, parseOfficialYearFile } from './official-year-file.ts';

/** A day with the bank's numbers for 1 unit. A code may have its units in front, such as `100 HUF`. */
function day(date: string, columns: Record<string, number>, reference?: string): OfficialDay {
  const [rates, units] = [new Map<string, number>(), new Map<string, number>()];
  for (const [name, rate] of Object.entries(columns)) {
    const [code = '', ofCode] = name.split(' ').reverse();
    rates.set(code, rate);
    if (ofCode !== undefined) units.set(code, Number(ofCode));
  }
  return { date, rates, ...(units.size > 0 && { units }), ...(reference !== undefined && { reference }) };
}

/** The days with a Map in place of each row of a file. */
const plain = (days: readonly OfficialDay[]) => days.map((each) => ({ ...each, rates: new Map(each.rates) }));
const parse = (body: string, year = '2026') => plain(parseOfficialYearFile('archive/x/2026.csv', year, body, 'PLN'));

const days = [
  day('2025-12-31', { AUD: 2.4, '100 HUF': 0.010951 }),
  day('2026-01-02', { AUD: 2.41, '1000 IDR': 0.0002187, USD: 3.6 }, '001/A/NBP/2026'),
  day('2026-01-05', { AUD: 2.42, IDR: 0.00022, USD: 3.61 }),
];
const body =
  'date,reference,AUD,IDR,1000 IDR,USD\n' +
  '2026-01-02,001/A/NBP/2026,2.41,,0.2187,3.6\n' +
  '2026-01-05,,2.42,0.00022,,3.61\n';

describe('officialYearFiles (returns a bank’s rates as CSV tables, one for each year)', () => {
  it('has the bank’s numbers for its own units, a column for each unit, and references only in years that have them', () => {
    expect(officialYearFiles(days)).toEqual([
      { year: '2025', days: 1, body: 'date,AUD,100 HUF\n2025-12-31,2.4,1.0951\n' },
      { year: '2026', days: 2, body },
    ]);
  });

  it('returns tables from which parseOfficialYearFile reads the same days, with every digit of the bank', () => {
    const aDate = fc.integer({ min: dayNumber('2025-12-01'), max: dayNumber('2026-12-31') }).map(dateOfDay);
    // The bank's number, and the number of zeros of its units.
    const quote = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 8 }), fc.nat({ max: 6 }));
    const quotes = fc.dictionary(fc.stringMatching(/^[A-Z]{3}$/), quote, { maxKeys: 6, noNullPrototype: true });
    const reference = fc.option(fc.stringMatching(/^\d{3}\/A\/NBP\/2026$/), { nil: undefined });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ date: aDate, quotes, reference }), { selector: ({ date }) => date, maxLength: 6 }),
        (given) => {
          const numbers = new Set<string>();
          const written = given
            .sort((one, other) => dayNumber(one.date) - dayNumber(other.date))
            .map(({ date, quotes, reference }) => {
              const rates = Object.entries(quotes)
                .filter(([code]) => code !== 'PLN')
                .sort(([one], [other]) => (one < other ? -1 : 1))
                .map(([code, [whole, decimals, zeros]]): [string, number] => {
                  numbers.add(String(Number(`${whole}e-${decimals}`)));
                  return [`${zeros > 0 ? `${10 ** zeros} ` : ''}${code}`, Number(`${whole}e-${decimals + zeros}`)];
                });
              return day(date, Object.fromEntries(rates), reference);
            });
          const files = officialYearFiles(written);
          expect(files.flatMap(({ year, body }) => parse(body, year))).toEqual(written);
          const cells = files.flatMap(({ body }) => body.split('\n').slice(1)).flatMap((line) => line.split(','));
          for (const number of numbers) expect(cells).toContain(number);
        },
      ),
    );
  });

  it('keeps the text of a year that was read and hasn’t changed, and writes a changed year anew', () => {
    const read = parseOfficialYearFile('', '2026', body, 'PLN');
    expect(officialYearFiles(read)).toEqual([{ year: '2026', days: 2, body }]);
    const changed = [...read.slice(0, 1), day('2026-01-05', { USD: 3.7 })];
    expect(officialYearFiles(changed)[0]?.body).toBe(
      'date,reference,AUD,1000 IDR,USD\n2026-01-02,001/A/NBP/2026,2.41,0.2187,3.6\n2026-01-05,,,,3.7\n',
    );
    expect(officialYearFiles(read.slice(0, 1))[0]?.body).toBe(
      'date,reference,AUD,1000 IDR,USD\n2026-01-02,001/A/NBP/2026,2.41,0.2187,3.6\n',
    );
  });
});

describe('parseOfficialYearFile (reads a published year of a bank’s rates)', () => {
  it('reads each rate for 1 unit, with the bank’s units and the number of its table', () => {
    expect(parse(body)).toEqual(days.slice(1));
  });

  it.each([
    ['a currency with two units on a day', body.replace('2.41,,', '2.41,0.0002,')],
    ['a column twice', body.replace('1000 IDR', 'IDR')],
    ['units that aren’t a power of ten', body.replace('1000 IDR', '500 IDR')],
    ['units without a currency', body.replace('1000 IDR', '1000 ')],
    ['a column of the quoted currency', body.replace('USD', 'PLN')],
    ['a column of the quoted currency with units', body.replace('1000 IDR', '1000 PLN')],
    ['a reference with a space', body.replace('001/A', '001 A')],
    ['a reference with a quote', body.replace('001/A', '"001/A"')],
    ['a reference of more than 40 characters', body.replace('001/A', '1'.repeat(40))],
    ['the references in another column', body.replace('reference,AUD', 'AUD,reference')],
    ['a rate of zero', body.replace('3.61', '0')],
    ['a negative rate', body.replace('3.61', '-3.61')],
    ['a rate that is too small for its units', body.replace('0.2187', '1e-99').replace('1000 IDR', '1000000000 IDR')],
    ['text in place of a rate', body.replace('3.61', '3,61'.replace(',', ';'))],
    ['a missing cell', body.replace(',3.61', '')],
    ['a day of another year', body.replace('2026-01-02', '2025-01-02')],
    ['its days in another order', body.replace('2026-01-02', '2026-01-06')],
    ['no end of its last line', body.slice(0, -1)],
  ])('rejects a file with %s', (_, text) => {
    expect(text).not.toBe(body);
    expect(() => parse(text)).toThrow(FileError);
  });
});

it('shifted (moves the decimal point) > is undone by the opposite move for every number of up to 15 digits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      fc.nat({ max: 14 }),
      fc.nat({ max: 6 }),
      (...number) => {
        const [whole, decimals, places] = number;
        const value = Number(`${whole}e-${decimals}`);
        expect(shifted(shifted(value, -places), places)).toBe(value);
      },
    ),
  );
});
