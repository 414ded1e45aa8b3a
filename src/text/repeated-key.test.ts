import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeatedKey } from './repeated-key.ts';

describe('repeatedKey (finds a key that an object of a JSON text has twice)', () => {
  it.each([
    ['{"date":"2026-09-29","usd":{"eur":0.88,"eur":0.99}}', 'eur'],
    ['{"a":{"b":1},"a":{"b":1}}', 'a'],
    ['[1,{"a":[{"b":1}],"b":2,"\\u0061" : 3}]', 'a'],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('finds the repeated key of %s', (text, key) => {
    JSON.parse(text);
    expect(repeatedKey(text)).toBe(key);
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":{"a":"a"}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a:\\"a\\":}{","b":"\\\\","c":["{","a"]}',
    '"a"',
  ])('finds none in %s', (text) => {
    JSON.parse(text);
    expect(repeatedKey(text)).toBeUndefined();
  });

  it('finds none in any text that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(repeatedKey(JSON.stringify(JSON.parse(text)))).toBeUndefined();
      }),
    );
  });
});
