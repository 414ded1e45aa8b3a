import type { Currency } from '../currencies/currency.ts';
import { crossRate } from '../rates/cross-rate.ts';
import { round } from '../rates/round.ts';

/** The amounts that a pair's conversion table lists. */
export const tableAmounts = [1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10000] as const;

export interface PairDetailInput {
  readonly from: Currency;
  readonly to: Currency;
  /** Units of `from` per 1 USD. */
  readonly fromRate: number;
  /** Units of `to` per 1 USD. */
  readonly toRate: number;
  readonly timestamp: string;
}

const rowHeads = tableAmounts.map((amount) => `{"amount":${amount},"converted":`);

/** What a detail says of a currency, as text: it never changes. */
const parties = new WeakMap<Currency, string>();

/** Prints a pair's detail as it is published: what `serialize` makes of `buildPairDetail`, in half of the time. */
export function printPairDetail({ from, to, fromRate, toRate, timestamp }: PairDetailInput): string {
  const rate = crossRate(fromRate, toRate);
  // From the published rate, so that a reader who multiplies gets the same.
  const rows = tableAmounts.map((amount, index) => `${rowHeads[index] ?? ''}${round(amount * rate)}}`);
  return (
    `{"success":true,"from":${partyOf(from)},"to":${partyOf(to)},"rate":${rate},` +
    `"inverse_rate":${crossRate(toRate, fromRate)},"table":[${rows.join(',')}],"timestamp":${JSON.stringify(timestamp)}}\n`
  );
}

function partyOf(currency: Currency): string {
  let party = parties.get(currency);
  if (party === undefined) {
    const { code, name, symbol } = currency;
    parties.set(currency, (party = JSON.stringify({ code, name, symbol })));
  }
  return party;
}
