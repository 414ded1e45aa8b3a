import type { PublishedSite } from '../api/query/site.ts';
import { MAX_AMOUNT_CHARACTERS } from '../money/amount.ts';
import { minorUnitsOf } from '../money/currencies/minor-units.ts';
import {
  add,
  type Decimal,
  decimalOf,
  multiply,
  parseDecimal,
  printDecimal,
  printShortest,
  roundDecimal,
  zero,
} from '../money/rounding/decimal.ts';
import { present } from '../text/present.ts';
import type { Note } from './note.ts';
import type { Asked, Unread } from './read-rows.ts';
import { type FoundRate, rowRates } from './row-rates.ts';
import type { Rounding, Terms } from './terms.ts';

/** A row's answer. */
export interface ConvertedRow {
  /** The exact product or the rounded one, as a plain decimal text; undefined if the row has no rate. */
  readonly converted: string | undefined;
  readonly found: FoundRate | undefined;
  /** Why the row has no rate, or that a later rate waits. */
  readonly note: Note | undefined;
}

/** What rows add up to. */
export interface Summary {
  readonly rows: number;
  /** The number of rows with a rate. */
  readonly converted: number;
  /** The sum of the converted amounts, as a plain decimal text. */
  readonly sum: string;
}

export interface ConvertedRows {
  readonly rows: readonly ConvertedRow[];
  readonly summary: Summary;
}

/** Number of rows after which the caller may do something else. */
const ROWS_AT_ONCE = 500;

/**
 * Converts rows, each at the rate of its date.
 *
 * @param pause is awaited after some rows, so that a page can show the progress and stays responsive
 * @throws {FileError} if a file of the site can't be read
 */
export async function convertRows(
  asked: readonly (Asked | Unread)[],
  terms: Terms,
  site: PublishedSite,
  pause?: (done: number) => Promise<void>,
): Promise<ConvertedRows> {
  const currencies = new Set(asked.flatMap((row) => ('note' in row ? [] : [row.currency])));
  const rateOf = rowRates(terms, currencies, site);
  const rows: ConvertedRow[] = [];
  let [sum, converted] = [zero, 0];
  for (const row of asked) {
    if (pause && rows.length % ROWS_AT_ONCE === 0) await pause(rows.length);
    const answer = 'note' in row ? none({ note: row.note }) : await convertRow(row, terms, rateOf);
    rows.push(answer);
    if (answer.converted === undefined) continue;
    converted++;
    sum = add(sum, present(parseDecimal(answer.converted), 'number'));
  }
  const printed = terms.rounding === 'none' ? printShortest(sum) : printDecimal(sum);
  return { rows, summary: { rows: rows.length, converted, sum: printed } };
}

function none(note: Note): ConvertedRow {
  return { converted: undefined, found: undefined, note };
}

async function convertRow(
  { date, amount, currency }: Asked,
  { to, rounding }: Terms,
  rateOf: ReturnType<typeof rowRates>,
): Promise<ConvertedRow> {
  const decimal = amount.length > MAX_AMOUNT_CHARACTERS ? undefined : parseDecimal(amount);
  if (!decimal) return none({ note: 'unread_amount' });
  const found = await rateOf(currency, date);
  if ('lack' in found) return none({ note: 'no_rate', lack: found.lack });
  if ('notInForce' in found) return none({ note: 'rule_not_in_force', rule: found.notInForce });
  const exact = multiply(decimal, decimalOf(found.rate));
  const note: Note | undefined = found.waits && { note: 'waits', ...found.waits };
  return { converted: printed(exact, to, rounding), found, note };
}

function printed(exact: Decimal, to: string, rounding: Rounding): string {
  const places = rounding === 'none' ? undefined : minorUnitsOf(to);
  if (places === undefined) return printShortest(exact);
  return printDecimal(roundDecimal(exact, places, rounding === 'half-up'));
}
