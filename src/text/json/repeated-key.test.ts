import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRepeatedKey } from './repeated-key.ts';

describe('hasRepeatedKey (whether an object of a JSON text has a key twice)', () => {
  it.each([
    '{"date":"2026-09-29","usd":{"eur":0.88,"eur":0.99}}',
    '{"a":{"b":1},"a":{"b":1}}',
    '[1,{"a":[{"b":1}],"b":2,"\\u0061" : 3}]',
    '{"a\\"":1,"a\\"":2}',
    '{"__proto__":1,"__proto__":2}',
  ])('finds the repeated key of %s', (text) => {
    JSON.parse(text);
    expect(hasRepeatedKey(text)).toBe(true);
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":{"a":"a"}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a:\\"a\\":}{","b":"\\\\","c":["{","a"]}',
    '"a"',
  ])('finds none in %s', (text) => {
    JSON.parse(text);
    expect(hasRepeatedKey(text)).toBe(false);
  });

  it('finds none in any text that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(hasRepeatedKey(JSON.stringify(JSON.parse(text)))).toBe(false);
      }),
    );
  });
});
