import { EARLIEST, type Instant, type IsoDate } from '../money/calendar.ts';
import type { ArchivedDay } from '../archive/archive.ts';
import type { OfficialRates } from '../archive/official-rates.ts';
import { catalogue, publishedOrder } from '../money/currencies/catalogue.ts';
import { crossRate } from '../money/cross-rate.ts';
import { directionsOf } from '../money/quotation.ts';
import type { Rates } from '../money/rates.ts';
import { roundProduct } from '../money/rounding/exact-rounding.ts';
import { type Bank, newestExpected } from '../sources/bank.ts';
import { bankTables } from '../sources/banks.ts';
import { parityOf } from './parity.ts';

/*
 * If the dataset stops, a day's rates are composed from the official rates of central banks. Each rate is from one bank:
 * its rate of the currency, divided by its rate of USD on the same day. If no bank has the currency, the rate is its
 * official parity times the rate of its anchor. A currency with neither is missing on that day.
 */

/** The days of each table of official rates, by the table's key. */
export type OfficialDays = ReadonlyMap<string, Pick<OfficialRates, 'days'>>;

/** Each rate's origin by code, without USD: the key of a table of official rates, or a peg such as `peg to USD`. */
export type Origins = ReadonlyMap<string, string>;

export interface ComposedDay extends ArchivedDay {
  readonly origins: Origins;
}

/** A table's rates of a day, and its bank's rate of USD on that day. */
interface TableOfDay {
  readonly key: string;
  readonly bank: Bank;
  readonly rates: Rates;
  readonly usd: number;
}

/**
 * The rates of the newest day on which a bank that publishes on business days has a rate of USD.
 *
 * @returns undefined if no bank has a rate of USD
 */
export function composedDay(official: OfficialDays, now: Instant): ComposedDay | undefined {
  const date = newestDate(official, now);
  if (date === undefined) return undefined;
  const tables = tablesOn(official, date);
  const found = new Map<string, number>([['USD', 1]]);
  const origins = new Map<string, string>();
  const rateOf = (code: string): number | undefined => {
    const known = found.get(code);
    if (known !== undefined) return known;
    for (const [origin, rate] of ratesOf(code, tables, rateOf)) {
      found.set(code, rate);
      origins.set(code, origin);
      return rate;
    }
    return undefined;
  };
  const rates = new Map<string, number>();
  for (const code of publishedOrder) {
    const rate = rateOf(code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return { date, rates, origins: inPublishedOrder(origins) };
}

/**
 * The origins of a composed day in the archive. A currency whose bank has changed its rate since then has no origin.
 */
export function originsOf({ date, rates }: ArchivedDay, official: OfficialDays): Origins {
  const tables = tablesOn(official, date);
  const origins = new Map<string, string>();
  for (const [code, archived] of rates) {
    for (const [origin, rate] of ratesOf(code, tables, (anchor) => rates.get(anchor))) {
      if (rate !== archived) continue;
      origins.set(code, origin);
      break;
    }
  }
  return inPublishedOrder(origins);
}

/**
 * A day isn't composed before the hour by which each of the site's banks that publish a business day's rates on that day
 * has published them. Otherwise its rates would change their banks during the day, and begin with those of the bank that
 * knows its rates a day before.
 */
function newestDate(official: OfficialDays, now: Instant): IsoDate | undefined {
  const tables = bankTables.filter(({ table: { key, rhythm, publishedBy } }) => {
    const hasRates = (official.get(key)?.days ?? []).length > 0;
    return rhythm === 'business days' && publishedBy < 24 && hasRates;
  });
  const expected = tables.map(({ table }) => newestExpected(table, now)).sort()[0] ?? EARLIEST;
  const dates = tables.flatMap(({ bank, table }) => {
    const days = official.get(table.key)?.days ?? [];
    const newest = days.findLast(({ date, rates }) => date <= expected && rateIn(bank, rates, 'USD') !== undefined);
    return newest?.date ?? [];
  });
  return dates.sort().at(-1);
}

/**
 * The tables that have rates of a day, in the order of preference. A quarterly table has none: if it has a list of the
 * day, because a rate is amended, most of the list's rates are older.
 */
function tablesOn(official: OfficialDays, date: IsoDate): TableOfDay[] {
  const daily = bankTables.filter(({ table }) => table.rhythm !== 'quarters');
  const found = daily.flatMap(({ bank, table: { key } }) => {
    const day = official.get(key)?.days.findLast((day) => day.date === date);
    return day ? [{ key, bank, rates: day.rates }] : [];
  });
  return found.flatMap((table) => {
    // A bank's further tables lack USD.
    const ofBank = found.filter(({ bank }) => bank === table.bank);
    const usd = ofBank.flatMap(({ bank, rates }) => rateIn(bank, rates, 'USD') ?? [])[0];
    return usd === undefined ? [] : [{ ...table, usd }];
  });
}

function rateIn({ base }: Bank, rates: Rates, code: string): number | undefined {
  return code === base ? 1 : rates.get(code);
}

/** A currency's possible rates per 1 USD on a day with their origins, in the order of preference. */
function* ratesOf(
  code: string,
  tables: readonly TableOfDay[],
  rateOfAnchor: (anchor: string) => number | undefined,
): Generator<[origin: string, rate: number]> {
  if (code === 'USD') return;
  for (const { key, bank, rates, usd } of tables) {
    const rate = rateIn(bank, rates, code);
    if (rate !== undefined) yield [key, crossRate(usd, rate, directionsOf(['USD', code], bank.quotation))];
  }
  const peg = publishableParities.get(code);
  const ofAnchor = peg && rateOfAnchor(peg.anchor);
  if (peg && ofAnchor !== undefined) yield [`peg to ${peg.anchor}`, roundProduct(peg.parity, ofAnchor)];
}

const publishableParities = new Map(
  catalogue.flatMap((entry) => {
    const parity = parityOf(entry);
    return parity?.isPublishable ? [[entry.code, parity] as const] : [];
  }),
);

function inPublishedOrder(origins: Origins): Origins {
  return new Map(
    publishedOrder.flatMap((code) => {
      const origin = origins.get(code);
      return origin === undefined ? [] : [[code, origin] as const];
    }),
  );
}
