import type { Currency } from '../../money/currencies/currency.schema.ts';
import { retiredCurrencies, type RetiredCurrency } from '../../money/currencies/facts.ts';
import { subUnits } from '../../money/currencies/sub-units.ts';
import { displayOf } from './currency-display.ts';
import { fold } from '../../text/fold.ts';
import { countryNicknames, nicknames } from '../../money/currencies/names/nicknames.ts';

export interface SearchOptions {
  /** The currencies, the most traded first. This order decides between matches of the same rank. */
  readonly currencies: readonly Currency[];
  /** Currencies without a rate today. They are found, but not listed. */
  readonly unrated?: readonly Currency[];
  /** The countries where a currency is legal tender, as ISO 3166 codes of two letters. */
  readonly countriesOf: (code: string) => readonly string[];
  /** The visitor's locale, because visitors may use names in their language. */
  readonly locale: string;
}

/** The search terms of a currency, in lower case and without accents. */
export interface SearchTerms {
  readonly code: string;
  readonly symbol: string;
  readonly type: string;
  readonly names: readonly string[];
  readonly countries: readonly string[];
}

/** Something to find by its terms. */
export interface SearchEntry {
  /** A currency, a sub-unit such as pence, or the successor of a retired currency. */
  readonly currency: Currency;
  /** The retired currency that the terms name. */
  readonly retired?: RetiredCurrency;
  /** The currency has no rate today. */
  readonly isUnrated?: true;
  readonly terms: SearchTerms;
}

/** The currencies, their sub-units and the retired currencies that they replaced. */
export function searchEntries(options: SearchOptions): SearchEntry[] {
  const { currencies, unrated = [], locale } = options;
  const languages = [...new Set(['en', locale])];
  const namesOf = (code: string) => [
    ...languages.flatMap((language) => displayOf(language, code, 'name')),
    ...nicknamesOf(code),
  ];
  const countryNames = countryNamesOf(options, languages);
  const byCode = new Map(currencies.map((currency) => [currency.code, currency]));
  return [
    ...currencies.map((currency) => {
      const { code, name, symbol, type } = currency;
      const names = folded([name, ...(type === 'crypto' ? nicknamesOf(code) : namesOf(code))]);
      // A metal's symbol is the beginning of other codes, such as AU of AUD.
      const searched = type === 'metal' ? '' : fold(symbol);
      return {
        currency,
        terms: { code: fold(code), symbol: searched, type, names, countries: countryNames(code) },
      };
    }),
    ...[...subUnits.values()].flatMap(({ code, name, symbol, of }) => {
      const whole = byCode.get(of);
      if (!whole) return [];
      const names = folded([name, ...nicknamesOf(code)]);
      const currency = { code, name, symbol, flag: whole.flag, type: whole.type };
      return [{ currency, terms: { code: fold(code), symbol: '', type: '', names, countries: [] } }];
    }),
    ...unrated.map((currency) => {
      const { code } = currency;
      const terms = { code: fold(code), symbol: '', type: '', names: folded(namesOf(code)), countries: [] };
      return { currency, isUnrated: true, terms } as const;
    }),
    ...[...retiredCurrencies.values()].flatMap((retired) => {
      const currency = byCode.get(retired.successor);
      if (!currency) return [];
      const terms = {
        code: fold(retired.code),
        symbol: '',
        type: '',
        names: folded(namesOf(retired.code)),
        countries: [],
      };
      return [{ currency, retired, terms }];
    }),
  ];
}

function nicknamesOf(code: string): readonly string[] {
  return nicknames[code] ?? [];
}

/** Returns the names of the countries of a currency, in the given languages and in the language of the country. */
function countryNamesOf(
  { currencies, countriesOf }: SearchOptions,
  languages: readonly string[],
): (code: string) => readonly string[] {
  const namesOfRegions = new Map<string, Intl.DisplayNames>();
  const regionNames = (language: string, style: 'long' | 'short' = 'long') => {
    const known = namesOfRegions.get(language + style);
    const names = known ?? new Intl.DisplayNames([language, 'en'], { type: 'region', style });
    namesOfRegions.set(language + style, names);
    return names;
  };
  const namesOfCountry = (country: string) => {
    // The country's main language: `und-BR` becomes `pt-Latn-BR`, so the language is `pt`.
    const own = new Intl.Locale(`und-${country}`).maximize().language;
    return folded([
      ...[...languages, own].map((language) => regionNames(language).of(country)),
      regionNames('en', 'short').of(country),
      ...(countryNicknames[country] ?? []),
    ]);
  };
  const countries = new Set(currencies.flatMap(({ code }) => countriesOf(code)));
  const names = new Map(Array.from(countries, (country) => [country, namesOfCountry(country)]));
  return (code) => countriesOf(code).flatMap((country) => names.get(country) ?? []);
}

function folded(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text === undefined ? [] : [fold(text)])))];
}
