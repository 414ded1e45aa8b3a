import type { IsoDate } from '../../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import { crossRate } from '../../../money/cross-rate.ts';
import { directionsOf } from '../../../money/quotation.ts';
import { fedH10 as bank } from '../../../sources/banks/fed-h10.ts';
import { fedH10 } from './fed-h10.ts';

const { parse, asks, inZip } = fedH10;

type Obs = readonly [date: IsoDate, value: string, status?: string];

/** A series with the attributes that matter, and others that don't. */
function series(name: string, obs: readonly Obs[], attributes = 'CURRENCY="X" FREQ="9" UNIT="Currency" UNIT_MULT="1"') {
  const values = obs.map(([date, value, status = 'A']) => {
    return `<frb:Obs OBS_STATUS="${status}" OBS_VALUE="${value}" TIME_PERIOD="${date}" />\n`;
  });
  return `<kf:Series ${attributes} SERIES_NAME="${name}">\n${values.join('')}</kf:Series>\n`;
}

function documentOf(...ofSeries: string[]): string {
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
    '<message:MessageGroup xmlns:message="https://one.example" xmlns:frb="https://two.example">' +
    '<message:Header><message:Prepared>2026-03-16T13:35:00</message:Prepared></message:Header>\n' +
    `<frb:DataSet id="H10" xmlns:kf="https://three.example">\n${ofSeries.join('')}</frb:DataSet></message:MessageGroup>\n`
  );
}

const eur = series('RXI$US_N.B.EU', [
  ['2026-03-02', '1.1690'],
  ['2026-03-03', '1.1604'],
]);
const jpy = series('RXI_N.B.JA', [['2026-03-03', '157.6900']]);
const cny = series('RXI_N.B.CH', [['2026-03-04', '6.8969']]);
const mxn = series('RXI_N.B.MX', [['2026-03-13', '17.9437']]);

/** The rates of a response without doubts, by date. */
function daysIn(text: string) {
  const { days, unreadable } = parse(text);
  expect(unreadable).toEqual([]);
  return Object.fromEntries(days.map(({ date, rates }) => [date, Object.fromEntries(rates)]));
}

const expected = {
  '2026-03-02': { EUR: 1.169 },
  '2026-03-03': { EUR: 1.1604, JPY: 157.69 },
};

describe('fedH10 (reads the Federal Reserve’s rates of all days)', () => {
  it('asks for the zip of all days, and for the data in it', () => {
    expect(asks('1971-01-04', '2026-03-16', '2026-03-16')).toEqual([
      'https://www.federalreserve.gov/releases/h10/data/FRB_h10_xml.zip',
    ]);
    const names = ['H10_H10.xsd', 'H10_data.xml', 'H10_struct.xml', 'frb_common.xsd'];
    expect(names.filter((name) => inZip?.test(name))).toEqual(['H10_data.xml']);
  });

  it.each([
    ['2026-03-02', 'EUR', 'USD', 1.169],
    ['2026-03-04', 'USD', 'CNY', 6.8969],
    ['2026-03-03', 'EUR', 'JPY', 182.983476],
    ['2026-03-13', 'USD', 'MXN', 17.9437],
  ] as const)('reads the direction of each series: on %s, 1 %s is %s %d', (date, from, to, rate) => {
    const rates: Readonly<Record<string, number>> = { USD: 1, ...daysIn(documentOf(eur, jpy, cny, mxn))[date] };
    expect(crossRate(rates[from] ?? NaN, rates[to] ?? NaN, directionsOf([from, to], bank.quotation))).toBe(rate);
  });

  it.each<[string, string]>([
    ['in another order', documentOf(jpy, eur)],
    ['with other prefixes', documentOf(eur, jpy).replaceAll('kf:', 'ns1:').replaceAll('frb:', '')],
    [
      'with annotations',
      documentOf(eur.replace('">\n', '"><a:Annotations><a:Text>USD per EUR</a:Text></a:Annotations>\n'), jpy),
    ],
    // As in 2014.
    [
      'with other attributes',
      documentOf(eur.replace('"X"', '"USD" FX="EUR"').replace('"Currency"', '"Currency:_Per_EUR"'), jpy),
    ],
    ['with a multiplier, which doesn’t count', documentOf(eur.replace('UNIT_MULT="1"', 'UNIT_MULT="0.01"'), jpy)],
  ])('reads a document %s', (_, text) => {
    expect(daysIn(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['monthly series', series('RXI$US_N.M.EU', [['2026-02-28', '1.18']], 'FREQ="129"')],
    [
      'series of another frequency with the name of a daily one',
      series('RXI_N.B.SZ', [['2026-03-03', '0.9']], 'FREQ="129"'),
    ],
    ['indices', series('JRXWTFB_N.B', [['2026-03-03', '121.5432']])],
    ['the bolívar', series('RXI_N.B.VES', [['2026-03-03', '864.3948']], 'CURRENCY="VEB" FREQ="9"')],
    ['the bolívar under its earlier name', series('RXI_N.B.VE', [['2026-03-03', '864.3948']])],
    ['currencies that it doesn’t know', series('RXI_N.B.GE', [['2026-03-03', '1.7']], 'CURRENCY="DEM" FREQ="9"')],
    ['known currencies in the other direction', series('RXI_N.B.UK', [['2026-03-03', '0.75']])],
    ['weekdays without trade', series('RXI_N.B.CA', [['2026-03-05', '-9999', 'ND']])],
    [
      'days of an ended series',
      series('RXI_N.B.CA', [
        ['2026-03-03', '-9999', 'NA'],
        ['2026-03-02', '1.4', 'NC'],
      ]),
    ],
    ['the value of days without a rate', series('RXI_N.B.CA', [['2026-03-03', '-9999']])],
  ])('leaves out %s', (_, other) => {
    expect(daysIn(documentOf(eur, other, jpy))).toEqual(expected);
  });

  it.each([
    ['isn’t a number', '157,69'],
    ['is empty', ''],
    ['is negative', '-157.69'],
    ['is 0', '0.0000'],
    ['is another value of a day that is repeated', '157.7" TIME_PERIOD="2026-03-03"/><frb:Obs OBS_VALUE="157.6'],
  ])('reads the other values if a value %s', (_, value) => {
    const { days, unreadable } = parse(documentOf(eur, jpy.replace('157.6900', value)));
    expect(days.map(({ rates }) => Object.fromEntries(rates))).toEqual([{ EUR: 1.169 }, { EUR: 1.1604 }]);
    expect(unreadable).toEqual([{ date: '2026-03-03', code: 'JPY' }]);
  });

  it.each([
    ['is a page in HTML', 'the response isn’t complete XML', '<!doctype html><html><body>Maintenance</body></html>'],
    ['is cut off', 'the response isn’t complete XML', documentOf(eur, jpy).slice(0, -60)],
    ['has no series', 'the response has no daily rates', documentOf()],
    ['has only indices', 'the response has no daily rates', documentOf(series('JRXWTFB_N.B', [['2026-03-03', '121']]))],
    ['has another date', "a date isn't one: text, 7 characters", documentOf(eur.replace('2026-03-02', '2026-03'))],
  ])('rejects a response that %s', (_, problem, text) => {
    expect(() => parse(text)).toThrow(new RangeError(problem));
  });
});
