import entries from './data/retired.json' with { type: 'json' };

/** A retired currency. */
export interface RetiredCurrency {
  readonly code: string;
  /** Code of the currency that replaced `code`. */
  readonly successor: string;
  /** The day of the replacement, `YYYY-MM-DD`. */
  readonly date: string;
  /** Units of this currency that were exchanged for `becomes` units of the successor. */
  readonly amount: number;
  /** Units of the successor that replaced `amount` units of this currency. */
  readonly becomes: number;
}

/**
 * Retired currencies that people still request, by code. Dates and codes come from Unicode CLDR
 * (supplemental/currencyData), except that Zimbabwe's date is from the law, because ISO 4217 followed later. Each
 * successor is still in use. Sources are in retired-sources.json to keep the Function small.
 */
export const retiredCurrencies: ReadonlyMap<string, RetiredCurrency> = new Map(
  (entries as Row[]).map(([code, successor, date, amount, becomes]) => [
    code,
    { code, successor, date, amount, becomes },
  ]),
);

type Row = [code: string, successor: string, date: string, amount: number, becomes: number];

/** `HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK` */
export function successorInWords({ code, successor, date, amount, becomes }: RetiredCurrency): string {
  const [old, now] = [`${amount} ${code}`, `${becomes} ${successor}`];
  return `${code} was replaced by ${successor} on ${date}, ${becomes === 1 ? `${now} = ${old}` : `${old} = ${now}`}`;
}
