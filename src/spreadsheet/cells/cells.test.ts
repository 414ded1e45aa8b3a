import { describe, expect, it } from 'vitest';
import { amountsIn } from './amounts.ts';
import { codeIn, codeInHeader } from './currencies.ts';
import { datesIn } from './dates.ts';

describe('amountsIn (reads a cell as an amount)', () => {
  it.each<[cell: string, point: string | undefined, comma: string | undefined, currency?: string]>([
    ['12', '12', '12'],
    ['12.50', '12.50', undefined],
    ['12,50', undefined, '12.50'],
    ['1,234', '1234', '1.234'],
    ['1.234', '1.234', '1234'],
    ['0,125', undefined, '0.125'],
    ['1,234.56', '1234.56', undefined],
    ['1.234,56', undefined, '1234.56'],
    ['1.234.567', undefined, '1234567'],
    ['1,23,456.78', '123456.78', undefined],
    ['1 234,50', undefined, '1234.50'],
    ['1\u202f234\u00a0567,5', undefined, '1234567.5'],
    ['1’234.50', '1234.50', undefined],
    ['.5', '0.5', undefined],
    ['-12.50', '-12.50', undefined],
    ['−12,50', undefined, '-12.50'],
    ['12,50-', undefined, '-12.50'],
    ['(12.50)', '-12.50', undefined],
    ['+12.50', '12.50', undefined],
    ['-0.00', '0', undefined],
    ['007', '7', '7'],
    ['$1,234.50', '1234.50', undefined, '$'],
    ['-$5', '-5', '-5', '$'],
    ['12,50 €', undefined, '12.50', '€'],
    ['EUR 12.50', '12.50', undefined, 'EUR'],
    ['1 234,50 zł', undefined, '1234.50', 'zł'],
    ['R$ 1.234,56', undefined, '1234.56', 'R$'],
    ['١٢٣٫٥', '123.5', '123.5'],
  ])('reads %s', (cell, point, comma, currency) => {
    expect(amountsIn(cell)).toEqual({
      by: { ...(point !== undefined && { '.': point }), ...(comma !== undefined && { ',': comma }) },
      currency,
    });
  });

  it.each([
    '',
    'x',
    '12%',
    '1.2.3',
    '12 34',
    '1,2,3',
    '12.50 CR DR',
    '2026-03-04',
    '04.03.2026',
    '1e3',
    '--1',
    '=1+2',
    'AT 12 x',
    '1'.repeat(61),
  ])('doesn’t read “%s”', (cell) => expect(amountsIn(cell)).toBeUndefined());
});

describe('datesIn (reads a cell as a date)', () => {
  it.each([
    '2026-03-04',
    '2026-3-4',
    '2026/03/04',
    '2026.03.04',
    '2026. 03. 04.',
    '20260304',
    '2026-03-04T23:59:59Z',
    '2026-03-04 23:59:59.123 +0000',
    '2026-03-04T23:59:59+02:00',
    '2026年3月4日',
    '2026年3月4日 12:30',
    '4 Mar 2026',
    '04-Mar-26',
    'Mar 4, 2026',
    'March 4th, 2026',
    'Wed, 4 March 2026',
    'Wednesday, March 4, 2026 10:30 PM',
    '4. März 2026',
    '4 mars 2026',
    '4 de marzo de 2026',
    '4 marzo 2026',
    '4 de março de 2026',
    '4 marca 2026',
    '4 березня 2026 р.',
    '4 مارس 2026',
  ])('reads %s as one date', (cell) => expect(datesIn(cell, 2026)).toEqual({ only: '2026-03-04' }));

  it.each<[string, object]>([
    ['03/04/2026', { dmy: '2026-04-03', mdy: '2026-03-04' }],
    ['3/4/26', { dmy: '2026-04-03', mdy: '2026-03-04' }],
    ['03/04/2026 10:30', { dmy: '2026-04-03', mdy: '2026-03-04' }],
    ['13/04/2026', { dmy: '2026-04-13' }],
    ['04/13/2026', { mdy: '2026-04-13' }],
    ['03.04.2026', { dmy: '2026-04-03' }],
    ['3. 4. 2026', { dmy: '2026-04-03' }],
    ['03-04-2026', { dmy: '2026-04-03', mdy: '2026-03-04' }],
    ['03-04-05', { dmy: '2005-04-03', mdy: '2005-03-04', ymd: '2003-04-05' }],
    ['31/12/99', { dmy: '1999-12-31' }],
    ['٠٣/٠٤/٢٠٢٦', { dmy: '2026-04-03', mdy: '2026-03-04' }],
  ])('reads %s in each order', (cell, expected) => expect(datesIn(cell, 2026)).toEqual(expected));

  it.each([
    '',
    '2026',
    '2026-02-30',
    '30/02/2026',
    '12.50',
    '1,234',
    '03/2026',
    '2026-03',
    'March',
    '45000',
    '12345678',
    '10:30:00',
    '4 Foo 2026',
  ])('doesn’t read “%s”', (cell) => expect(datesIn(cell, 2026)).toBeUndefined());
});

describe('codeIn (reads a cell as a currency)', () => {
  it.each<[string, string | undefined]>([
    ['EUR', 'EUR'],
    [' usd ', 'USD'],
    ['GBp', 'GBX'],
    ['€', 'EUR'],
    ['Eur', undefined],
    ['$', undefined],
    ['¥', undefined],
    ['kr', undefined],
    ['Total amount', undefined],
    ['toString', undefined],
  ])('reads “%s” as %s', (cell, code) => expect(codeIn(cell)).toBe(code));

  it.each<[string, string | undefined]>([
    ['Amount (EUR)', 'EUR'],
    ['Betrag in €', 'EUR'],
    ['USD to EUR', undefined],
    ['THE AMOUNT', undefined],
    ['Amount', undefined],
  ])('reads the header “%s” as %s', (name, code) => {
    expect(codeInHeader(name, new Set(['EUR', 'USD']))).toBe(code);
  });
});
