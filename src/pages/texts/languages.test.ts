import { expect, it } from 'vitest';
import { languageFor } from './languages.ts';

it.each([
  ['en-GB', 'en'],
  ['pt-BR', 'pt'],
  ['pt-PT', 'pt'],
  ['zh', 'zh'],
  ['zh-SG', 'zh'],
  ['zh-Hans-HK', 'zh'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-Hant', 'zh-Hant'],
  ['zh-Hant-SG', 'zh-Hant'],
  ['yue', undefined],
  ['ar-EG', 'ar'],
  ['fa-IR', undefined],
  ['sv', undefined],
])('a visitor with the language %s gets the page in %s', (tag, language) => {
  expect(languageFor(tag)).toBe(language);
});
