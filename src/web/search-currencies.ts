import type { Currency } from '../currencies/currency.ts';

/** The currencies that a search text means, the best match first; all of them, in their order, for an empty text. */
export function searchCurrencies<T extends Currency>(currencies: readonly T[], text: string): T[] {
  if (text.length > LONGEST_SEARCH) return [];
  const wanted = fold(text);
  if (wanted === '') return [...currencies];
  return currencies
    .map((currency) => ({ currency, rank: rankOf(currency, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ currency }) => currency);
}

/** Characters of the longest text that can mean a currency: no name is nearly as long. */
const LONGEST_SEARCH = 100;

const NO_MATCH = 5;

/** Lower is better: the code itself, its beginning, the beginning of the name, of a word of it, anything in it. */
function rankOf({ code, name, symbol, type }: Currency, wanted: string): number {
  const [foldedCode, foldedName] = [fold(code), fold(name)];
  if (foldedCode === wanted || fold(symbol) === wanted) return 0;
  if (foldedCode.startsWith(wanted)) return 1;
  if (foldedName.startsWith(wanted)) return 2;
  if (foldedName.includes(` ${wanted}`) || type === wanted) return 3;
  return foldedName.includes(wanted) ? 4 : NO_MATCH;
}

/** Lower case without accents: who types `cordoba` means the córdoba. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .trim()
    .toLowerCase();
}
