import { z } from 'zod';
import { codeSchema, type Currency, currencySchema } from './currency.schema.ts';
import entries from './data/catalogue.json' with { type: 'json' };
import { currencyNameIn } from './names/currency-name.ts';
import { flagOf, symbolOf } from './names/names.ts';
import { pegs } from './facts.ts';
import { metals } from './metals.ts';

/** A currency as the API lists it, with two properties for validation and synthetic series. */
export interface CatalogueEntry extends Currency {
  /** Code of the single currency that this currency is tied to, officially or in practice; null if there is none. */
  readonly peg: string | null;
  readonly volatility: VolatilityClass;
}

/**
 * How much a currency moves from one day to the next. `numeraire` is USD itself. `peg` is a currency, and `stablecoin`
 * a crypto asset, that is tied to another currency. `crypto` is any other crypto asset, and `metal` a metal. `major` is
 * any other currency among the 20 most traded, and `minor` any other currency.
 */
export type VolatilityClass = 'numeraire' | 'peg' | 'stablecoin' | 'major' | 'minor' | 'crypto' | 'metal';

/**
 * catalogue.json lists every supported currency by rank, with the most traded currency first:
 * 1. currencies in the BIS Triennial Central Bank Survey of April 2022, by turnover of OTC foreign exchange, then CNH,
 *    whose turnover the survey counts as CNY;
 * 2. crypto assets, by market capitalization (November 2025);
 * 3. other currencies, by the GDP of the territories where they are legal tender (Unicode CLDR, territoryInfo).
 * An entry has `symbol` only if Unicode CLDR doesn't have the symbol. The metals come last.
 */
const entriesSchema = z.array(
  z.strictObject({
    code: codeSchema,
    type: currencySchema.shape.type,
    symbol: z.string().optional(),
  }),
);

const MAJOR_RANKS = 20;

/** Every supported currency, the most traded first. */
export const catalogue: readonly CatalogueEntry[] = [...entriesSchema.parse(entries), ...metals].map(
  ({ code, type, symbol }, rank) => {
    const peg = pegs.get(code)?.anchor ?? null;
    return {
      code,
      name: nameOf(code),
      symbol: symbol ?? symbolOf(code),
      flag: flagOf(code, type),
      type,
      peg,
      volatility: volatilityOf(code, type, peg, rank),
    };
  },
);

/** @throws {Error} if CLDR has no name. Add a name to names.json. */
function nameOf(code: string): string {
  const name = currencyNameIn('en', code);
  if (name === undefined) throw new Error(`CLDR has no name for ${code}. Add one to names.json.`);
  return name;
}

function volatilityOf(code: string, type: Currency['type'], peg: string | null, rank: number): VolatilityClass {
  if (code === 'USD') return 'numeraire';
  if (peg !== null) return type === 'crypto' ? 'stablecoin' : 'peg';
  if (type !== 'fiat') return type;
  return rank < MAJOR_RANKS ? 'major' : 'minor';
}

/** The order of currencies in every list and map: fiat by code, then crypto by code, then, where listed, metals by code. */
export function byPublishedOrder(a: Currency, b: Currency): number {
  if (a.type !== b.type) return types.indexOf(a.type) - types.indexOf(b.type);
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0;
}

const types = currencySchema.shape.type.options;

export const publishedOrder: readonly string[] = catalogue.toSorted(byPublishedOrder).map(({ code }) => code);
