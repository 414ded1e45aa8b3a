import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from './amount.ts';

describe('parseAmount (reads the query parameter “amount”)', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['007', 7],
    ['12.50', 12.5],
    ['.25', 0.25],
    ['5.', 5],
    ['1e3', 1000],
    ['1E-3', 0.001],
    ['2.5e+2', 250],
    ['2.5e 2', 250],
    ['1e-400', 0],
    ['1e400', Infinity],
    [`${'0'.repeat(98)}e9`, 0],
  ])('parses the valid amount %j', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([
    '',
    ' ',
    'ten',
    'NaN',
    'Infinity',
    '-1',
    '-0',
    '+1',
    ' 1',
    '1 ',
    '1 000',
    '0x10',
    '0b1',
    '1,000',
    '1_000',
    '1.2.3',
    '.',
    'e3',
    '1e',
    '9'.repeat(101),
    `1${'0'.repeat(98)}e9`,
    '１',
    '1n',
    'null',
  ])('rejects the invalid amount %j', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('parses any non-negative number in the form in which JavaScript prints it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseAmount(String(Math.abs(value)))).toBe(Math.abs(value));
      }),
    );
  });
});
