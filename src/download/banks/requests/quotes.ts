import type { ArchivedDay } from '../../../archive/archive.ts';
import type { BankResponse } from '../../../archive/official-rates.ts';
import { CODE } from '../../../money/currencies/code.ts';
import { byDate, isDate } from '../../../money/calendar.ts';
import { isPossibleRate } from '../../../money/rates.ts';
import { shifted } from '../../../money/round.ts';
import { described } from '../../../text/describe.ts';

/** One value in a bank's response. */
export interface Quote {
  readonly date: string;
  /** Null if a row of the response is unreadable, so that its whole day is. */
  readonly code: string | null;
  /** The value as the response has it; null if the response says that the bank has none. */
  readonly value: string | number | null;
  /** The number of units that the value is for. */
  readonly units?: number;
  readonly reference?: string;
}

/** Codes in banks' responses that aren't currencies in circulation: special drawing rights and metals. */
const notCurrencies = new Set(['XDR', 'XAU', 'XAG', 'XPT', 'XPD']);

/**
 * Groups the values of a response by day. The order of the values doesn't matter. A day is unreadable if one of its
 * values isn't a rate, or if the response has two different values or references for it.
 *
 * @throws {RangeError} if a date isn't one
 */
export function fileOf(quotes: Iterable<Quote>, base: string): BankResponse {
  const days = new Map<string, Collected>();
  const unreadable = new Map<string, string | null>();
  for (const { date, code, value, units = 1, reference } of quotes) {
    if (!isDate(date)) throw new RangeError(`a date isn't one: ${described(date)}`);
    if (code !== null && notCurrencies.has(code)) continue;
    let day = days.get(date);
    if (!day) days.set(date, (day = { rates: new Map(), units: new Map(), reference }));
    const isOfTable = day.reference === reference;
    if (value === null && code !== null && isOfTable) continue;
    const rate = code !== null && CODE.test(code) && code !== base ? rateIn(value, units) : undefined;
    const isKnown = code !== null && day.rates.has(code);
    const isSame = !isKnown || (day.rates.get(code) === rate && (day.units.get(code) ?? 1) === units);
    if (code === null || rate === undefined || !isSame || !isOfTable) {
      // Two different codes count as a whole day, because which of them came first doesn't matter.
      const badCode = isOfTable && CODE.test(code ?? '') ? code : null;
      unreadable.set(date, unreadable.has(date) && unreadable.get(date) !== badCode ? null : badCode);
      continue;
    }
    day.rates.set(code, rate);
    if (units !== 1) day.units.set(code, units);
  }
  for (const [date, { rates }] of days) if (rates.size === 0 && !unreadable.has(date)) unreadable.set(date, null);
  return {
    days: Array.from(days, ([date, day]) => ofDay(date, day))
      .filter(({ date }) => !unreadable.has(date))
      .sort(byDate),
    unreadable: Array.from(unreadable, ([date, code]) => ({ date, code })).sort(byDate),
  };
}

/** The values of a day. */
interface Collected {
  readonly rates: Map<string, number>;
  readonly units: Map<string, number>;
  readonly reference: string | undefined;
}

function ofDay(date: string, { rates, units, reference }: Collected): ArchivedDay {
  const sorted = new Map([...rates].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { date, rates: sorted, ...(units.size > 0 && { units }), ...(reference !== undefined && { reference }) };
}

/** The rate for 1 unit, with the digits of the value; undefined if the value isn't a rate. */
function rateIn(value: string | number | null, units: number): number | undefined {
  const text = String(value);
  const zeros = String(units).length - 1;
  if (!/^\d{1,12}(\.\d{1,12})?(e-\d\d?)?$/.test(text) || !/^10*$/.test(String(units))) return undefined;
  const rate = shifted(text, -zeros);
  return isPossibleRate(rate) ? rate : undefined;
}
