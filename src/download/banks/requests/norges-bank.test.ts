import { describe, expect, it } from 'vitest';
import { withoutValue } from '../../../testing/data/without-value.ts';
import { norgesBank } from './norges-bank.ts';

const { parse, asks } = norgesBank;
const header = 'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE';
const csv = `${header}
B,HUF,NOK,SP,4,false,2,C,2026-03-24,2.8805
B,USD,NOK,SP,4,false,0,C,2026-03-23,9.6215
B,USD,NOK,SP,4,false,0,C,2026-03-24,9.6304
B,TRY,NOK,SP,2,false,2,C,2026-03-24,
B,I44,NOK,SP,2,true,0,C,2026-03-24,116.25
B,TWI,NOK,SP,2,true,0,C,2026-03-24,113.9
B,XDR,NOK,SP,5,true,0,C,2026-03-24,13.00312
`;
const expected = [
  { date: '2026-03-23' as const, rates: new Map([['USD', 9.6215]]) },
  {
    date: '2026-03-24' as const,
    rates: new Map([
      ['HUF', 0.028805],
      ['USD', 9.6304],
    ]),
    units: new Map([['HUF', 100]]),
  },
];

describe('norgesBank (reads Norges Bank’s rates)', () => {
  it('asks for the days of a range', () => {
    expect(asks('2026-01-01', '2026-12-31', '2026-12-31')).toEqual([
      'https://data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csvdata&startPeriod=2026-01-01&endPeriod=2026-12-31',
    ]);
  });

  it.each([
    ['in the usual form', csv],
    ['with Windows line ends and a byte order mark', `\uFEFF${csv.replaceAll('\n', '\r\n')}`],
    [
      'with its columns in another order',
      'TIME_PERIOD,OBS_VALUE,UNIT_MULT,TENOR,QUOTE_CUR,BASE_CUR,FREQ\n' +
        '2026-03-23,9.6215,0,SP,NOK,USD,B\n2026-03-24,9.6304,0,SP,NOK,USD,B\n2026-03-24,2.8805,2,SP,NOK,HUF,B\n',
    ],
  ])('reads each day’s rates for 1 unit from a response %s', (_, text) => {
    expect(parse(text)).toEqual({ days: expected, unreadable: [] });
  });

  it('reads a response without rates', () => {
    expect(parse(`${header}\n`)).toEqual({ days: [], unreadable: [] });
  });

  it.each<[string, string | null, string]>([
    ['has text in place of a rate', 'HUF', csv.replace('2.8805', 'NaN')],
    ['has a negative rate', 'HUF', csv.replace('2.8805', '-2.8805')],
    ['has an invalid unit', 'HUF', csv.replace('false,2,C', 'false,x,C')],
    ['has no unit', 'HUF', csv.replace('false,2,C', 'false,,C')],
    ['has an invalid code', null, csv.replace('HUF', 'forint')],
    ['has two rates of a currency', 'USD', `${csv}B,USD,NOK,SP,4,false,0,C,2026-03-24,9.6305\n`],
    ['has a line with another cell', null, csv.replace('2.8805', '2.8805,A')],
    ['has a line with fewer cells', null, csv.replace('2026-03-24,2.8805', '2026-03-24')],
  ])('reads the other days if a response %s', (_, code, text) => {
    expect(parse(text)).toEqual({
      days: expected.flatMap((day) => (day.date !== '2026-03-24' ? day : code === null ? [] : withoutValue(day, code))),
      unreadable: [{ date: '2026-03-24', code }],
    });
  });

  it.each<[string, string, string]>([
    ['is empty', "line 1 isn't a header: empty", ''],
    ['is HTML', "line 1 isn't a header: HTML, 15 characters", '<!doctype html>\n<title>Busy</title>\n'],
    ['has semicolons', "line 1 isn't a header: text, 92 characters", csv.replaceAll(',', ';')],
    ['has quoted cells', "line 1 isn't a header: text, 112 characters", csv.replaceAll(/[^,\n]+/g, '"$&"')],
    ['lacks a column', "line 1 isn't a header: text, 91 characters", csv.replace('TENOR', 'TERM')],
    ['has a column twice', "line 1 isn't a header: text, 93 characters", csv.replace('DECIMALS', 'OBS_VALUE')],
    ['is cut off in its last number', 'the last line is cut off', csv.slice(0, -3)],
    ['has monthly rates', "line 2 isn't a daily rate in NOK", csv.replace('B,HUF', 'M,HUF')],
    ['has rates in another currency', "line 2 isn't a daily rate in NOK", csv.replace('HUF,NOK', 'HUF,SEK')],
    ['has other rates than spot rates', "line 2 isn't a daily rate in NOK", csv.replace('NOK,SP', 'NOK,1M')],
    ['has an invalid date', "a date isn't one: text, 7 characters", csv.replace('2026-03-24', '2026-03')],
    ['has an empty line', "a date isn't one: empty", csv.replace('\nB,USD', '\n\nB,USD')],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});
