import type { Currency } from '../../money/currencies/currency.schema.ts';
import type { RetiredCurrency } from '../../money/currencies/facts.ts';
import { subUnits } from '../../money/currencies/sub-units.ts';
import { fold } from '../../text/fold.ts';
import { hasOneSlip } from '../../text/one-slip.ts';
import { searchEntries, type SearchEntry, type SearchOptions } from './search-terms.ts';

export interface Match {
  /** A currency, or a sub-unit such as pence. */
  readonly currency: Currency;
  /** The retired currencies that the text names. The currency replaced them. */
  readonly retired?: readonly RetiredCurrency[];
  /** The currency has no rate today. */
  readonly isUnrated?: true;
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
  retired: 9,
} as const;

/** Maximum characters of a search text, more than any name has. */
const MAX_SEARCH = 100;

/** Minimum letters to find a retired currency by a part of its name or code. Fewer letters find too many currencies. */
const MIN_RETIRED = 3;

/** Minimum letters of a word with a slip. Shorter words resemble too many others. */
const MIN_SLIP = 4;

/** Finds currencies by code, symbol, name, nickname and country, in English and in the visitor's language. */
export class CurrencySearch {
  readonly #options: SearchOptions;
  /** The visitor's country. */
  readonly #region: string | undefined;
  #computed: readonly SearchEntry[] | undefined;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#region = new Intl.Locale(options.locale).maximize().region;
  }

  /**
   * The matching currencies, the best match first; all currencies for an empty text. Words with one slip, such as
   * `dolar`, match only if nothing else does.
   *
   * @param recent codes of currencies to list before the other matches. If the text is a code, its currency is first.
   */
  find(text: string, recent: readonly string[] = []): Match[] {
    if (text.length > MAX_SEARCH) return [];
    const places = new Map(recent.map((code, place) => [code, place]));
    return this.#ranked(fold(text), places)
      .map((match) => {
        const { currency, rank } = match;
        const place = rank === Rank.code ? -1 : (places.get(currency.code) ?? places.size);
        const countries = this.#options.countriesOf(currency.code);
        // Several countries have a dollar, a peso or a rial. The visitor probably means the own country's.
        const own = text !== '' && this.#region !== undefined && countries.includes(this.#region) ? 0 : 1;
        // If a country has several currencies, prefer the currency with the fewest countries.
        const shared = rank === Rank.country ? countries.length : 0;
        return { match, keys: [place, rank, own, shared] as const };
      })
      .sort((a, b) => a.keys.map((key, at) => key - (b.keys[at] ?? 0)).find((difference) => difference !== 0) ?? 0)
      .map(({ match: { currency, retired, isUnrated } }) => ({
        currency,
        ...(retired && { retired }),
        ...(isUnrated && { isUnrated }),
      }));
  }

  /** The matching currencies, each once with its best rank, in the order of the options. */
  #ranked(wanted: string, recent: ReadonlyMap<string, number>): RankedMatch[] {
    if (wanted === '') {
      const { currencies } = this.#options;
      const hasSubUnit = [...recent.keys()].some((code) => subUnits.has(code));
      const listed = hasSubUnit
        ? this.#entries.map(({ currency }) => currency).filter(({ code }) => recent.has(code))
        : [];
      return [...new Set([...currencies, ...listed])].map((currency) => ({ currency, rank: Rank.within }));
    }
    const matches = bestOf(this.#entries, (entry) => rankOf(entry, wanted));
    const isWord = wanted.length >= MIN_SLIP;
    return matches.length > 0 || !isWord ? matches : bestOf(this.#entries, (entry) => rankWithSlip(entry, wanted));
  }

  /** The search terms are computed on first use, because that takes tens of milliseconds. */
  get #entries(): readonly SearchEntry[] {
    return (this.#computed ??= searchEntries(this.#options));
  }
}

interface RankedMatch extends Match {
  readonly rank: number;
}

function bestOf(
  entries: readonly SearchEntry[],
  rankOfEntry: (entry: SearchEntry) => number | undefined,
): RankedMatch[] {
  const best = new Map<string, RankedMatch>();
  for (const entry of entries) {
    const { currency, retired, isUnrated } = entry;
    const rank = rankOfEntry(entry);
    const known = best.get(currency.code);
    if (rank === undefined || (known && known.rank < rank)) continue;
    // Several retired currencies with the same successor and the same name, such as the francs, are all explained.
    const isSame = known?.rank === rank;
    if (isSame && known.retired === undefined) continue;
    const replaced = [...(isSame ? (known.retired ?? []) : []), ...(retired ? [retired] : [])];
    best.set(currency.code, {
      ...{ currency, rank },
      ...(replaced.length > 0 && { retired: replaced }),
      ...(isUnrated && { isUnrated }),
    });
  }
  return [...best.values()];
}

function rankOf({ terms, retired }: SearchEntry, wanted: string): number | undefined {
  const { code, symbol, type, names, countries } = terms;
  if (code === wanted) return Rank.code;
  if (symbol === wanted) return Rank.symbol;
  if (names.includes(wanted)) return Rank.name;
  if (retired) {
    const isPart = code.startsWith(wanted) || names.some((name) => hasWord(name, wanted));
    return wanted.length >= MIN_RETIRED && isPart ? Rank.retired : undefined;
  }
  if (countries.includes(wanted)) return Rank.country;
  if (code.startsWith(wanted)) return Rank.codeBegins;
  if (names.some((name) => name.startsWith(wanted))) return Rank.nameBegins;
  if (type === wanted || names.some((name) => hasWord(name, wanted))) return Rank.nameHasWord;
  if (countries.some((name) => hasWord(name, wanted))) return Rank.countryHasWord;
  return symbol.includes(wanted) || names.some((name) => name.includes(wanted)) ? Rank.within : undefined;
}

/** The rank of a currency whose name, or a word of it, differs from the text by one slip. */
function rankWithSlip({ terms: { names, countries } }: SearchEntry, wanted: string): number | undefined {
  const hasSlip = (name: string) =>
    hasOneSlip(name, wanted) || name.split(' ').some((word) => word.length >= MIN_SLIP && hasOneSlip(word, wanted));
  if (names.some((name) => hasOneSlip(name, wanted))) return Rank.name;
  if (names.some(hasSlip)) return Rank.nameHasWord;
  return countries.some(hasSlip) ? Rank.countryHasWord : undefined;
}

/** Whether a word of a name starts with the text. */
function hasWord(name: string, wanted: string): boolean {
  return name.startsWith(wanted) || name.includes(` ${wanted}`);
}
