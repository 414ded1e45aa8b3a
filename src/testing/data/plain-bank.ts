import { dateOfDay, dayNumber, EARLIEST, type IsoDate } from '../../money/calendar.ts';
import type { Reading } from '../servers/fake-banks.ts';
import { type Fraction, fraction, plainMean, rounded } from './plain-fractions.ts';
import { periodOf, type PlainStep } from './plain-periods.ts';

/** A bank as its responses have it, and what a person who reads them must know about the bank. */
export interface PlainBankInput {
  readonly base: string;
  /** Whether a currency's values are in units of the base, rather than in units of the currency. */
  readonly isDirect: (code: string) => boolean;
  /** The bank's tables by date and code. If a currency is in several of them, the first table counts. */
  readonly tables: readonly {
    readonly days: ReadonlyMap<IsoDate, ReadonlyMap<string, Reading>>;
    /** How long a table's last day counts. */
    readonly daysBack: number;
  }[];
  /** The first day of a currency's new unit, by code. From that day on, rates of the old unit don't count. */
  readonly newUnits?: ReadonlyMap<string, string>;
}

export interface PlainRate {
  readonly date: IsoDate;
  readonly rate: number;
}

/**
 * What a site must return about a bank's rates, computed from the bank's responses in the simplest way and without the
 * project's code. Numbers are fractions of whole numbers, so nothing is rounded before the result.
 */
export function plainBank({ base, isDirect, tables, newUnits = new Map() }: PlainBankInput) {
  const [first = expectTable(), ...others] = tables.map(({ days, daysBack }) => {
    return { days, daysBack, dates: [...days.keys()] };
  });
  const dates = first.dates;
  const [firstDate = EARLIEST, lastDate = EARLIEST] = [dates[0], dates.at(-1)];
  const inOthers = others.map((table) => ({ table, spans: spansOf(table.days) }));

  /** A value in units of the base for 1 unit of the currency. */
  const valueOf = (code: string, { top, bottom }: Fraction) =>
    isDirect(code) ? { top, bottom } : { top: bottom, bottom: top };
  /** The values of all currencies on exactly this date. */
  const valuesOn = remembered((date: IsoDate) => {
    const values = new Map<string, Fraction>();
    if (first.days.has(date)) values.set(base, { top: 1n, bottom: 1n });
    for (const { days } of tables) {
      for (const [code, reading] of days.get(date) ?? [])
        if (!values.has(code)) values.set(code, valueOf(code, fraction(reading.value, reading.units)));
    }
    return values;
  });

  /** What counts on a date: the last day of each table. */
  const dayOn = (date: IsoDate) => {
    const last = lastOf(first, date);
    if (date < firstDate || dayNumber(date) > dayNumber(lastDate) + first.daysBack || last === undefined)
      return undefined;
    const values = new Map<string, { date: IsoDate; value: Fraction; reference: string | undefined }>();
    values.set(base, { date: last, value: { top: 1n, bottom: 1n }, reference: undefined });
    for (const table of [first, ...others]) {
      const ofTable = table === first ? last : lastOf(table, last);
      for (const [code, reading] of table.days.get(ofTable ?? EARLIEST) ?? []) {
        const newUnit = newUnits.get(code);
        const isOldUnit = newUnit !== undefined && (ofTable ?? '') < newUnit && newUnit <= date;
        if (values.has(code) || isOldUnit) continue;
        values.set(code, {
          date: ofTable ?? EARLIEST,
          value: valueOf(code, fraction(reading.value, reading.units)),
          reference: reading.reference,
        });
      }
    }
    const heldAmong = (codes: readonly string[]) =>
      Object.fromEntries(
        codes.flatMap((code) => {
          const date = values.get(code)?.date ?? last;
          return date < last ? [[code, date] as const] : [];
        }),
      );
    const referenceOf = (codes: readonly string[]) => {
      const named = new Set(
        [...values].flatMap(([code, { reference = [] }]) => (codes.includes(code) ? reference : [])),
      );
      return named.size > 0 ? { reference: [...named].join(', ') } : {};
    };
    return { values, heldAmong, referenceOf };
  };

  const history = (from: string, to: string, start: IsoDate, end: IsoDate): PlainRate[] => {
    const rates: PlainRate[] = [];
    for (let day = dayNumber(start); day <= dayNumber(end); day++) {
      const values = valuesOn(dateOfDay(day));
      const [ofFrom, ofTo] = [values.get(from), values.get(to)];
      if (ofFrom && ofTo) rates.push({ date: dateOfDay(day), rate: rateOf(ofFrom, ofTo) });
    }
    return rates;
  };

  return {
    firstDate,
    lastDate,
    codes: [
      base,
      ...new Set(tables.flatMap(({ days }) => [...days.values()].flatMap((day) => [...day.keys()]))),
    ].sort(),
    history,
    /** Undefined without a rate. */
    conversion(from: string, to: string, date: IsoDate) {
      const { values, heldAmong, referenceOf } = dayOn(date) ?? {};
      const [ofFrom, ofTo] = [values?.get(from), values?.get(to)];
      if (!ofFrom || !ofTo) return undefined;
      return {
        rate: rateOf(ofFrom.value, ofTo.value),
        rate_as_of: ofFrom.date < ofTo.date ? ofFrom.date : ofTo.date,
        held: heldAmong?.([from, to].sort()),
        ...referenceOf?.([from, to]),
      };
    },
    /** Undefined if the base has no rate. */
    rates(of: string, date: IsoDate) {
      const { values, heldAmong, referenceOf } = dayOn(date) ?? {};
      const ofBase = values?.get(of);
      if (!values || !ofBase) return undefined;
      const codes = [...values.keys()].sort();
      const rates = codes.map((code) => [code, rateOf(ofBase.value, values.get(code)?.value ?? NONE)] as const);
      return {
        rate_as_of: ofBase.date,
        held: heldAmong?.(codes),
        ...referenceOf?.([of, ...codes]),
        rates: Object.fromEntries(rates),
      };
    },
    /** The averages of each month, quarter or year of a range. */
    means(step: PlainStep, from: string, to: string, start: IsoDate, end: IsoDate) {
      const spans = inOthers.map(({ table, spans }) => {
        const ofPair = [spans.get(from), spans.get(to)];
        return { table, isIn: (date: IsoDate) => ofPair.some((span) => span && span[0] <= date && date <= span[1]) };
      });
      return Array.from(
        Map.groupBy(history(from, to, start, end), ({ date }) => periodOf[step](date)),
        ([period, rates]) => {
          const averaged = new Set(rates.map(({ date }) => date));
          let isComplete = true;
          const [begin, last] = boundsOf(step, rates[0]?.date ?? EARLIEST, period);
          for (let day = begin; day <= last; day++) {
            const date = dateOfDay(day);
            const { days } = spans.find(({ isIn }) => isIn(date))?.table ?? first;
            if (date < firstDate || date > lastDate || (days.has(date) && !averaged.has(date))) isComplete = false;
          }
          return {
            date: rates.at(-1)?.date,
            rate: plainMean(rates.map(({ rate }) => rate)),
            days: rates.length,
            first_date: rates[0]?.date,
            complete: isComplete,
          };
        },
      );
    },
  };
}

const NONE: Fraction = { top: 0n, bottom: 0n };

function expectTable(): never {
  throw new Error('A bank has at least one table.');
}

/** The first and the last date of each code. */
function spansOf(days: PlainBankInput['tables'][number]['days']): Map<string, [first: IsoDate, last: IsoDate]> {
  const spans = new Map<string, [first: IsoDate, last: IsoDate]>();
  for (const [date, readings] of days) {
    for (const code of readings.keys()) spans.set(code, [spans.get(code)?.[0] ?? date, date]);
  }
  return spans;
}

/** The table's last date up to a date, unless it's too old. */
function lastOf({ days, daysBack }: PlainBankInput['tables'][number], date: IsoDate): IsoDate | undefined {
  for (let back = 0; back <= daysBack; back++) {
    const earlier = dateOfDay(dayNumber(date) - back);
    if (days.has(earlier)) return earlier;
  }
  return undefined;
}

/** The first and the last day of the period that contains a date. */
function boundsOf(step: PlainStep, date: IsoDate, period: string): [first: number, last: number] {
  let [first, last] = [dayNumber(date), dayNumber(date)];
  while (periodOf[step](dateOfDay(first - 1)) === period) first--;
  while (periodOf[step](dateOfDay(last + 1)) === period) last++;
  return [first, last];
}

/** Units of the currency `to` per 1 unit of `from`, from their values in units of the base. */
function rateOf(from: Fraction, to: Fraction): number {
  return rounded({ top: from.top * to.bottom, bottom: from.bottom * to.top });
}

function remembered<Key, T>(compute: (key: Key) => T): (key: Key) => T {
  const known = new Map<Key, T>();
  return (key) => {
    const result = known.get(key) ?? compute(key);
    known.set(key, result);
    return result;
  };
}
