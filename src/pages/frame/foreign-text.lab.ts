import { expect, it } from 'vitest';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { parseState } from '../converter/address/address-state.ts';
import { CurrencySearch } from '../search/search-currencies.ts';
import { parseTypedAmount } from '../typing/typed-amount.ts';
import { typedMoneyParser } from '../typing/typed-money.ts';
import { acceptedTags } from '../visitor/visitor-locale.ts';

const listed = { currencies: catalogue, countriesOf: () => [], locale: 'en' };
const search = new CurrencySearch(listed);
const parseTypedMoney = typedMoneyParser(listed);

/** The functions that parse typed text, URLs or browser settings. */
const readers: Record<string, (text: string) => unknown> = {
  'the amount field': (text) => ['en-US', 'de-DE', 'ar-EG'].map((locale) => parseTypedAmount(text, locale)),
  'the amount field, with a currency,': (text) => parseTypedMoney(text, 'USD'),
  'the search field for currencies': (text) => search.find(text),
  'the amount in a URL': (text) => parseState(`?amount=${text}`, 'en-US'),
  'the currency codes in a URL': (text) => parseState(`?from=${text}&to=${text}&period=${text}`, 'en-US'),
  'the browser’s list of languages': (text) => acceptedTags([text]),
};

/** Repeated parts that make a bad regular expression backtrack, and an end that prevents a match. */
const hostile: [repeated: string, end: string][] = [
  ['1', 'x'],
  ['1', '.1e'],
  ['1,111', 'x'],
  ['1.111', ','],
  ['11,', '1'],
  ['.1', ','],
  [' ', 'x'],
  ["'", '1'],
  ['١', '٫٫'],
  ['e1', '+'],
  ['\u0301', 'é'],
  ['a ', 'a'],
  ['%31', 'x'],
  ['@', '\n'],
  ['en-', '-'],
];

/** The fastest of some runs, in milliseconds, because other work on the machine only adds time. */
function timeOf(work: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 3 }, () => {
      const begin = performance.now();
      work();
      return performance.now() - begin;
    }),
  );
}

it.each(Object.entries(readers))('long text in %s is parsed in a time proportional to its length', (_, read) => {
  const slow = hostile.flatMap(([repeated, end]) => {
    const [short, long] = [1_000, 20_000].map((count) => {
      const text = repeated.repeat(count) + end;
      return timeOf(() => read(text));
    }) as [number, number];
    // For a text 20 times as long, quadratic code takes 400 times as long. Times below 0.05 ms aren't reliable.
    return long < 60 * Math.max(short, 0.05) ? [] : [{ repeated, end, short, long }];
  });
  expect(slow).toEqual([]);
});
