import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DownloadForms } from '../../../testing/data/download-forms.ts';
import { unzipped } from '../unzip.ts';
import { withoutValue } from '../../../testing/data/without-value.ts';
import { ecb } from './ecb.ts';

const { parse } = ecb;
const csv = `Date,USD,JPY,SIT,
2026-04-13,1.1684,186.75,N/A,
2026-04-10,1.1711,186.5,,
1999-01-04,1.17,186,239.64,
`;

const read = (file: string) => parse(file).days.map(({ date, rates }) => [date, Object.fromEntries(rates)] as const);
const expected = [
  ['1999-01-04', { JPY: 186, SIT: 239.64, USD: 1.17 }],
  ['2026-04-10', { USD: 1.1711, JPY: 186.5 }],
  ['2026-04-13', { USD: 1.1684, JPY: 186.75 }],
];

describe('ecb (parses a file with the European Central Bank’s rates)', () => {
  it.each([
    ['a CSV', csv],
    [
      'a CSV even if it has Windows line ends, spaces and no trailing commas',
      csv.replaceAll(/,$/gm, '').replaceAll(',', ', ').replaceAll('\n', '\r\n'),
    ],
    [
      'a CSV whose first row is the earliest day',
      [csv.split('\n')[0], ...csv.trim().split('\n').slice(1).reverse()].join('\n'),
    ],
    [
      'a CSV with its rows and columns in another order',
      'Date,SIT,USD,JPY\n2026-04-10,,1.1711,186.5\n1999-01-04,239.64,1.17,186\n2026-04-13,N/A,1.1684,186.75\n',
    ],
    ['a CSV that has a row twice', `${csv}1999-01-04,1.17,186,239.64,\n`],
  ])('reads %s', (_, file) => {
    expect(read(file)).toEqual(expected);
    expect(parse(file).unreadable).toEqual([]);
    // A rebuilt site has the same bytes only if the order of currencies doesn't depend on the file.
    expect(parse(file).days.map(({ rates }) => [...rates.keys()].sort())).toEqual(
      parse(file).days.map(({ rates }) => [...rates.keys()]),
    );
  });

  it.each<[string, string, string | null, string]>([
    ['has a rate without a currency', '2026-04-13', null, csv.replace('N/A,', 'N/A,1')],
    ['is cut off in the middle of a line', '1999-01-04', null, csv.slice(0, -12)],
    ['has no rate on a day', '2026-04-10', null, csv.replace('1.1711,186.5', 'N/A,')],
    ['has a day twice with different rates', '2026-04-10', 'USD', `${csv}2026-04-10,1.1712,186.5,,\n`],
    ['has a day twice, once unreadable', '2026-04-10', null, `${csv}2026-04-10,1.1711\n`],
    ['has a negative rate', '2026-04-10', 'JPY', csv.replace('186.5', '-186.5')],
    ['has a rate of zero', '2026-04-10', 'JPY', csv.replace('186.5', '0')],
    ['has text in place of a rate', '2026-04-10', 'JPY', csv.replace('186.5', 'n.a.')],
    ['has a rate of 400 digits', '2026-04-10', 'JPY', csv.replace('186.5', '9'.repeat(400))],
  ])('reads the other days if a file %s', (_, date, code, file) => {
    expect(parse(file).unreadable).toEqual([{ date, code }]);
    expect(parse(file).days).toEqual(
      parse(csv).days.flatMap((day) => (day.date !== date ? day : code === null ? [] : withoutValue(day, code))),
    );
  });

  it('reads the same days from every form of a file', () => {
    const { days } = parse(csv);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(read(unzipped(new DownloadForms(seed).ofBank(days), ecb.inZip))).toEqual(expected);
      }),
    );
  });

  it.each<[string, string, RegExp]>([
    ['is empty', '', /line 1 isn't a header: empty/],
    ['is HTML', '<!doctype html><title>Busy</title>', /line 1 isn't a header/],
    ['is XML', '<?xml version="1.0" encoding="UTF-8"?><Cube/>', /line 1 isn't a header/],
    ['is one word of plain text', 'OK', /line 1 isn't a header: text, 2 characters/],
    ['is a sentence of plain text', 'Please wait', /line 1 isn't a header: text, 11 characters/],
    ['has no days', 'Date,USD,\n', /the file has no days/],
    ['has no currencies', 'Date,\n2026-04-13,\n', /line 1 isn't a header/],
    ['has an unexpected header', csv.replace('Date', 'Day'), /line 1 isn't a header/],
    ['has a currency twice', csv.replace('JPY', 'USD'), /line 1 isn't a header/],
    ['has a column for the euro', csv.replace('JPY', 'EUR'), /line 1 isn't a header/],
    ['has an invalid currency', csv.replace('JPY', '=cmd'), /line 1 isn't a header/],
    [
      'has more than 200 currencies',
      `Date,${Array.from({ length: 201 }, (_, index) => 1000 + index).join()}\n`,
      /line 1/,
    ],
    ['has an invalid date', csv.replace('2026-04-10', '2026-02-30'), /a date isn't one: text, 10 characters/],
    [
      'is binary',
      new TextDecoder().decode(Uint8Array.from({ length: 1000 }, (_, index) => (index * 37) % 256)),
      /line 1 isn't a header/,
    ],
  ])('rejects a file if it %s', (_, file, problem) => {
    let error: unknown;
    try {
      parse(file);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RangeError);
    expect(String(error)).toMatch(problem);
    expect(String(error)).not.toMatch(/\n/);
  });
});
