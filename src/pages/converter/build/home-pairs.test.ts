import { expect, it } from 'vitest';
import { homePairs } from './home-pairs.ts';

it.each([
  ['US', 'USD EUR'],
  ['DE', 'EUR USD'],
  ['PL', 'PLN EUR'],
  ['GB', 'GBP EUR'],
  ['CH', 'CHF EUR'],
  ['JP', 'JPY USD'],
  ['BR', 'BRL USD'],
  ['EG', 'EGP USD'],
  ['EC', 'USD EUR'],
  ['LS', 'LSL USD'],
])('homePairs (the pair with which the converter begins) > in %s, is %s', (country, pair) => {
  const found = Object.entries(homePairs()).filter(([, countries]) => countries.split(' ').includes(country));
  expect(found.map(([each]) => each)).toEqual([pair]);
});
