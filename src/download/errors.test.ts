import { describe, expect, it } from 'vitest';
import { inOneLine } from './errors.ts';
import type { Problem } from '../validation/completeness.ts';

const problems = (count: number): Problem[] =>
  Array.from({ length: count }, (_, index) => ({ path: ['rates', `X${index}`], message: 'missing' }));

describe('inOneLine (formats the problems of a JSON response for a one-line message)', () => {
  it('lists each problem with the path of its field, such as rates.X0', () => {
    expect(inOneLine([{ path: [], message: 'no object' }, ...problems(2)])).toBe(
      'response: no object; rates.X0: missing; rates.X1: missing',
    );
  });

  it('lists the first ten of twelve problems, then “and 2 more”', () => {
    expect(inOneLine(problems(10))).toMatch(/; rates\.X9: missing$/);
    expect(inOneLine(problems(12))).toMatch(/; rates\.X9: missing; and 2 more$/);
  });
});
