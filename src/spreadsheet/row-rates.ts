import type { IsoDate } from '../money/calendar.ts';
import { siteByYear } from '../api/query/site-by-year.ts';
import { answerPair, type PairAnswer } from '../api/query/pair-answer.ts';
import { isLack, type Lack } from '../api/query/lack.ts';
import type { PublishedSite } from '../api/query/site.ts';
import { currencyOf } from '../money/currencies/sub-units.ts';
import { referenceOf } from '../api/query/banks/bank-day.ts';
import type { Bank } from '../sources/bank.ts';
import type { Rule } from '../sources/rules/rule.ts';
import type { Terms } from './terms.ts';

/** A row's rate, or why there is none. */
export type RowRate = FoundRate | { readonly lack: Lack } | { readonly notInForce: Rule };

export interface FoundRate {
  readonly rate: number;
  /** The day of the rate. */
  readonly date: IsoDate;
  /** Undefined for the market. */
  readonly bank: Pick<Bank, 'key' | 'name'> | undefined;
  /** The number of the bank's table, if it has one. */
  readonly reference: string | undefined;
  /** The first later day that waits because its rate is in doubt, and by when that ends; undefined if none waits. */
  readonly waits: { readonly date: string; readonly endsBy: string } | undefined;
}

/** Finds the rates of rows, as `/api/v1/convert` does. @param currencies the currencies of all rows */
export function rowRates(terms: Omit<Terms, 'rounding'>, currencies: Iterable<string>, published: PublishedSite) {
  const { to, source, rule } = terms;
  const codes = [...new Set([...currencies, to].map(currencyOf))];
  const site = siteByYear(published, codes);
  /** By currency and date. */
  const known = new Map<string, Map<string, RowRate>>();

  async function find(from: string, date: IsoDate): Promise<RowRate> {
    if (rule && (date < rule.from || (rule.until !== null && date > rule.until))) return { notInForce: rule };
    const answer = await answerPair({ from, to, date, source: rule?.bank.key ?? source, rule }, site);
    return isLack(answer) ? { lack: answer } : foundIn(answer);
  }

  return async (currency: string, date: IsoDate): Promise<RowRate> => {
    let ofCurrency = known.get(currency);
    if (!ofCurrency) known.set(currency, (ofCurrency = new Map<string, RowRate>()));
    let found = ofCurrency.get(date);
    if (!found) ofCurrency.set(date, (found = await find(currency, date)));
    return found;
  };
}

/** The bank's name, or `market`, with the number of the bank's table. @param name as a page names the source */
export function sourceOf({ bank, reference }: FoundRate, name = bank?.name ?? 'market'): string {
  return reference === undefined ? name : `${name}, ${reference}`;
}

function foundIn(answer: PairAnswer): FoundRate {
  const { rate, asOf, bank, day, from, to, withheld } = answer;
  const { reference } = referenceOf(day, [from, to]);
  const [waits] = [...withheld.values()].flat().sort((one, other) => (one.date < other.date ? -1 : 1));
  return {
    ...{ rate, date: asOf },
    bank: bank && { key: bank.key, name: bank.name },
    reference,
    waits: waits && { date: waits.date, endsBy: waits.ends_by },
  };
}
