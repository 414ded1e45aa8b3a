import type { IsoDate } from '../../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { bnr as bank } from '../../../sources/banks/bnr.ts';
import { answerIn } from '../../../testing/data/answer-in.ts';
import { withoutValue } from '../../../testing/data/without-value.ts';
import { bnr } from './bnr.ts';

const { parse, asks } = bnr;
const cube = (date: IsoDate, ...rates: string[]) => `<Cube date="${date}">${rates.join('')}</Cube>`;
const monday = cube(
  '2026-01-05',
  '<Rate currency="EUR">5.0905</Rate>',
  '<Rate currency="HUF" multiplier="100">1.3247</Rate>',
  '<Rate currency="USD">4.3557</Rate>',
  '<Rate currency="XAU">621.3365</Rate>',
  '<Rate currency="XDR">5.9535</Rate>',
);
const april = cube('2026-04-09', '<Rate currency="EUR">5.0937</Rate>');
const body = (days: string, namespace = 'https://www.bnr.ro/xsd', currency = 'RON') =>
  '<?xml version="1.0" encoding="utf-8"?>\r\n' +
  `<DataSet xmlns="${namespace}" xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance"><Header><Publisher>National Bank ` +
  'of Romania</Publisher><PublishingDate>2026-08-19</PublishingDate><MessageType>DR</MessageType></Header><Body>' +
  `<Subject>Reference rates</Subject><OrigCurrency>${currency}</OrigCurrency>${days}</Body></DataSet>`;
const expected = [
  {
    date: '2026-01-05' as const,
    rates: new Map([
      ['EUR', 5.0905],
      ['HUF', 0.013247],
      ['USD', 4.3557],
    ]),
    units: new Map([['HUF', 100]]),
  },
  { date: '2026-04-09' as const, rates: new Map([['EUR', 5.0937]]) },
];

describe('bnr (reads Banca Națională a României’s rates of a year)', () => {
  it('asks for the year of a range', () => {
    expect(asks('2026-01-01', '2026-12-31', '2026-11-28')).toEqual([
      'https://curs.bnr.ro/files/xml/years/nbrfxrates2026.xml',
    ]);
  });

  it.each([
    ['with the namespace of 2026', body(monday + april)],
    ['with the namespace of earlier years', body(monday + april, 'http://www.bnr.ro/xsd')],
    ['with the newest day first', body(april + monday)],
    [
      'with prefixes',
      body(monday + april)
        .replaceAll(/<(\/?)(?=\w)/g, '<$1x:')
        .replace('xmlns=', 'xmlns:x='),
    ],
    ['with line ends between its elements', body(monday + april).replaceAll('><', '>\r\n<')],
  ])('reads each day’s rates for 1 unit from a file %s', (_, text) => {
    expect(parse(text)).toEqual({ days: expected, unreadable: [] });
  });

  it.each([
    ['EUR', '2026-01-05', '2026-01-05', 5.0905],
    ['USD', '2026-01-06', '2026-01-05', 4.3557],
    ['EUR', '2026-04-13', '2026-04-09', 5.0937],
    ['TRY', '2026-08-14', '2026-08-14', 0.0947],
  ] as const)('has the rate of %s that counts on %s', (from, date, asOf, rate) => {
    const august = cube('2026-08-14', '<Rate currency="TRY">0.0947</Rate>');
    expect(answerIn(parse(body(monday + april + august)), bank, [from, 'RON'], date)).toEqual([asOf, rate]);
  });

  it.each([
    ['an empty file', ''],
    ['a file without days', body('')],
  ])('reads %s, as on the first days of January, as a year without rates', (_, text) => {
    expect(parse(text)).toEqual({ days: [], unreadable: [] });
  });

  it.each<[string, string | null, string]>([
    ['has a rate of 0', 'USD', monday.replace('4.3557', '0.0000')],
    ['has a negative rate', 'USD', monday.replace('4.3557', '-4.3557')],
    ['has a decimal comma', 'USD', monday.replace('4.3557', '4,3557')],
    ['has an empty rate', 'USD', monday.replace('4.3557', '')],
    ['has a dash in place of a rate', 'USD', monday.replace('4.3557', '-')],
    ['has a multiplier of 50', 'HUF', monday.replace('"100"', '"50"')],
    ['has text in place of a multiplier', 'HUF', monday.replace('"100"', '"hundred"')],
    ['has two rates of a currency', 'USD', monday.replace('</Cube>', '<Rate currency="USD">4.3558</Rate></Cube>')],
    ['has a rate without a currency', null, monday.replace(' currency="USD"', '')],
    ['has an invalid code', null, monday.replace('USD', 'dollar')],
    ['has no rates', null, cube('2026-01-05')],
  ])('reads the other days if a day %s', (_, code, day) => {
    expect(parse(body(day + april))).toEqual({
      days: expected.flatMap((day) => (day.date !== '2026-01-05' ? day : code === null ? [] : withoutValue(day, code))),
      unreadable: [{ date: '2026-01-05', code }],
    });
  });

  it.each<[string, string, string]>([
    ['is the bank’s home page', 'the response has a document type', '<!DOCTYPE html><html><head></head></html>'],
    ['is a page in XML', 'the response isn’t a list of rates in RON', '<html><body><Cube/></body></html>'],
    ['is JSON', 'the response isn’t complete XML', '{"rates":[]}'],
    ['is cut off', 'the response isn’t complete XML', body(monday + april).slice(0, -9)],
    ['has rates in another currency', 'the response has rates in another currency than RON', body(monday, '', 'ROL')],
    [
      'doesn’t say its currency',
      'the response isn’t a list of rates in RON',
      body(monday).replace(/<Orig.*Currency>/, ''),
    ],
    ['has an invalid date', "a date isn't one: text, 10 characters", body(monday.replace('2026-01-05', '05.01.2026'))],
    ['has rates without a date', "a date isn't one: empty", body(monday.replace(/ date="[^"]*"/, ''))],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});
