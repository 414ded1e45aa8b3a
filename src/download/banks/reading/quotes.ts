import type { ArchivedDay } from '../../../archive/archive.ts';
import type { BankResponse } from '../../../archive/official-rates.ts';
import { CODE } from '../../../money/currencies/code.ts';
import { type IsoDate, byDate, isDate } from '../../../money/calendar.ts';
import { isPossibleRate } from '../../../money/rates.ts';
import { shifted } from '../../../money/rounding/round.ts';
import { described } from '../../../text/quote.ts';

/** One value in a bank's response. */
export interface Quote {
  /** As the response has it. */
  readonly date: string;
  /** Null if it isn't known which currency an unreadable row is about. Then its whole day is unreadable. */
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
 * Groups the values of a response by day. The order of the values doesn't matter. A value is unreadable if it isn't a
 * rate, or if the response has two different values for it. The other values of its day count. A day is unreadable if it
 * has an unreadable row without a currency, two references, or no readable value.
 *
 * @throws {RangeError} if a date isn't one
 */
export function fileOf(quotes: Iterable<Quote>, base: string): BankResponse {
  const days = new Map<string, Collected>();
  for (const { date, code, value, units = 1, reference } of quotes) {
    let day = days.get(date);
    if (!day && !isDate(date)) throw new RangeError(`a date isn't one: ${described(date)}`);
    if (code !== null && notCurrencies.has(code)) continue;
    if (!day) days.set(date, (day = { rates: new Map(), units: new Map(), unreadable: new Set(), reference }));
    if (day.reference !== reference) day.isUnreadable = true;
    else if (value === null && code !== null) continue;
    else if (code === null || !CODE.test(code) || code === base) day.isUnreadable = true;
    else add(day, code, rateIn(value, units), units);
  }
  const read = [...days].map(([date, day]) => readDay(date as IsoDate, day));
  return {
    days: read.flatMap(({ day }) => day ?? []).sort(byDate),
    unreadable: read.flatMap(({ unreadable }) => unreadable).sort(byDate),
  };
}

/** The values of a day. */
interface Collected {
  readonly rates: Map<string, number>;
  readonly units: Map<string, number>;
  readonly unreadable: Set<string>;
  readonly reference: string | undefined;
  isUnreadable?: boolean;
}

function add(day: Collected, code: string, rate: number | undefined, units: number): void {
  const known = day.rates.get(code);
  const isSame = known === undefined || (known === rate && (day.units.get(code) ?? 1) === units);
  if (rate === undefined || !isSame) {
    day.unreadable.add(code);
    return;
  }
  day.rates.set(code, rate);
  if (units !== 1) day.units.set(code, units);
}

type ReadDay = Pick<BankResponse, 'unreadable'> & { readonly day?: ArchivedDay };

function readDay(date: IsoDate, { rates, units, unreadable, reference, isUnreadable = false }: Collected): ReadDay {
  for (const code of unreadable) {
    rates.delete(code);
    units.delete(code);
  }
  if (isUnreadable || rates.size === 0) return { unreadable: [{ date, code: null }] };
  const codes = [...unreadable].sort();
  return { day: ofDay(date, rates, units, reference), unreadable: codes.map((code) => ({ date, code })) };
}

function ofDay(
  date: IsoDate,
  rates: Collected['rates'],
  units: Collected['units'],
  reference: string | undefined,
): ArchivedDay {
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
