import type { IsoDate } from '../calendar.ts';
import knownFaultEntries from './data/known-faults.json' with { type: 'json' };
import pegEntries from './data/pegs.json' with { type: 'json' };
import redenominationEntries from './data/redenominations.json' with { type: 'json' };
import retiredEntries from './data/retired.json' with { type: 'json' };
import retiredSourceEntries from './data/retired-sources.json' with { type: 'json' };
import severalRatesEntries from './data/several-rates.json' with { type: 'json' };
import type { Citation } from './citation.ts';
import type { KnownFault, Peg, Redenomination, SeveralRates } from './facts.schema.ts';

export type { KnownFault, Peg, Redenomination, SeveralRates };

/*
 * Facts about currencies, each with its sources, the best source first. Dates are `YYYY-MM-DD`. Each list is marked as
 * pure, so that a bundle contains only the lists that it uses.
 */

/**
 * The catalogue's currencies that are tied to a single other currency, officially or in practice, by code. Currencies
 * that follow a basket (KWD, LYD, MAD, …) or crawl (HNL, VND) aren't included. Parities come from the authority, not
 * from a market or the dataset.
 */
export const pegs = /* @__PURE__ */ byCode(pegEntries as readonly Peg[]);

export interface RetiredCurrency {
  readonly code: string;
  readonly successor: string;
  readonly date: IsoDate;
  /** Units of this currency that were exchanged for `becomes` units of the successor. */
  readonly amount: number;
  /** Units of the successor that replaced `amount` units of this currency. */
  readonly becomes: number;
}

/**
 * Retired currencies that people still request, by code. Dates and codes come from Unicode CLDR
 * (supplemental/currencyData), except that Zimbabwe's date is from the law, because ISO 4217 followed later. Each
 * successor is still in use. Sources are in a separate list to keep the Function small.
 */
export const retiredCurrencies: ReadonlyMap<string, RetiredCurrency> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ (retiredEntries as RetiredRow[]).map(([code, successor, date, amount, becomes]) => [
    code,
    { code, successor, date, amount, becomes },
  ]),
);

type RetiredRow = [code: string, successor: string, date: IsoDate, amount: number, becomes: number];

export const retiredSources: ReadonlyMap<string, readonly Citation[]> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ (retiredSourceEntries as RetiredSources[]).flatMap(({ codes, sources }) =>
    codes.map((code) => [code, sources]),
  ),
);

interface RetiredSources {
  readonly codes: readonly string[];
  readonly sources: readonly Citation[];
}

/**
 * The redenominations since 2000 among the catalogue's currencies, by code. If a redenomination changed the code (SLL →
 * SLE, MRO → MRU, …), it's among the retired currencies instead.
 */
export const redenominations = /* @__PURE__ */ byCode(redenominationEntries as readonly Redenomination[]);

/**
 * The currencies whose official rate and market rate are far apart, by code. The figures are examples of one day and
 * aren't used for conversions. To find out which rate the dataset has, its days since March 2024 were compared with the
 * figures.
 */
export const severalRates = /* @__PURE__ */ byCode(severalRatesEntries as readonly SeveralRates[]);

/** Wrong values that lasted so long that validation would accept them as a new level. */
export const knownFaults = knownFaultEntries as readonly KnownFault[];

function byCode<T extends { readonly code: string }>(entries: readonly T[]): ReadonlyMap<string, T> {
  return new Map(entries.map((entry) => [entry.code, entry]));
}

/** `HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK` */
export function successorInWords({ code, successor, date, amount, becomes }: RetiredCurrency): string {
  const [old, now] = [`${amount} ${code}`, `${becomes} ${successor}`];
  return `${code} was replaced by ${successor} on ${date}, ${becomes === 1 ? `${now} = ${old}` : `${old} = ${now}`}`;
}
