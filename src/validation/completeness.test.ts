import { describe, expect, it } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import { completenessProblems, defaultCompleteness } from './completeness.ts';

const codes = catalogue.map(({ code }) => code);
/** The 30 most traded currencies and all other currencies, in both cases without the required USD and EUR. */
const [mostTraded, others] = [codes.slice(0, 30), codes.slice(30)].map((some) =>
  some.filter((code) => code !== 'USD' && code !== 'EUR'),
) as [string[], string[]];
const problemsWithout = (gone: readonly string[], bounds = defaultCompleteness, word?: string) =>
  completenessProblems(catalogue, (code) => !gone.includes(code), bounds, word);

describe('completenessProblems (checks whether too many currencies are missing)', () => {
  it('reports no problem if no currency is missing', () => {
    expect(problemsWithout([])).toEqual([]);
  });

  it('reports no problem if one currency other than USD and EUR is missing', () => {
    expect(codes.filter((code) => problemsWithout([code]).length > 0).sort()).toEqual(['EUR', 'USD']);
    expect(problemsWithout(['EUR'])).toEqual([
      { path: ['EUR'], message: 'missing, and nothing is published without this currency' },
    ]);
  });

  it('reports a problem if more than 5 of the 30 most traded currencies are missing', () => {
    expect(problemsWithout(mostTraded.slice(0, 5))).toEqual([]);
    const six = mostTraded.slice(-6);
    const message = `6 of the 30 most traded currencies are missing, more than 5: ${six.join(', ')}`;
    expect(problemsWithout(six)).toEqual([{ path: [], message }]);
  });

  it('reports a problem if more than 20% of all currencies are missing', () => {
    const most = Math.floor(catalogue.length / 5);
    expect(problemsWithout(others.slice(0, most))).toEqual([]);
    const more = others.slice(0, most + 1);
    const message = `${most + 1} of the ${catalogue.length} currencies are missing, more than ${most}: ${more.join(', ')}`;
    expect(problemsWithout(more)).toEqual([{ path: [], message }]);
  });
});

it('completenessProblems (checks whether too many currencies are missing) > describes missing currencies as “in doubt” if the caller passes these words', () => {
  const bounds = { required: ['USD'], maxMostTraded: 0, maxShare: 1 };
  expect(problemsWithout(['EUR', 'USD'], bounds, 'in doubt').map(({ message }) => message)).toEqual([
    'in doubt, and nothing is published without this currency',
    `2 of the 30 most traded currencies are in doubt, more than 0: ${codes.slice(0, 2).join(', ')}`,
  ]);
});
