import { expect, it } from 'vitest';
import { withShortExamples } from './short-examples.ts';

it('withShortExamples > keeps the first entries of long lists, maps and tables in examples, and everything else', () => {
  const map = (entries: number) => Object.fromEntries(Array.from({ length: entries }, (_, index) => [`A${index}`, 1]));
  const document = (rates: object, data: readonly object[], csv: string) => ({
    // Not an example, so the list stays complete.
    tags: [1, 2, 3, 4, 5, 6],
    content: { json: { example: { rates, data } }, csv: { example: csv } },
    parameters: [{ example: 'usd' }, { example: 100 }],
  });
  const days = [1, 2, 3, 4, 5].map((day) => ({ day, list: [1, 2, 3, 4] }));
  expect(withShortExamples(document(map(17), days, 'code,rate\r\nA,1\r\nB,2\r\nC,3\r\nD,4\r\n'))).toEqual(
    document(map(3), days.slice(0, 3), 'code,rate\r\nA,1\r\nB,2\r\nC,3\r\n'),
  );
  const short = document(map(16), days.slice(0, 4), 'code,rate\r\nA,1\r\n');
  expect(withShortExamples(short)).toEqual(short);
});
