import { expect, it } from 'vitest';
import { banks } from '../../../sources/banks.ts';
import names from './bank-names.json' with { type: 'json' };
import { languages } from '../languages.ts';
import { bankNameIn } from './bank-names.ts';

it.each([
  ['de', 'ecb', 'Europäische Zentralbank'],
  ['ja', 'ecb', '欧州中央銀行'],
  ['en', 'ecb', 'the name'],
  ['de', 'a bank that is new', 'the name'],
] as const)('bankNameIn (names a bank in a language) > in %s, %s is %s', (language, key, name) => {
  expect(bankNameIn(language, { key, name: 'the name' })).toBe(name);
});

it('names of banks are translated into all languages, and are of banks that exist', () => {
  const translated = languages.filter((language) => language !== 'en').sort();
  for (const [key, ofBank] of Object.entries(names)) {
    expect([key, Object.keys(ofBank).sort()]).toEqual([key, translated]);
    expect(banks.map((bank) => bank.key)).toContain(key);
  }
});
