import { describe, expect, it } from 'vitest';
import { localeFor } from './visitor-locale.ts';

describe('visitor’s locale', () => {
  it.each([
    [['de-CH', 'en'], 'de-CH'],
    [['en-US@posix'], 'en-US'],
    [['C.UTF-8', 'fr'], 'fr'],
    [['', 'x', 'pt-br'], 'pt-BR'],
    [[], 'en'],
    [['***'], 'en'],
  ])('is $1 if the list of the browser’s languages is %j', (languages, locale) => {
    expect(localeFor(languages)).toBe(locale);
    expect(() => new Intl.NumberFormat(localeFor(languages))).not.toThrow();
  });
});
