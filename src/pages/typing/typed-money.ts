import { MAX_AMOUNT_CHARACTERS } from '../../money/amount.ts';
import type { SearchOptions } from '../search/search-terms.ts';
import { CurrencyWords } from './currency-words.ts';
import { magnitudesOf } from './magnitudes.ts';
import { plainText } from '../../text/plain-text.ts';
import { decimalMarksOf, parseNumber } from './typed-amount.ts';
import { keyOf } from './word-list.ts';

export interface TypedMoney {
  readonly amount: number;
  /** The text besides the number. Empty for a number alone. */
  readonly unit: string;
  /** The currency or sub-unit that the unit names. Omitted for a number alone and for an unknown or ambiguous unit. */
  readonly code?: string;
  /** The currencies that an ambiguous unit may mean. Retired currencies are among them. */
  readonly choices?: readonly string[];
}

/**
 * @param current code of the chosen currency
 * @returns undefined if the text isn't an amount of zero or more
 */
export type TypedMoneyParser = (text: string, current: string) => TypedMoney | undefined;

/**
 * The parts of a typed amount. A separator before the first digit belongs to the number only if it doesn't end an
 * abbreviation: `$.50` is 0.5, but `Rs.500` is 500.
 */
const PARTS =
  /^(\D*?)((?:(?<=^|[\s\p{Sc}])[.,٫])?\d(?:[\d., '٫٬]*\d)?[.,]?(?:(?<=\d)e[+-]?\d+)?)((?<=[.,])\s?[-–—=]+|\s?[:/]\s?[-–—=]+)?(\D*)$/iu;

/** A unit is a word or symbol. A sign at its beginning or end, such as minus or percent, would change the number. */
const UNIT = /^(?!ー)[\p{L}\p{M}\p{Sc}[](?:[\p{L}\p{M}\p{Sc}\s.'"״׳־&()[\]/॰·・–-]*[\p{L}\p{M}\p{Sc}.)/॰])?$/u;

/** Returns a parser of amounts with an optional currency before or after them: `$100`, `10k euros`, `12.50`. */
export function typedMoneyParser(options: SearchOptions): TypedMoneyParser {
  const decimalMarks = decimalMarksOf(options.locale);
  let tables: { words: CurrencyWords; magnitudes: ReadonlyMap<string, number> } | undefined;
  return (text, current) => {
    if (text.length > MAX_AMOUNT_CHARACTERS) return undefined;
    const [, first = '', number = '', , last = ''] = PARTS.exec(plainText(text)) ?? [];
    const [before, after] = [first.trim(), last.trim()];
    const units = [before, after].filter((unit) => unit !== '');
    if (!units.every((unit) => UNIT.test(unit))) return undefined;
    if (units.length === 0) {
      const amount = parseNumber(number, decimalMarks);
      return amount === undefined ? undefined : { amount, unit: '' };
    }
    // The tables are built on first use, because that takes tens of milliseconds.
    const { words, magnitudes } = (tables ??= {
      words: new CurrencyWords(options),
      magnitudes: magnitudesOf(options.locale),
    });
    const isCurrency = words.has(after) && !magnitudes.has(keyOf(after));
    const multiplied = isCurrency ? undefined : withoutMagnitude(after, magnitudes, words);
    const parts = [before, withoutLink(multiplied?.rest ?? after, words)].filter((part) => part !== '');
    const { code, choices } = words.named(parts, current);
    // A currency without cents has no decimals, so `100.000đ` is 100,000 in every locale.
    const isWhole = code !== undefined && !multiplied && !hasDecimals(code);
    const amount = parseNumber(multiplied ? `${number}e${multiplied.power}` : number, isWhole ? '' : decimalMarks);
    if (amount === undefined) return undefined;
    const unit = parts.join(' ');
    if (code !== undefined) return { amount, unit, code };
    return { amount, unit, ...(choices.length > 0 && { choices }) };
  };
}

/**
 * Splits a text that begins with a word that multiplies, such as `k €` or `million dollars`. The word ends before a sign
 * that isn't a letter, or before a currency: `万円`, `MUSD`.
 */
function withoutMagnitude(
  text: string,
  magnitudes: ReadonlyMap<string, number>,
  words: { has(text: string): boolean },
): { power: number; rest: string } | undefined {
  for (let end = text.length; end > 0; end--) {
    const [power, rest] = [magnitudes.get(keyOf(text.slice(0, end))), text.slice(end)];
    if (power === undefined || (/^[\p{L}\p{M}]/u.test(rest) && !words.has(rest))) continue;
    return { power, rest: rest.trim() };
  }
  return undefined;
}

/** Removes the word between a number and its currency: `de euros`, `di euro`, `d'euro`. */
function withoutLink(text: string, words: { has(text: string): boolean }): string {
  return words.has(text) ? text : text.replace(/^(?:(?:de|di|of) |d')/i, '');
}

function hasDecimals(code: string): boolean {
  // `Intl` accepts only codes of three letters. Longer codes are crypto assets.
  const options = { style: 'currency', currency: code.length === 3 ? code : 'USD' } as const;
  return new Intl.NumberFormat('en', options).resolvedOptions().maximumFractionDigits !== 0;
}
