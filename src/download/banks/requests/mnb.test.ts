import { describe, expect, it } from 'vitest';
import { mnb as bank } from '../../../sources/banks/mnb.ts';
import { answerIn } from '../../../testing/data/answer-in.ts';
import { hungarianResponse } from '../../../testing/data/bank-bodies.ts';
import { withoutValue } from '../../../testing/data/without-value.ts';
import { mnb } from './mnb.ts';

const { parse, asks } = mnb;
const rate = (curr: string, value: string, unit = '1') => `<Rate unit="${unit}" curr="${curr}">${value}</Rate>`;
const day = (date: string, ...rates: string[]) => `<Day date="${date}">${rates.join('')}</Day>`;
const friday = day('2025-03-28', rate('EUR', '402,61'), rate('GBP', '484,00'));
const tuesday = day('2025-03-25', rate('EUR', '400,07'), rate('IDR', '2,23', '100'), rate('JPY', '246,29', '100'));
const monday = day('2025-03-24', rate('EUR', '398,44'), rate('USD', '367,60'));
const body = hungarianResponse([friday, tuesday]);
const expected = [
  {
    date: '2025-03-25' as const,
    rates: new Map([
      ['EUR', 400.07],
      ['IDR', 0.0223],
      ['JPY', 2.4629],
    ]),
    units: new Map([
      ['IDR', 100],
      ['JPY', 100],
    ]),
  },
  {
    date: '2025-03-28' as const,
    rates: new Map([
      ['EUR', 402.61],
      ['GBP', 484],
    ]),
  },
];

describe('mnb (reads Magyar Nemzeti Bank’s rates)', () => {
  it('asks the SOAP service for a range of days of each currency, with a quoted action', () => {
    const [ask] = asks('2025-03-24', '2025-03-28', '2025-03-28');
    expect(ask).toMatchObject({
      url: 'http://www.mnb.hu/arfolyamok.asmx',
      method: 'POST',
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        SOAPAction: '"http://www.mnb.hu/webservices/MNBArfolyamServiceSoap/GetExchangeRates"',
      },
      body: expect.stringMatching(
        /^<\?xml .*<startDate>2025-03-24<\/startDate><endDate>2025-03-28<\/endDate><currencyNames>AUD,[A-Z,]*,SKK</,
      ) as string,
    });
  });

  it.each([
    ['as the server sends it', body],
    ['with the newest day last', hungarianResponse([tuesday, friday])],
    ['with other prefixes and namespaces', body.replaceAll('s:', 'soap:').replaceAll('http://', 'https://')],
    ['without prefixes', body.replaceAll('s:', '')],
    ['as CDATA', body.replace(/&lt;.*&gt;/, `<![CDATA[<MNBExchangeRates>${friday}${tuesday}</MNBExchangeRates>]]>`)],
    ['with a declaration', body.replace('&lt;MNB', '\n&lt;?xml version="1.0"?&gt;&lt;MNB')],
    ['with more decimals of the same value', hungarianResponse([friday.replace('402,61', '402,61000'), tuesday])],
    ['with a day’s rates in two places', hungarianResponse([day('2025-03-28', rate('GBP', '484')), tuesday, friday])],
  ])('reads each day’s rates for 1 unit from a response %s', (_, text) => {
    expect(parse(text)).toEqual({ days: expected, unreadable: [] });
  });

  it.each([
    ['EUR', 'HUF', '2025-03-30', '2025-03-28', 402.61],
    ['HUF', 'IDR', '2025-03-25', '2025-03-25', 44.8430493274],
    ['EUR', 'USD', '2025-03-24', '2025-03-24', 1.08389553863],
    ['EUR', 'HUF', '2026-09-24', '2026-09-24', 366.24],
  ] as const)('has the rate from %s to %s that counts on %s', (from, to, date, asOf, expected) => {
    const days = [day('2026-09-25', rate('EUR', '364,42')), day('2026-09-24', rate('EUR', '366,24000'))];
    const response = parse(hungarianResponse([...days, friday, tuesday, monday]));
    expect(answerIn(response, bank, [from, to], date)).toEqual([asOf, expected]);
  });

  it.each([
    ['without days', hungarianResponse([])],
    ['that is empty', body.replace(/&lt;.*&gt;/, '')],
    ['that is an empty element', body.replace(/(<GetExchangeRatesResult)>.*<\/GetExchangeRatesResult>/, '$1 />')],
  ])('reads a list %s as a range without rates', (_, text) => {
    expect(parse(text)).toEqual({ days: [], unreadable: [] });
  });

  it.each<[string, string | null, string]>([
    ['has a rate of 0', 'GBP', friday.replace('484,00', '0,00')],
    ['has a negative rate', 'GBP', friday.replace('484,00', '-484,00')],
    ['has an empty rate', 'GBP', friday.replace('484,00', '')],
    ['has a dash in place of a rate', 'GBP', friday.replace('484,00', '-')],
    ['has a decimal point', 'GBP', friday.replace('484,00', '484.00')],
    ['has a point between thousands', 'GBP', friday.replace('484,00', '1.484,00')],
    ['has two commas in a rate', 'GBP', friday.replace('484,00', '1,484,00')],
    ['has a unit of 50', 'GBP', friday.replace('"1" curr="GBP"', '"50" curr="GBP"')],
    ['has no unit', 'GBP', friday.replace('unit="1" curr="GBP"', 'curr="GBP"')],
    ['has two rates of a currency', 'GBP', friday.replace('</Day>', `${rate('GBP', '484,01')}</Day>`)],
    ['has a rate without a currency', null, friday.replace(' curr="GBP"', '')],
    ['has an invalid code', null, friday.replace('GBP', 'font')],
    ['has a rate of the forint', null, friday.replace('GBP', 'HUF')],
    ['has no rates', null, day('2025-03-28')],
  ])('reads the other days if a day %s', (_, code, damaged) => {
    expect(parse(hungarianResponse([damaged, tuesday]))).toEqual({
      days: expected.flatMap((day) => (day.date !== '2025-03-28' ? day : code === null ? [] : withoutValue(day, code))),
      unreadable: [{ date: '2025-03-28', code }],
    });
  });

  const notXml = 'the response isn’t complete XML';
  const notAList = 'the response isn’t a list of rates';
  it.each<[string, string, string]>([
    ['is empty', notXml, ''],
    ['is a page in HTML', 'the response has a document type', '<!DOCTYPE html><html><head></head></html>'],
    ['is a page in XML', notAList, '<html><body><GetExchangeRatesResult/></body></html>'],
    ['is the description of the service', notAList, '<definitions><types/></definitions>'],
    ['is an error', notAList, body.replace(/<Get.*Response>/, '<Fault><faultstring>x</faultstring></Fault>')],
    ['is cut off', notXml, body.slice(0, -9)],
    ['has a list that is cut off', notXml, body.replace('&lt;/MNBExchangeRates&gt;', '')],
    ['has a text that isn’t XML', notXml, body.replace(/&lt;.*&gt;/, '402,61')],
    ['has another list', notAList, body.replaceAll('MNBExchangeRates', 'MNBCurrencies')],
    ['has two lists', notAList, body.replace(/(<GetExchangeRatesResult>.*<\/GetExchangeRatesResult>)/, '$1$1')],
    [
      'has a list as elements',
      'the rates in the response aren’t a text',
      body.replace(/&lt;.*&gt;/, `<MNBExchangeRates>${friday}</MNBExchangeRates>`),
    ],
    [
      'has an invalid date',
      "a date isn't one: text, 11 characters",
      hungarianResponse([day('2025.03.28.', rate('EUR', '1'))]),
    ],
    ['has rates without a date', "a date isn't one: empty", hungarianResponse([friday.replace(/ date="[^"]*"/, '')])],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});
