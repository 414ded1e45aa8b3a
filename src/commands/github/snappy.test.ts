import fc from 'fast-check';
import { compress } from 'snappyjs';
import { describe, expect, it } from 'vitest';
import { decodeSnappy, SnappyError } from './snappy.ts';

const bytes = (...values: number[]) => Buffer.from(values);

describe('what Snappy has compressed', () => {
  it.each([
    ['nothing', bytes(0), ''],
    ['a literal', bytes(3, 0x08, 0x61, 0x62, 0x63), 'abc'],
    ['a literal with its length in a byte of its own', bytes(3, 0xf0, 2, 0x61, 0x62, 0x63), 'abc'],
    ['a repetition of what it writes', bytes(9, 0x04, 0x61, 0x62, 0x0d, 2), 'ababababa'],
    ['one with two bytes of distance', bytes(4, 0x04, 0x61, 0x62, 0x06, 2, 0), 'abab'],
    ['one with four', bytes(4, 0x04, 0x61, 0x62, 0x07, 2, 0, 0, 0), 'abab'],
  ])('is decoded: %s', (_, compressed, text) => {
    expect(decodeSnappy(compressed, 100).toString()).toBe(text);
  });

  it('is what was compressed, whatever it was', () => {
    const repetitive = fc
      .array(fc.constantFrom('a', 'ab', '{"x":', 'é'.repeat(40)), { maxLength: 3000 })
      .map((all) => Buffer.from(all.join('')));
    const any = fc.uint8Array({ maxLength: 70_000 }).map((all) => Buffer.from(all));
    fc.assert(
      fc.property(fc.oneof(repetitive, any), (plain) => {
        expect(decodeSnappy(Buffer.from(compress(plain)), plain.length).equals(plain)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['more than is taken', bytes(101, 0x00, 0x61), 'has more than 100 bytes'],
    ['a length without end', bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff), 'is not compressed with Snappy'],
    ['nothing at all', bytes(), 'is cut off'],
    ['less than it says', bytes(4, 0x08, 0x61, 0x62, 0x63), 'is cut off'],
    ['more than it says', bytes(2, 0x08, 0x61, 0x62, 0x63), 'is cut off'],
    ['a literal without its bytes', bytes(3, 0x08, 0x61), 'is cut off'],
    ['a repetition from before the beginning', bytes(9, 0x04, 0x61, 0x62, 0x0d, 3), 'repeats what is not there'],
    ['one of nothing', bytes(9, 0x04, 0x61, 0x62, 0x0d, 0), 'repeats what is not there'],
    ['one beyond the end', bytes(3, 0x04, 0x61, 0x62, 0x06, 2, 0), 'repeats what is not there'],
  ])('is refused with %s', (_, compressed, message) => {
    expect(() => decodeSnappy(compressed, 100)).toThrow(new SnappyError(message));
  });

  it('is decoded or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (all) => {
        try {
          return decodeSnappy(Buffer.from(all), 1000).length <= 1000;
        } catch (error) {
          return error instanceof SnappyError;
        }
      }),
      { numRuns: 2000 },
    );
  });
});
