import { amountOptions, numberFormat } from '../../text/wording/number-format.ts';
import { currencyNameIn, ownName } from './names/currency-name.ts';
import { amountDecimals } from './metals.ts';

/** The locales of a text with numbers, as BCP 47 tags. */
export interface TextLocales {
  /** The locale of words: names, dates and plurals. */
  readonly words: string;
  /** The locale of digits and separators. It may differ from the words' locale, as for a Swede on an English page. */
  readonly numbers: string;
}

/** The options with which `Intl` shows all digits of a number. */
const TYPED = { minimumFractionDigits: 0, maximumFractionDigits: 20 } as const;

/**
 * Creates a function that writes an amount with its currency's name, in the plural and the word order of a language:
 * `88.02 euros`, `88,02 Euro`, `88.02ユーロ`. A typed amount keeps its digits: `100 US dollars`.
 */
export function moneyFormat({ words, numbers }: TextLocales) {
  const format = numberFormat(numbers);
  const asTyped = new Intl.NumberFormat(numbers, TYPED);
  return (amount: number, code: string, { isTyped = false } = {}): string => {
    const decimals = amountDecimals(code);
    const digits = amountOptions(amount, decimals);
    // A huge number is shorter as a power of ten.
    const isInFull = isTyped && amount < 1e15;
    const number = isInFull ? asTyped.format(amount) : format.amount(amount, decimals);
    const name = currencyNameIn(words, code);
    // Intl knows neither plurals nor the word order of a name of our own.
    if (name === undefined || name === ownName(code)) return `${number} ${name ?? code}`;
    const parts = new Intl.NumberFormat(words, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
      ...(isInFull ? TYPED : digits),
    }).formatToParts(amount);
    const isWord = ({ type }: Intl.NumberFormatPart) => type === 'currency' || type === 'literal';
    const at = parts.findIndex((part) => !isWord(part));
    // CLDR's names are capitalized as in a list, which is wrong within a Portuguese sentence.
    const inSentence = (text: string) =>
      /^pt\b/.test(words) ? text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()) : text;
    return parts.map((part, index) => (index === at ? number : isWord(part) ? inSentence(part.value) : '')).join('');
  };
}
