import type { IsoDate } from '../../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { danmarksNationalbank } from './danmarks-nationalbank.ts';

const { asks, parse } = danmarksNationalbank;
const lines = (...rows: string[]) => ['VALUTA;KURTYP;TID;INDHOLD', ...rows, ''].join('\r\n');
/** Real values. The lines aren't sorted, and 2025-06-27 is in two places. */
const csv = lines(
  'EUR;KBH;2025M06D27;746.1300',
  'HUF;KBH;2025M06D27;1.8710',
  'BGN;KBH;2026M01D21;..',
  'EUR;KBH;2026M01D21;747.0500',
  'XDR;KBH;2026M01D21;870.0000',
  'AUD;KBH;2025M06D27;416.5500',
);
const perHundred = (...codes: string[]) => new Map(codes.map((code) => [code, 100]));
const expected = [
  {
    date: '2025-06-27',
    rates: new Map([
      ['AUD', 4.1655],
      ['EUR', 7.4613],
      ['HUF', 0.01871],
    ]),
    units: perHundred('EUR', 'HUF', 'AUD'),
  },
  { date: '2026-01-21', rates: new Map([['EUR', 7.4705]]), units: perHundred('EUR') },
];

describe('danmarksNationalbank (reads Danmarks Nationalbank’s rates from StatBank Denmark)', () => {
  // StatBank refuses bounds without rates. The first business day of 2023 was the 2nd, and of 2027 it's the 4th.
  it.each([
    ['a past year', '2023-01-01', '2026-11-30', '>=2023M01D02<=2024M01D02'],
    ['the first year', '1977-01-03', '2026-11-30', '>=1977M01D03<=1978M01D02'],
    ['this year', '2026-01-01', '2026-11-30', '>=2026M01D02'],
    ['this year on its last day', '2026-01-01', '2026-12-31', '>=2026M01D02'],
    ['a new year without known rates', '2027-01-01', '2027-01-04', '>=2026M01D02'],
    ['the last year, while the new year has none', '2026-01-01', '2027-01-14', '>=2026M01D02'],
    ['the last year, once the new year has rates', '2026-01-01', '2027-01-15', '>=2026M01D02<=2027M01D04'],
  ] as const)('asks for %s with bounds that are days with rates', (_, first, today, span) => {
    const [ask] = asks(first, `${first.slice(0, 4)}-12-31` as IsoDate, today);
    expect(ask).toMatchObject({ url: 'https://api.statbank.dk/v1/data', method: 'POST' });
    const { table, variables } = JSON.parse((ask as { body: string }).body) as { table: string; variables: unknown };
    expect([table, variables]).toEqual([
      'DNVALD',
      [
        { code: 'VALUTA', values: ['*'] },
        { code: 'KURTYP', values: ['KBH'] },
        { code: 'Tid', values: [span] },
      ],
    ]);
  });

  it.each([
    ['in the usual form', csv],
    ['with a byte order mark', `\uFEFF${csv}`],
    ['with other line ends', csv.replaceAll('\r', '')],
  ])('reads days whose lines aren’t together, rates per 100 and “..” from a response %s', (_, text) => {
    expect(parse(text)).toEqual({ days: expected, unreadable: [] });
  });

  it.each([
    ['EUR', '2026-01-21', '747.0500', 7.4705],
    ['SEK', '2026-03-31', '68.2900', 0.6829],
    ['GBP', '2025-12-30', '857.3100', 8.5731],
  ])('reads the value of %s on %s', (code, date, value, rate) => {
    const coded = date.replace(/-(..)-(..)/, 'M$1D$2');
    expect(parse(lines(`${code};KBH;${coded};${value}`)).days[0]?.rates.get(code)).toBe(rate);
  });

  it.each<[string, string | null, string]>([
    ['has text in place of a rate', 'EUR', csv.replace('747.0500', '-')],
    ['has a decimal comma', 'EUR', csv.replace('747.0500', '747,0500')],
    ['has two rates of a currency', 'EUR', `${csv}EUR;KBH;2026M01D21;747.0600\r\n`],
    ['has an invalid code', null, csv.replace('BGN;KBH;2026M01D21;..', 'lev;KBH;2026M01D21;1')],
    ['has a line with fewer cells', null, csv.replace('2026M01D21;747.0500', '2026M01D21')],
  ])('reads the other day if a response %s', (_, code, text) => {
    const { days, unreadable } = parse(`${text}USD;KBH;2026M01D21;636.3800\r\n`);
    expect([days[0], unreadable]).toEqual([expected[0], [{ date: '2026-01-21', code }]]);
  });

  it.each<[string, string, string]>([
    ['is empty', "line 1 isn't a header: empty", ''],
    ['is HTML', "line 1 isn't a header: HTML, 6 characters", '<html>'],
    [
      'is an error',
      "line 1 isn't a header: incomplete or invalid JSON, 36 characters",
      '{"errorTypeCode":"EXTRACT-NOTFOUND"}',
    ],
    ['is cut off', 'the last line is cut off', csv.slice(0, -3)],
    ['has other kinds of rates', "line 2 isn't an exchange rate", csv.replace('EUR;KBH', 'EUR;AEN')],
    ['has months', "a date isn't one: text, 7 characters", csv.replace('2026M01D21', '2026M01')],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});
