import { describe, expect, it } from 'vitest';
import { numberFormat } from './number-format.ts';

describe('numberFormat (formats amounts and rates for a visitor)', () => {
  it.each([
    [0, '0.00'],
    [1, '1.00'],
    [17890.5487, '17,890.55'],
    [0.0000120174567, '0.0000120175'],
    [123456789.126, '123,456,789.13'],
    [999_999_999_999_999, '999,999,999,999,999.00'],
    [1e15, '1\u00a0×\u00a010¹⁵'],
    [1.23456789e300, '1.23457\u00a0×\u00a010³⁰⁰'],
  ])('formats the amount %d as %s', (value, text) => {
    expect(numberFormat('en').amount(value)).toBe(text);
  });

  it('formats an amount with more decimals if its currency has more', () => {
    const format = numberFormat('en');
    expect([2, 1.21092, 0.0242183512].map((value) => format.amount(value, 4))).toEqual(['2.00', '1.2109', '0.0242184']);
  });

  it('formats an amount of a currency without cents with decimals only if it’s small', () => {
    const format = numberFormat('en');
    expect([15747.73, 100, 99.5, 0.5].map((value) => format.amount(value, 0))).toEqual([
      '15,748',
      '100',
      '99.50',
      '0.5',
    ]);
  });

  it.each([
    [1, '1'],
    [178.90548, '178.905'],
    [1234567.891, '1,234,567.89'],
    [0.00558954321, '0.00558954'],
    [123_456_789_012_345, '123,456,789,012,345'],
    [1e15, '1\u00a0×\u00a010¹⁵'],
  ])('formats the rate %d as %s', (value, text) => {
    expect(numberFormat('en').rate(value)).toBe(text);
  });

  it('keeps all digits of a number for an input field', () => {
    const format = numberFormat('en');
    expect([1234.5, 0.0000120174567, 1.5e300].map((value) => format.plain(value))).toEqual([
      '1234.5',
      '0.0000120174567',
      '1.5e+300',
    ]);
  });

  it('uses the separators of the visitor’s locale', () => {
    expect(numberFormat('de').amount(1234.5)).toBe('1.234,50');
    expect(numberFormat('de').plain(1234.5)).toBe('1234,5');
    expect(numberFormat('sv').amount(1.5e29)).toBe('1,5\u00a0×\u00a010²⁹');
  });
});
