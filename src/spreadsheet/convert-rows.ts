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
import type { Terms } from './terms.ts';

/** A row's answer. */
export interface ConvertedRow {
  /**
   * Each converted amount, exact or rounded, as a plain decimal text; undefined for an empty cell. The list is empty if the
   * row has no rate.
   */
  readonly converted: readonly (string | undefined)[];
  readonly found: FoundRate | undefined;
  /** Why the row has no rate, or that a later rate waits. */
  readonly note: Note | undefined;
}

/** What rows add up to. */
export interface Summary {
  readonly rows: number;
  /** The number of rows with a rate. */
  readonly converted: number;
  /** The sum of the converted amounts of each column, as a plain decimal text. */
  readonly sums: readonly string[];
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
  const sums = Array.from(asked.find((row) => 'amounts' in row)?.amounts ?? [undefined], () => zero);
  let converted = 0;
  for (const row of asked) {
    if (pause && rows.length % ROWS_AT_ONCE === 0) await pause(rows.length);
    const answer = 'note' in row ? none({ note: row.note }) : await convertRow(row, terms, rateOf);
    rows.push(answer);
    if (answer.found) converted++;
    for (const [column, amount] of answer.converted.entries())
      if (amount !== undefined)
        sums[column] = add(present(sums[column], 'sum'), present(parseDecimal(amount), 'number'));
  }
  const print = terms.rounding === 'none' ? printShortest : printDecimal;
  return { rows, summary: { rows: rows.length, converted, sums: sums.map(print) } };
}

function none(note: Note): ConvertedRow {
  return { converted: [], found: undefined, note };
}

async function convertRow(
  { date, amounts, currency }: Asked,
  terms: Terms,
  rateOf: ReturnType<typeof rowRates>,
): Promise<ConvertedRow> {
  const decimals = amounts.map((amount) => (amount === undefined ? undefined : decimalIn(amount)));
  if (decimals.includes(null)) return none({ note: 'unread_amount' });
  const found = await rateOf(currency, date);
  if ('lack' in found) return none({ note: 'no_rate', lack: found.lack });
  if ('notInForce' in found) return none({ note: 'rule_not_in_force', rule: found.notInForce });
  const rate = decimalOf(found.rate);
  const converted = decimals.map((decimal) => decimal && printed(multiply(decimal, rate), terms));
  return {
    converted: converted.map((text) => text ?? undefined),
    found,
    note: found.waits && { note: 'waits', ...found.waits },
  };
}

/** Null if a text isn't a number that the API accepts. */
function decimalIn(amount: string): Decimal | null {
  return (amount.length > MAX_AMOUNT_CHARACTERS ? undefined : parseDecimal(amount)) ?? null;
}

function printed(exact: Decimal, { to, rounding, rule }: Terms): string {
  if (rounding === 'none') return printShortest(exact);
  if (rounding === 'rule') {
    const { places, direction } = present(rule?.rounding ?? undefined, 'rounding of the rule');
    return printDecimal(roundDecimal(exact, places, direction));
  }
  const places = minorUnitsOf(to);
  return places === undefined ? printShortest(exact) : printDecimal(roundDecimal(exact, places, rounding));
}
