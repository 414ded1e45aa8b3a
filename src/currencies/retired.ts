import entries from './retired.json' with { type: 'json' };

/** A currency that is no more. */
export interface RetiredCurrency {
  readonly code: string;
  /** The currency that took its place. */
  readonly successor: string;
  /** The day on which it did, `YYYY-MM-DD`. */
  readonly date: string;
  /** So much of the old currency became, */
  readonly amount: number;
  /** so much of the new one. */
  readonly becomes: number;
}

/**
 * The currencies that people still ask for, by code. Dates and codes as Unicode CLDR has them (supplemental/currencyData);
 * Zimbabwe's is that of the law, which ISO followed later. A unit that was replaced more than once stands with its own
 * successor. Who says so stands in retired-sources.json, which the Function does without: it must stay small.
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
