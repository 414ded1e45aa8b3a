import { describe, expect, it } from 'vitest';
import { acceptedTags, languageOf, localesFor } from './visitor-locale.ts';

it.each([
  [
    ['de-CH', 'en'],
    ['de-CH', 'en'],
  ],
  [['en-US@posix'], ['en-US']],
  [['C.UTF-8', 'fr'], ['fr']],
  [['', 'x', 'pt-br'], ['pt-BR']],
  [[], []],
  [['***'], []],
])('acceptedTags (the browser’s languages that Intl accepts) > of %j are %j', (languages, tags) => {
  expect(acceptedTags(languages)).toEqual(tags);
  for (const tag of acceptedTags(languages)) expect(() => new Intl.NumberFormat(tag)).not.toThrow();
});

it.each<[string[], string | undefined, string]>([
  [['de-AT', 'en'], undefined, 'de'],
  [['sv-SE', 'fr', 'en'], undefined, 'fr'],
  [['sv-SE'], undefined, 'en'],
  [['zh-TW', 'en-US'], undefined, 'zh-Hant'],
  [['zh-CN', 'zh-TW'], undefined, 'zh'],
  [['de'], 'en', 'en'],
  [['de'], 'ja', 'ja'],
  [['de'], 'tlh', 'de'],
  [['de'], 'toString', 'de'],
  [['en-US@posix'], undefined, 'en'],
])('languageOf (language of the converter page) > for %j who chose %j is %s', (languages, chosen, language) => {
  expect(languageOf({ languages, chosen })).toBe(language);
});

describe('localesFor (locales of words and numbers)', () => {
  it.each<[string, string[], string | undefined, string, string, string]>([
    ['de', ['de-AT', 'en'], undefined, 'de-AT', 'de-AT', 'have the visitor’s regional form'],
    ['en', ['fr-CH', 'en-GB'], 'en', 'en-GB', 'en-GB', 'follow the page, even if another language is preferred'],
    ['fr', ['de-DE'], undefined, 'fr', 'fr', 'follow the page, if the browser doesn’t have its language'],
    ['en', ['de-DE'], 'en', 'en', 'en', 'follow a chosen page, if the browser doesn’t have its language'],
    ['en', ['sv-SE', 'en-US'], undefined, 'en-US', 'sv-SE', 'differ if the preferred language has no page'],
    ['zh-Hant', ['zh-HK', 'en'], undefined, 'zh-HK', 'zh-HK', 'have the visitor’s form of traditional Chinese'],
    ['en', ['sv-SE', 'en-US'], 'en', 'en-US', 'en-US', 'are the same if the visitor chose English'],
    ['zh', ['zh-TW'], 'zh', 'zh', 'zh', 'follow a chosen page in the other form of Chinese'],
    ['en', ['C.UTF-8'], undefined, 'en', 'en', 'follow the page, if Intl accepts no language of the browser'],
  ])('on a page in %s for %j who chose %j are %s and %s: they $5', (page, languages, chosen, words, numbers) => {
    expect(localesFor(page, { languages, chosen })).toEqual({ words, numbers });
  });
});
