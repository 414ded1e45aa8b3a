import { dateOfDay, dayNumber, type IsoDate } from '../../../money/calendar.ts';
import type { Coverage } from '../../../money/coverage.ts';
import type { Bank, BankTable } from '../../../sources/bank.ts';
import type { DayRates, WithheldRates } from '../../../archive/day-rates.ts';
import type { TableWithheld, Withheld } from '../../../archive/official-rates.schema.ts';
import { lastDayOfYear, type OfficialPastDay, type OfficialYear } from './official-year.ts';

/*
 * Which of a bank's rates count on a date. The Pages Function and the client share these rules.
 */

export interface ReadableTable extends Pick<BankTable, 'daysBack'> {
  /** The table's first and last day; undefined if it has none. */
  readonly reach: Coverage | undefined;
  readonly readYear: (year: string) => OfficialYear | Promise<OfficialYear>;
  /** What waits, because it's in doubt, ascending by date. */
  readonly withheld: readonly TableWithheld[];
}

/** The rates that a request asks for. */
export interface AskedRates {
  /** The latest day whose rates count. */
  readonly date: IsoDate;
  /** The last day of which a rate that waits is named. It's after `date` if the newest rates are asked for. */
  readonly until: IsoDate;
  /** The currencies that the request needs. */
  readonly codes: readonly string[];
}

/**
 * The first table's last day up to a date. The further tables' currencies have their last rates up to that day.
 * Undefined if the first table has no such day. If a day lacks a requested currency whose rate waits, an earlier day
 * counts. So only requests for this currency get the rates of an earlier day.
 */
export async function bankDay(
  bank: Pick<Bank, 'base'>,
  [first, ...further]: readonly ReadableTable[],
  asked: AskedRates,
) {
  const day = first && (await lastDayOfTable(first, asked));
  if (!day) return undefined;
  const others: (OfficialPastDay | undefined)[] = [];
  for (const table of further) others.push(await lastDayOfTable(table, { ...asked, date: day.date }));
  const withheld = [
    withheldAfter(first, day, asked),
    ...further.map((table, at) => withheldAfter(table, others[at], asked)),
  ];
  return { ...mergedDay(bank, [day, ...others]), withheld: mergedLists(withheld) };
}

/** A table's last day up to a date. In early January, that day may be in the previous year's file. */
async function lastDayOfTable(
  { daysBack, reach, readYear, withheld }: ReadableTable,
  { date, codes }: AskedRates,
): Promise<OfficialPastDay | undefined> {
  if (!reach) return undefined;
  const skipped = new Set(withheld.flatMap(({ date, code }) => (code !== null && codes.includes(code) ? [date] : [])));
  const { first, last } = reach;
  const earliest = dateOfDay(dayNumber(date) - daysBack);
  const until = date < last ? date : last;
  const endOfYearBefore = `${earliest.slice(0, 4)}-12-31` as IsoDate;
  for (const upTo of until > endOfYearBefore ? [until, endOfYearBefore] : [until]) {
    const day = upTo >= first ? lastDayOfYear(await readYear(upTo.slice(0, 'YYYY'.length)), upTo, skipped) : undefined;
    if (day && day.date >= earliest) return day;
  }
  return undefined;
}

/**
 * What waits of a table since its day, by code. If a whole day waits, the rates of all currencies of the day before it
 * do.
 */
function* withheldAfter(
  { daysBack, withheld }: ReadableTable,
  day: OfficialPastDay | undefined,
  { date, until }: AskedRates,
): Generator<[code: string, waiting: Withheld]> {
  const since = day?.date ?? dateOfDay(dayNumber(date) - daysBack);
  for (const { code, ...waiting } of withheld) {
    if (waiting.date < since || waiting.date > until) continue;
    for (const each of code === null ? (day?.rates.keys() ?? []) : [code]) yield [each, waiting];
  }
}

function mergedLists(lists: readonly Iterable<[code: string, waiting: Withheld]>[]): WithheldRates {
  const merged = new Map<string, Withheld[]>();
  for (const list of lists)
    for (const [code, waiting] of list) merged.set(code, [...(merged.get(code) ?? []), waiting]);
  return new Map([...merged].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * The field that names the numbered tables of a bank that rates are from, in the order of the bank's tables. Empty if the
 * tables have no numbers.
 */
export function referenceOf({ references = new Map() }: Pick<DayRates, 'references'>, codes: readonly string[]) {
  const named = [...references].filter(([code]) => codes.includes(code)).map(([, reference]) => reference);
  return named.length > 0 ? { reference: [...new Set(named)].join(', ') } : {};
}

/** The day of a bank's first table, with the last earlier rates of currencies that only its other tables have. */
function mergedDay(
  { base }: Pick<Bank, 'base'>,
  [table, ...others]: readonly [OfficialPastDay, ...(OfficialPastDay | undefined)[]],
) {
  const { date } = table;
  const rates = new Map([[base, 1]]);
  const [held, references] = [new Map<string, IsoDate>(), new Map<string, string>()];
  for (const day of [table, ...others]) {
    for (const [code, rate] of day?.rates ?? []) {
      if (!day || rates.has(code)) continue;
      rates.set(code, rate);
      if (day.date < date) held.set(code, day.date);
      if (day.reference !== undefined) references.set(code, day.reference);
    }
  }
  const sorted = new Map([...rates].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { date, rates: sorted, held, references };
}
