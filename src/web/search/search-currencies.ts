import type { Currency } from '../../currencies/currency.schema.ts';
import { fold } from './fold.ts';
import { countryNicknames, nicknames } from './search-words.ts';

export interface SearchOptions<T extends Currency> {
  /** The currencies, the most traded first. This order decides between matches of the same rank. */
  readonly currencies: readonly T[];
  /** The countries where a currency is legal tender, as ISO 3166 codes of two letters. */
  readonly countriesOf: (code: string) => readonly string[];
  /** The visitor's locale, because visitors may use names in their language. */
  readonly locale: string;
}

/** The rank of a match. A lower rank is better. */
const Rank = {
  code: 0,
  symbol: 1,
  name: 2,
  country: 3,
  codeBegins: 4,
  nameBegins: 5,
  nameHasWord: 6,
  countryHasWord: 7,
  within: 8,
} as const;

/** Maximum characters of a search text, more than any name has. */
const MAX_SEARCH = 100;

/** The search terms of a currency, in lower case and without accents. */
interface Words {
  readonly code: string;
  readonly symbol: string;
  readonly type: string;
  readonly names: readonly string[];
  readonly countries: readonly string[];
}

/** Finds currencies by code, symbol, name, nickname and country, in English and in the visitor's language. */
export class CurrencySearch<T extends Currency> {
  readonly #options: SearchOptions<T>;
  #words: ReadonlyMap<T, Words> | undefined;

  constructor(options: SearchOptions<T>) {
    this.#options = options;
  }

  /**
   * The matching currencies, the best match first; all currencies for an empty text.
   *
   * @param recent codes of currencies to list before the other matches. If the text is a code, its currency is first.
   */
  find(text: string, recent: readonly string[] = []): T[] {
    const { currencies } = this.#options;
    if (text.length > MAX_SEARCH) return [];
    const wanted = fold(text);
    const places = new Map(recent.map((code, place) => [code, place]));
    return currencies
      .flatMap((currency) => {
        const rank = wanted === '' ? Rank.within : this.#rank(currency, wanted);
        if (rank === undefined) return [];
        const place = rank === Rank.code ? -1 : (places.get(currency.code) ?? places.size);
        // If a country has several currencies, prefer the currency with the fewest countries.
        const shared = rank === Rank.country ? this.#options.countriesOf(currency.code).length : 0;
        return [{ currency, keys: [place, rank, shared] as const }];
      })
      .sort((a, b) => a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1] || a.keys[2] - b.keys[2])
      .map(({ currency }) => currency);
  }

  /** The currency whose code, symbol or name is exactly the text, if any. */
  named(text: string): T | undefined {
    const [best] = this.find(text);
    const rank = best && text.trim() !== '' ? this.#rank(best, fold(text)) : undefined;
    return rank !== undefined && rank <= Rank.name ? best : undefined;
  }

  #rank(currency: T, wanted: string): number | undefined {
    const { code, symbol, type, names, countries } = this.#wordsOf(currency);
    if (code === wanted) return Rank.code;
    if (symbol === wanted) return Rank.symbol;
    if (names.includes(wanted)) return Rank.name;
    if (countries.includes(wanted)) return Rank.country;
    if (code.startsWith(wanted)) return Rank.codeBegins;
    if (names.some((name) => name.startsWith(wanted))) return Rank.nameBegins;
    if (type === wanted || names.some((name) => hasWord(name, wanted))) return Rank.nameHasWord;
    if (countries.some((name) => hasWord(name, wanted))) return Rank.countryHasWord;
    return symbol.includes(wanted) || names.some((name) => name.includes(wanted)) ? Rank.within : undefined;
  }

  /** The search terms are computed on first use, because that takes about 20 ms. */
  #wordsOf(currency: T): Words {
    this.#words ??= wordsOf(this.#options);
    return this.#words.get(currency) ?? { code: '', symbol: '', type: '', names: [], countries: [] };
  }
}

/** Whether a word of a name starts with the text. */
function hasWord(name: string, wanted: string): boolean {
  return name.startsWith(wanted) || name.includes(` ${wanted}`);
}

function wordsOf<T extends Currency>({ currencies, countriesOf, locale }: SearchOptions<T>): Map<T, Words> {
  const namesOfRegions = new Map<string, Intl.DisplayNames>();
  const regionNames = (language: string, style: 'long' | 'short' = 'long') => {
    const known = namesOfRegions.get(language + style);
    const names = known ?? new Intl.DisplayNames([language, 'en'], { type: 'region', style });
    namesOfRegions.set(language + style, names);
    return names;
  };
  const languages = [...new Set(['en', locale])];
  const wordsOfCountry = (country: string) => {
    // The country's main language: `und-BR` becomes `pt-Latn-BR`, so the language is `pt`.
    const own = new Intl.Locale(`und-${country}`).maximize().language;
    return folded([
      ...[...languages, own].map((language) => regionNames(language).of(country)),
      regionNames('en', 'short').of(country),
      ...(countryNicknames[country] ?? []),
    ]);
  };
  const countries = new Set(currencies.flatMap(({ code }) => countriesOf(code)));
  const countryWords = new Map(Array.from(countries, (country) => [country, wordsOfCountry(country)]));
  return new Map(
    currencies.map((currency) => {
      const { code, name, symbol, type } = currency;
      const inLanguages = type === 'fiat' ? languages.flatMap((language) => namesIn(language, code)) : [];
      return [
        currency,
        {
          code: fold(code),
          symbol: fold(symbol),
          type,
          names: folded([name, ...inLanguages, ...(nicknames[code] ?? [])]),
          countries: countriesOf(code).flatMap((country) => countryWords.get(country) ?? []),
        },
      ];
    }),
  );
}

/** A currency's name in a language, in singular and plural: `US Dollar`, `US dollars`. */
function namesIn(language: string, currency: string): (string | undefined)[] {
  const counted = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'name' });
  return [
    new Intl.DisplayNames([language], { type: 'currency' }).of(currency),
    ...[1, 2].map((amount) => counted.formatToParts(amount).find(({ type }) => type === 'currency')?.value),
  ];
}

function folded(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text === undefined ? [] : [fold(text)])))];
}
