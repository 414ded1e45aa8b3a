import { retiredCurrencies } from '../../money/currencies/facts.ts';
import { subUnits, unitOf } from '../../money/currencies/sub-units.ts';
import { displayOf } from '../search/currency-display.ts';
import type { SearchOptions } from '../search/search-terms.ts';
import { nicknames } from '../../money/currencies/names/nicknames.ts';
import { WordList } from './word-list.ts';

/** Symbols and words that people type although CLDR doesn't have them in most locales. */
const usage: Readonly<Record<string, string>> = {
  AED: 'dh dhs',
  ARS: 'ar$',
  AUD: 'a$ au$ $au',
  BND: 'b$',
  BRL: 'r$ real reais',
  BTC: 'bitcoins',
  CAD: 'c$ ca$ can$ $ca',
  CHF: 'fr sfr franki franków',
  CNY: '元 块 塊',
  COP: 'col$',
  DKK: 'dkr',
  DOP: 'rd$',
  EGP: 'le',
  FJD: 'fj$',
  GBP: 'ポンド',
  HKD: 'hk$ 元',
  ILS: 'nis shekel shekels שח',
  INR: 'रुपये रुपया',
  JMD: 'j$ ja$',
  JPY: '円',
  KES: 'ksh sh',
  KRW: 'ウォン 원',
  MAD: 'dh dhs',
  MXN: 'mx$ mex$',
  NOK: 'nkr',
  NZD: 'nz$ $nz',
  QAR: 'qr',
  RSD: 'din дин',
  RUB: 'руб',
  SAR: 'sr',
  SEK: 'skr',
  SGD: 's$ sg$ $sg',
  TRY: 'tl',
  TTD: 'tt$',
  TWD: 'nt$ 元 块 塊',
  TZS: 'tsh sh',
  UAH: 'грн',
  UGX: 'ush sh',
  USD: 'us$ $us u$s dolar 美元 美金 ドル 달러',
  UYU: '$u',
  VND: 'đ vnđ đồng dong',
  XCD: 'ec$',
};

/** Words that several currencies have, although CLDR has them for none or only for some of these. */
const shared: Readonly<Record<string, readonly string[]>> = {
  crown: ['CZK', 'SEK', 'NOK', 'DKK', 'ISK'],
  crowns: ['CZK', 'SEK', 'NOK', 'DKK', 'ISK'],
};

/** How people write the unit before a metal's name. CLDR has only `troy ounces of`. */
const ounces = ['oz', 'oz of', 'ounce of', 'ounces of'];

/** The currency that people mean by a bare noun of several currencies, such as dollars, pounds, rubles or lei. */
const FIRST_AMONG_NAMESAKES = ['USD', 'GBP', 'RUB', 'KRW', 'CNY', 'TRY', 'RON'];

/** The currency that a text names, or the currencies among which the visitor has to choose. */
export interface NamedCurrency {
  /** Omitted if the text is unknown or ambiguous, or if it names a retired currency. */
  readonly code?: string;
  /** The currencies that the text may mean, the most traded first; empty if it's unknown or if `code` is set. */
  readonly choices: readonly string[];
}

/**
 * The currencies that symbols and words name for a visitor, in English and in the visitor's language. One plain letter
 * never names a currency, because it's as likely a unit (`20 l`) or a slip. Only a British `50p` is clear.
 */
export class CurrencyWords {
  readonly #all = new WordList();
  /** Currencies without a rate today and retired currencies, for words that mean no other. */
  readonly #others = new WordList();
  /** Lists that decide between several currencies of a word. A list decides if it has the word for only one of them. */
  readonly #clear: readonly WordList[];
  /** The currencies of the visitor's region, first those with the fewest countries. */
  readonly #own: readonly string[];
  readonly #known: ReadonlySet<string>;
  /** The region's sub-unit of the letter `p`. */
  readonly #pence: string | undefined;
  /** The places of the currencies, the most traded first. */
  readonly #ranks: ReadonlyMap<string, number>;

  constructor({ currencies, unrated = [], countriesOf, locale }: SearchOptions) {
    const { region } = new Intl.Locale(locale).maximize();
    this.#pence = region === 'GB' ? 'GBX' : undefined;
    this.#ranks = new Map(currencies.map(({ code }, rank) => [code, rank]));
    this.#own = currencies
      .map(({ code }) => ({ code, countries: countriesOf(code) }))
      .filter(({ countries }) => region !== undefined && countries.includes(region))
      .sort((a, b) => a.countries.length - b.countries.length)
      .map(({ code }) => code);
    const codes = new Set(currencies.map(({ code }) => code));
    const units = [...subUnits.values()].filter(({ of }) => codes.has(of));
    this.#known = new Set([...codes, ...units.map(({ code }) => code), ...unrated.map(({ code }) => code)]);
    for (const [word, named] of Object.entries(shared)) {
      for (const code of named.filter((each) => codes.has(each))) this.#all.add(code, [word]);
    }

    for (const { code, name, symbol, type } of currencies) {
      // A metal's symbol may mean another currency, such as AU Australian dollars.
      this.#all.add(code, type === 'metal' ? [name, ...ounces.map((of) => `${of} ${name}`)] : [name, symbol]);
    }
    for (const { code, name } of units) this.#all.add(code, [name]);
    for (const [code, words] of Object.entries(nicknames)) this.#all.add(code, words);
    const used = new WordList();
    this.#clear = [used];
    for (const [code, words] of Object.entries(usage)) {
      for (const list of [used, this.#all]) list.add(code, words.split(' '));
    }
    const inCldr = currencies.filter(({ type }) => type !== 'crypto').map(({ code }) => code);
    for (const language of new Set([locale, 'en'])) {
      const displayed = new WordList();
      this.#clear = [...this.#clear, displayed];
      for (const code of inCldr) {
        const symbols = displayOf(language, code, 'symbol');
        displayed.add(code, [...displayOf(language, code, 'name'), ...symbols]);
        this.#all.add(code, [...namesIn(language, code), ...symbols, ...displayOf(language, code, 'narrowSymbol')]);
      }
      for (const code of [...unrated.map(({ code }) => code), ...retiredCurrencies.keys()]) {
        this.#others.add(code, namesIn(language, code));
      }
    }
  }

  /**
   * The currency that a text names. A word of several currencies means, in this order:
   *
   * 1. The currency of the visitor's region. People who use a symbol every day mean their own money by it, whichever
   *    currency the page happens to show.
   * 2. The chosen currency, so that a `$` typed for Canadian dollars in Europe leaves them chosen.
   * 3. The currency that a list decides on: the words that people use, or CLDR's names and symbols in the visitor's
   *    locale, otherwise in English.
   * 4. The first among the namesakes.
   *
   * @param parts the texts before and after the number, which must name the same currency
   */
  named(parts: readonly string[], current: string): NamedCurrency {
    const [first = new Set<string>(), ...others] = parts.map((part) => this.#candidates(part));
    const codes = [...first].filter((code) => others.every((other) => other.has(code)));
    const isNamed = (code: string | undefined) => code !== undefined && codes.includes(code);
    const code =
      codes.length === 1
        ? codes[0]
        : (this.#own.find(isNamed) ??
          [current, ...parts.flatMap((part) => this.#clearCodes(part)), ...FIRST_AMONG_NAMESAKES].find(isNamed));
    if (code !== undefined && this.#known.has(code)) return { code, choices: [] };
    const rankOf = (choice: string) => this.#ranks.get(choice) ?? this.#ranks.size;
    return { choices: codes.toSorted((a, b) => rankOf(a) - rankOf(b)) };
  }

  /** Whether a text names one or more currencies. */
  has(text: string): boolean {
    return this.#candidates(text).size > 0;
  }

  #candidates(text: string): ReadonlySet<string> {
    const code = unitOf(text.replace(/\.$/, ''));
    if (this.#known.has(code) || retiredCurrencies.has(code)) return new Set([code]);
    if (text === 'p' && this.#pence !== undefined) return new Set([this.#pence]);
    const named = this.#all.get(text);
    if (named.size > 0) return named;
    // A code and a symbol in one text: `CAD $`, `USD$`.
    const pieces = text.match(/\p{Sc}|[^\p{Sc}\s]+/gu) ?? [];
    const [one, other] = pieces.length === 2 ? pieces.map((piece) => this.#candidates(piece)) : [];
    const both = new Set([...(one ?? [])].filter((candidate) => other?.has(candidate)));
    return both.size > 0 ? both : this.#others.get(text);
  }

  #clearCodes(text: string): string[] {
    return this.#clear.flatMap((list) => {
      const codes = list.get(text);
      return codes.size === 1 ? [...codes] : [];
    });
  }
}

/** A currency's names in a language, and the words of these names. */
function namesIn(language: string, code: string): string[] {
  const names = displayOf(language, code, 'name');
  return [...names, ...names.flatMap((name) => name.split(/[\s'’‑-]+/)).filter((word) => word.length > 2)];
}
