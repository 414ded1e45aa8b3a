import { describe, expect, it } from 'vitest';
import { inOneLine, type Problem } from './errors.ts';

const problems = (count: number): Problem[] =>
  Array.from({ length: count }, (_, index) => ({ path: ['rates', `X${index}`], message: 'missing' }));

describe('problems in one line', () => {
  it('are told with their places, that of the whole by what it is', () => {
    expect(inOneLine([{ path: [], message: 'no object' }, ...problems(2)])).toBe(
      'answer: no object; rates.X0: missing; rates.X1: missing',
    );
  });

  it('are ten at most, and the number of the others', () => {
    expect(inOneLine(problems(10))).toMatch(/; rates\.X9: missing$/);
    expect(inOneLine(problems(12))).toMatch(/; rates\.X9: missing; and 2 more$/);
  });
});
