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
  CHF: 'fr sfr',
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

/** How people write the unit before a metal's name. CLDR has only `troy ounces of`. */
const ounces = ['oz', 'oz of', 'ounce of', 'ounces of'];

/** The currency that people mean by a bare noun of several currencies, such as dollars, pounds, rubles or lei. */
const FIRST_AMONG_NAMESAKES = ['USD', 'GBP', 'RUB', 'KRW', 'CNY', 'TRY', 'RON'];

/**
 * The currencies that symbols and words name for a visitor, in English and in the visitor's language. One plain letter
 * never names a currency, because it's as likely a unit (`20 l`) or a slip.
 */
export class CurrencyWords {
  readonly #all = new WordList();
  /** Lists that decide between several currencies of a word. A list decides if it has the word for only one of them. */
  readonly #clear: readonly WordList[];
  /** The currencies of the visitor's region, first those with the fewest countries. */
  readonly #own: readonly string[];
  readonly #known: ReadonlySet<string>;

  constructor({ currencies, countriesOf, locale }: SearchOptions) {
    const { region } = new Intl.Locale(locale).maximize();
    this.#own = currencies
      .map(({ code }) => ({ code, countries: countriesOf(code) }))
      .filter(({ countries }) => region !== undefined && countries.includes(region))
      .sort((a, b) => a.countries.length - b.countries.length)
      .map(({ code }) => code);
    const codes = new Set(currencies.map(({ code }) => code));
    const units = [...subUnits.values()].filter(({ of }) => codes.has(of));
    this.#known = new Set([...codes, ...units.map(({ code }) => code)]);

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
        const [names, symbols] = [displayOf(language, code, 'name'), displayOf(language, code, 'symbol')];
        const words = names.flatMap((name) => name.split(/[\s'’‑-]+/)).filter((word) => word.length > 2);
        displayed.add(code, [...names, ...symbols]);
        this.#all.add(code, [...names, ...words, ...symbols, ...displayOf(language, code, 'narrowSymbol')]);
      }
    }
  }

  /**
   * The currency that a text names; undefined if the text is unknown or ambiguous. A word of several currencies means,
   * in this order:
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
  codeOf(parts: readonly string[], current: string): string | undefined {
    const [first = new Set<string>(), ...others] = parts.map((part) => this.#candidates(part));
    const codes = [...first].filter((code) => others.every((other) => other.has(code)));
    const isNamed = (code: string | undefined) => code !== undefined && codes.includes(code);
    const code =
      codes.length === 1
        ? codes[0]
        : (this.#own.find(isNamed) ??
          [current, ...parts.flatMap((part) => this.#clearCodes(part)), ...FIRST_AMONG_NAMESAKES].find(isNamed));
    return code !== undefined && this.#known.has(code) ? code : undefined;
  }

  /** Whether a text names one or more currencies. */
  has(text: string): boolean {
    return this.#candidates(text).size > 0;
  }

  #candidates(text: string): ReadonlySet<string> {
    const code = unitOf(text.replace(/\.$/, ''));
    if (this.#known.has(code)) return new Set([code]);
    const named = this.#all.get(text);
    if (named.size > 0) return named;
    // A code and a symbol in one text: `CAD $`, `USD$`.
    const pieces = text.match(/\p{Sc}|[^\p{Sc}\s]+/gu) ?? [];
    if (pieces.length !== 2) return new Set();
    const [one, other] = pieces.map((piece) => this.#candidates(piece)) as [Set<string>, Set<string>];
    return new Set([...one].filter((candidate) => other.has(candidate)));
  }

  #clearCodes(text: string): string[] {
    return this.#clear.flatMap((list) => {
      const codes = list.get(text);
      return codes.size === 1 ? [...codes] : [];
    });
  }
}
