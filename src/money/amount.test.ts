import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInRange, parseAmount } from './amount.ts';

describe('parseAmount (reads the query parameter “amount”)', () => {
  it.each([
    ['zero: "0"', '0', 0],
    ['a digit: "1"', '1', 1],
    ['leading zeros: "007"', '007', 7],
    ['a decimal fraction: "12.50"', '12.50', 12.5],
    ['a fraction without an integer part: ".25"', '.25', 0.25],
    ['a number that ends in a decimal point: "5."', '5.', 5],
    ['an exponent: "1e3"', '1e3', 1000],
    ['a negative exponent: "1E-3"', '1E-3', 0.001],
    ['an exponent with a plus sign: "2.5e+2"', '2.5e+2', 250],
    ['an exponent whose plus sign was decoded as a space: "2.5e 2"', '2.5e 2', 250],
    ['zero with an exponent: "0e9"', '0e9', 0],
    ['a number too small for JavaScript as a positive number: "1e-400"', '1e-400', 5e-324],
    ['a number too large for JavaScript as Infinity: "1e400"', '1e400', Infinity],
    ['a text of the maximum length, 100 characters', `${'0'.repeat(98)}e9`, 0],
  ])('parses %s', (_, text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([
    ['an empty text', ''],
    ['a text that is just a space: " "', ' '],
    ['a word: "ten"', 'ten'],
    ['"NaN"', 'NaN'],
    ['"Infinity"', 'Infinity'],
    ['a negative number: "-1"', '-1'],
    ['negative zero: "-0"', '-0'],
    ['a plus sign: "+1"', '+1'],
    ['a leading space: " 1"', ' 1'],
    ['a trailing space: "1 "', '1 '],
    ['a space between digits: "1 000"', '1 000'],
    ['a hexadecimal number: "0x10"', '0x10'],
    ['a binary number: "0b1"', '0b1'],
    ['a comma between digits: "1,000"', '1,000'],
    ['an underscore between digits: "1_000"', '1_000'],
    ['two decimal points: "1.2.3"', '1.2.3'],
    ['a decimal point without digits: "."', '.'],
    ['an exponent without a number before it: "e3"', 'e3'],
    ['an exponent without digits: "1e"', '1e'],
    ['an integer of 101 digits (the maximum is 100 characters)', '9'.repeat(101)],
    ['a number of 101 characters with an exponent (the maximum is 100)', `1${'0'.repeat(98)}e9`],
    ['a full-width digit: "１"', '１'],
    ['a JavaScript BigInt: "1n"', '1n'],
    ['"null"', 'null'],
  ])('rejects %s', (_, text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it.each([
    ['0', true],
    ['0.000e-400', true],
    ['2.3e-308', true],
    ['1.7e308', true],
    ['1e400', false],
    ['2.2e-308', false],
    ['1e-320', false],
    ['1e-400', false],
    [`.${'0'.repeat(98)}1e-400`.slice(-100), false],
  ])('says whether a number can hold all digits of “%s”: %s', (text, exact) => {
    expect(isInRange(parseAmount(text) ?? NaN)).toBe(exact);
  });

  it('parses any non-negative number in the form in which JavaScript prints it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseAmount(String(Math.abs(value)))).toBe(Math.abs(value));
      }),
    );
  });
});
