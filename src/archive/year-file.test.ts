import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedArchive, recordedFolder } from '../publish/recorded-archive.ts';
import { byPublishedOrder, catalogue } from '../money/currencies/catalogue.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import { shifted } from '../money/rounding/round.ts';
import type { ArchivedDay } from './archive.ts';
import { MAX_YEAR_CHARACTERS, parseYearFile, yearFiles } from './year-file.ts';
import { described } from '../text/quote.ts';
import { FileError } from '../text/site-problem.ts';

/** A day with the source's numbers for 1 unit. A code may have its units in front, such as `100 HUF`. */
function day(date: IsoDate, columns: Record<string, number>, reference?: string): ArchivedDay {
  const [rates, units] = [new Map<string, number>(), new Map<string, number>()];
  for (const [name, rate] of Object.entries(columns)) {
    const [code = '', ofCode] = name.split(' ').reverse();
    rates.set(code, rate);
    if (ofCode !== undefined) units.set(code, Number(ofCode));
  }
  return { date, rates, ...(units.size > 0 && { units }), ...(reference !== undefined && { reference }) };
}

/** The days of a file, with a Map in place of each row. */
const parse = (body: string, { year = '2026', base = 'USD' } = {}) =>
  parseYearFile({ path: 'year.csv', year, body, base }).map((each) => ({ ...each, rates: new Map(each.rates) }));

const days = [
  day('2025-12-31', { USD: 1, ZZZ: 3, EUR: 0.85 }),
  day('2026-01-01', { EUR: 0.86, AAA: 1e-7, USD: 1 }),
  day('2026-01-03', { BTC: 0.000011188, USD: 1 }),
];

describe('yearFiles (returns the archive as CSV tables, one for each year)', () => {
  it('returns a table for each year, with the columns in the given order of currencies', () => {
    expect(yearFiles(days, ['USD', 'EUR', 'BTC'])).toEqual([
      { year: '2025', days: 1, body: 'date,USD,EUR,ZZZ\n2025-12-31,1,0.85,3\n' },
      { year: '2026', days: 2, body: 'date,USD,EUR,BTC,AAA\n2026-01-01,1,0.86,,1e-7\n2026-01-03,1,,0.000011188,\n' },
    ]);
  });

  it('if a currency isn’t in the given order, puts its column after the others, in alphabetical order', () => {
    const [file] = yearFiles([day('2026-01-01', { CCC: 1, BBB: 1, USD: 1, AAA: 1 })], ['USD']);
    expect(file?.body).toBe('date,USD,AAA,BBB,CCC\n2026-01-01,1,1,1,1\n');
  });

  it('returns no tables for an archive without days', () => {
    expect(yearFiles([], ['USD'])).toEqual([]);
  });

  it('returns tables from which parseYearFile reads the same days and rates', () => {
    const aDate = fc.integer({ min: dayNumber('1999-12-01'), max: dayNumber('2001-02-01') }).map(dateOfDay);
    const rate = fc.double({ min: 1e-15, max: 1e15, noNaN: true });
    const rates = fc.dictionary(fc.stringMatching(/^[A-Z0-9]{3,5}$/), rate, { maxKeys: 8 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ date: aDate, rates }), { selector: ({ date }) => date, maxLength: 8 }),
        fc.uniqueArray(fc.stringMatching(/^[A-Z0-9]{3,5}$/)),
        (given, order) => {
          const written = given
            .map(({ date, rates }) => day(date, rates))
            .sort((a, b) => dayNumber(a.date) - dayNumber(b.date));
          const files = yearFiles(written, order);
          const read = files.flatMap(({ year, body }) => parse(body, { year, base: 'USD' }));
          expect(read).toEqual(written);
          for (const columns of [order, []]) {
            expect(yearFiles(read, columns)).toEqual(yearFiles(written, columns));
          }
        },
      ),
    );
  });

  it('reproduces the repository’s recorded archive files byte for byte', () => {
    const order = catalogue.toSorted(byPublishedOrder).map(({ code }) => code);
    for (const { year, body } of yearFiles(recordedArchive().days, order)) {
      expect(body).toBe(readFileSync(join(recordedFolder, `${year}.csv`), 'utf8'));
    }
  });
});

describe('parseYearFile (reads a yearly archive file: a CSV table with a column per currency)', () => {
  const codes = (count: number) => Array.from({ length: count }, (_, index) => String(10_000 + index)).join();
  it.each([
    ['a header but no days', 'date,USD\n', []],
    ['a date column but no currencies', 'date\n2026-01-01\n', [day('2026-01-01', {})]],
    ['1000 currency columns, the maximum', `date,${codes(1000)}\n`, []],
    ['a day without rates', 'date,USD,EUR\n2026-01-01,,\n', [day('2026-01-01', {})]],
    [
      'rates in the form that JavaScript prints, such as 1e-15',
      'date,AAA,BBBB,C11,DDDDD\n2026-01-01,1e-15,1000000000000000,999999999999999.9,0.123456\n',
      [day('2026-01-01', { AAA: 1e-15, BBBB: 1e15, C11: 999999999999999.9, DDDDD: 0.123456 })],
    ],
  ])('accepts a file if it has %s', (_, body, read) => {
    expect(parse(body)).toEqual(read);
  });

  it('accepts a file if it has a leap day', () => {
    expect(parse('date,USD\n2028-02-29,1\n', { year: '2028' })).toEqual([day('2028-02-29', { USD: 1 })]);
  });

  const columns = (kind: string) => `line 1 has unexpected columns: ${kind}`;
  it.each([
    ['no characters', '', columns('empty')],
    ['no header', '2026-01-01,1\n', columns('text, 12 characters')],
    ['a first column that isn’t named “date”', 'day,USD\n', columns('text, 7 characters')],
    ['a currency code in lower case', 'date,usd\n', columns('text, 8 characters')],
    ['a currency code of two letters', 'date,US\n', columns('text, 7 characters')],
    ['a currency code of six letters', 'date,USDUSD\n', columns('text, 11 characters')],
    ['a column without a currency code', 'date,USD,\n', columns('text, 9 characters')],
    ['more than 1000 currency columns', `date,${codes(1001)}\n`, columns('text, 6010 characters')],
    ['two columns of the same currency', 'date,USD,EUR,USD\n', columns('text, 16 characters')],
    ['a column named __proto__', 'date,__proto__\n', columns('text, 14 characters')],
    ['quoted column names', '"date","USD"\n', columns('text, 12 characters')],
    ['a byte order mark', '\uFEFFdate,USD\n', columns('text, 9 characters')],
    ['Windows line ends', 'date,USD\r\n2026-01-01,1\r\n', columns('text, 9 characters')],
    ['HTML instead of CSV', '<!doctype html>\n', columns('HTML, 15 characters')],
    ['a column name of 100 characters', `date,${'x'.repeat(100)}\n`, columns('text, 105 characters')],
    ['the maximum length, but no valid header', 'x'.repeat(MAX_YEAR_CHARACTERS), columns('text, 4194304 characters')],
    ['more than 4,194,304 characters', 'x'.repeat(MAX_YEAR_CHARACTERS + 1), 'has more than 4194304 characters'],
    ['a last line without a line end', 'date,USD\n2026-01-01,1', 'is cut off before the end of its last line'],
    ['only a header, without a line end', 'date,USD', 'is cut off before the end of its last line'],
  ])('rejects a file if it has %s', (_, body, message) => {
    expect(() => parse(body)).toThrow(new FileError('year.csv', message));
  });

  it.each([
    ['no characters', ''],
    ['a space before the date', ' 2026-01-02,1,1'],
    ['a space before a number', '2026-01-02, 1,1'],
    ['a space after a number', '2026-01-02,1,1 '],
    ['a Windows line end', '2026-01-02,1,1\r'],
    ['too few cells', '2026-01-02,1'],
    ['too many cells', '2026-01-02,1,1,1'],
    ['only a date, without cells for rates', '2026-01-02'],
    ['the date of the previous line', '2026-01-01,1,1'],
    ['a date before the previous line’s date', '2025-12-31,1,1'],
    ['a date outside the file’s year', '2027-01-02,1,1'],
    ['a date that does not exist', '2026-02-30,1,1'],
    ['a month that does not exist', '2026-13-01,1,1'],
    ['February 29 in a year that isn’t a leap year', '2026-02-29,1,1'],
    ['a date without leading zeros', '2026-1-2,1,1'],
    ['a time instead of a date', '2026-01-02T00:00:00Z,1,1'],
    ['a year and a month instead of a date', '2026-01,1,1'],
    ['a word instead of a month and day', '2026-tomorrow,1,1'],
    ['a letter before the date', 'x2026-01-02,1,1'],
    ['a quoted number', '2026-01-02,"1",1'],
    ['a spreadsheet formula', '2026-01-02,=1+1,1'],
    ['a negative number', '2026-01-02,1,-1'],
    ['a plus sign before a number', '2026-01-02,+1,1'],
    ['a rate of zero', '2026-01-02,0,1'],
    ['a rate other than 1 for the base USD', '2026-01-02,2,1'],
    ['a rate below the minimum 1e-15', '2026-01-02,1e-16,1'],
    ['a rate above the maximum 1e15', '2026-01-02,1000000000000001,1'],
    ['1e5 instead of 100000', '2026-01-02,1e5,1'],
    ['a number that is too large for JavaScript (1e999)', '2026-01-02,1e999,1'],
    ['NaN instead of a rate', '2026-01-02,NaN,1'],
    ['Infinity instead of a rate', '2026-01-02,Infinity,1'],
    ['a hexadecimal number', '2026-01-02,0x10,1'],
    ['a number that begins with a decimal point', '2026-01-02,.5,1'],
    ['a number that ends in a decimal point', '2026-01-02,5.,1'],
    ['a semicolon instead of a comma', '2026-01-02,5;1'],
  ])('rejects a file if its third line has %s', (_, line) => {
    const body = `date,USD,EUR\n2026-01-01,1,1\n${line}\n2026-01-05,1,1\n`;
    const message = `line 3 is invalid or out of order: ${described(line)}`;
    expect(() => parse(body)).toThrow(new FileError('year.csv', message));
  });
});

const ofBank = [
  day('2025-12-31', { AUD: 2.4, '100 HUF': 0.010951 }),
  day('2026-01-02', { AUD: 2.41, '1000 IDR': 0.0002187, USD: 3.6 }, '001/A/NBP/2026'),
  day('2026-01-05', { AUD: 2.42, IDR: 0.00022, USD: 3.61 }),
];
const bankBody =
  'date,reference,AUD,IDR,1000 IDR,USD\n' +
  '2026-01-02,001/A/NBP/2026,2.41,,0.2187,3.6\n' +
  '2026-01-05,,2.42,0.00022,,3.61\n';

describe('yearFiles with the days of a bank', () => {
  it('has the bank’s numbers for its own units, a column for each unit, and references only in years that have them', () => {
    expect(yearFiles(ofBank)).toEqual([
      { year: '2025', days: 1, body: 'date,AUD,100 HUF\n2025-12-31,2.4,1.0951\n' },
      { year: '2026', days: 2, body: bankBody },
    ]);
  });

  it('returns tables from which parseYearFile reads the same days, with every digit of the bank', () => {
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
          const files = yearFiles(written);
          expect(files.flatMap(({ year, body }) => parse(body, { year, base: 'PLN' }))).toEqual(written);
          const cells = files.flatMap(({ body }) => body.split('\n').slice(1)).flatMap((line) => line.split(','));
          for (const number of numbers) expect(cells).toContain(number);
        },
      ),
    );
  });

  it('keeps the text of a year that was read and hasn’t changed, and writes a changed year anew', () => {
    const read = parseYearFile({ path: '', year: '2026', body: bankBody, base: 'PLN' });
    expect(yearFiles(read)).toEqual([{ year: '2026', days: 2, body: bankBody }]);
    const changed = [...read.slice(0, 1), day('2026-01-05', { USD: 3.7 })];
    expect(yearFiles(changed)[0]?.body).toBe(
      'date,reference,AUD,1000 IDR,USD\n2026-01-02,001/A/NBP/2026,2.41,0.2187,3.6\n2026-01-05,,,,3.7\n',
    );
    expect(yearFiles(read.slice(0, 1))[0]?.body).toBe(
      'date,reference,AUD,1000 IDR,USD\n2026-01-02,001/A/NBP/2026,2.41,0.2187,3.6\n',
    );
  });
});

describe('parseYearFile with a file of a bank', () => {
  it('reads each rate for 1 unit, with the bank’s units and the number of its table', () => {
    expect(parse(bankBody, { base: 'PLN' })).toEqual(ofBank.slice(1));
  });

  it.each([
    ['a currency with two units on a day', bankBody.replace('2.41,,', '2.41,0.0002,')],
    ['a column twice', bankBody.replace('1000 IDR', 'IDR')],
    ['units that aren’t a power of ten', bankBody.replace('1000 IDR', '500 IDR')],
    ['units without a currency', bankBody.replace('1000 IDR', '1000 ')],
    ['a rate other than 1 for the quoted currency', bankBody.replace('USD', 'PLN')],
    ['a column of the quoted currency with units', bankBody.replace('1000 IDR', '1000 PLN')],
    ['a reference with a space', bankBody.replace('001/A', '001 A')],
    ['a reference with a quote', bankBody.replace('001/A', '"001/A"')],
    ['a reference of more than 40 characters', bankBody.replace('001/A', '1'.repeat(40))],
    ['the references in another column', bankBody.replace('reference,AUD', 'AUD,reference')],
    ['a rate of zero', bankBody.replace('3.61', '0')],
    ['a negative rate', bankBody.replace('3.61', '-3.61')],
    [
      'a rate that is too small for its units',
      bankBody.replace('0.2187', '1e-99').replace('1000 IDR', '1000000000 IDR'),
    ],
    ['text in place of a rate', bankBody.replace('3.61', '3,61'.replace(',', ';'))],
    ['a missing cell', bankBody.replace(',3.61', '')],
    ['a day of another year', bankBody.replace('2026-01-02', '2025-01-02')],
    ['its days in another order', bankBody.replace('2026-01-02', '2026-01-06')],
    ['no end of its last line', bankBody.slice(0, -1)],
  ])('rejects a file with %s', (_, text) => {
    expect(text).not.toBe(bankBody);
    expect(() => parse(text, { base: 'PLN' })).toThrow(FileError);
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
