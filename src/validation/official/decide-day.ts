import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { areEqual, type ArchivedDay } from '../../archive/archive.ts';
import { maxPause } from '../../sources/bank.ts';
import { contradictedCodes } from './contradiction.ts';
import type { Doubt, Doubts } from './doubts.ts';
import type { DaysByDate } from './nearest.ts';
import { isImplausible, type Surroundings } from './official-moves.ts';

/*
 * A day of a bank's file is taken over value by value. A value in doubt waits, and the others of its day are published
 * at once. If many values of a day are in doubt, the others may be wrong as well, so the whole day waits.
 */

/** If more values of a day are in doubt, the whole day waits. Errors of single values rarely come in such numbers. */
const MAX_DOUBTED_VALUES = 3;
/** If a larger share of a day's values is in doubt, the whole day waits. It's for days with few currencies. */
const MAX_DOUBTED_SHARE = 1 / 5;
/**
 * If a new day lacks more currencies of the day before, and a larger share of them, it waits. Banks stop quoting single
 * currencies. But a response that is cut off, or made while the bank still publishes, lacks many.
 */
const MAX_LACKING = 3;
const MAX_LACKING_SHARE = 1 / 10;

/** A day of a bank's file, with what is archived of it. */
export interface DayToDecide {
  readonly row: ArchivedDay;
  /** Currencies that have no readable value in the file. If one is archived, the row has the archived value. */
  readonly unreadable: ReadonlySet<string>;
  /** Undefined if the day isn't archived. */
  readonly archived: ArchivedDay | undefined;
  /** Whether the day is one of the newest, which the bank may still be publishing. */
  readonly isNew: boolean;
  /** Whether an unreadable value still waits for its repair. */
  readonly isFresh: (doubt: Doubt) => boolean;
}

/** The day to archive; undefined if the whole day waits. Adds the doubts that last. */
export function decideDay(
  day: DayToDecide,
  doubts: Pick<Doubts, 'add' | 'isOver' | 'lasts'>,
  surroundings: Surroundings,
): ArchivedDay | undefined {
  const { row, unreadable, archived, isNew } = day;
  const { date } = row;
  const waiting = valuesInDoubt(day, surroundings).filter((doubt) => !doubts.isOver(doubt));
  const isIncomplete =
    isNew &&
    lacksMany(row, unreadable, surroundings) &&
    doubts.lasts({ date, reason: 'incomplete', code: null, value: null });
  const [first] = waiting;
  const size = new Set([...row.rates.keys(), ...unreadable, ...(archived?.rates.keys() ?? [])]).size;
  if (first && (waiting.length > MAX_DOUBTED_VALUES || waiting.length > size * MAX_DOUBTED_SHARE)) {
    const { code, value } = first;
    if (doubts.lasts({ date, reason: 'many_values', code, value })) return archived;
    return isIncomplete ? undefined : row;
  }
  doubts.add(...waiting);
  if (isIncomplete) return undefined;
  return withArchived(row, archived, new Set(waiting.map(({ code }) => code ?? '')));
}

/** The doubts about single values, in the order of their codes. A value that is archived already isn't in doubt. */
function valuesInDoubt({ row, unreadable, archived, isFresh }: DayToDecide, surroundings: Surroundings): Doubt[] {
  const { date, rates } = row;
  const changed = [...rates.keys()].filter((code) => rates.get(code) !== archived?.rates.get(code));
  const contradicted = new Set(contradictedCodes(row, changed, surroundings));
  const lost = [...(archived?.rates.keys() ?? [])].filter((code) => !rates.has(code));
  const codes = [...new Set([...changed, ...lost, ...unreadable])].sort();
  return codes.flatMap((code) => {
    const value = rates.get(code);
    const doubt = (reason: Doubt['reason']): Doubt => ({ date, reason, code, value: value ?? null });
    if (unreadable.has(code)) {
      const unread: Doubt = { date, reason: 'unreadable', code, value: null };
      return isFresh(unread) ? [unread] : [];
    }
    if (value === undefined) return [doubt('absent')];
    if (isImplausible(code, value, row, surroundings)) return [doubt('implausible')];
    return contradicted.has(code) ? [doubt('contradicted')] : [];
  });
}

/** Whether a day lacks many currencies of the last archived day before it. */
function lacksMany({ date, rates }: ArchivedDay, unreadable: ReadonlySet<string>, { table, archive }: Surroundings) {
  const before = lastBefore(date, archive, maxPause(table));
  if (!before) return false;
  const lacking = [...before.rates.keys()].filter((code) => !rates.has(code) && !unreadable.has(code));
  return lacking.length > Math.max(MAX_LACKING, before.rates.size * MAX_LACKING_SHARE);
}

function lastBefore(date: string, archive: DaysByDate, most: number): ArchivedDay | undefined {
  for (let back = 1; back <= most; back++) {
    const day = archive.get(dateOfDay(dayNumber(date) - back));
    if (day) return day;
  }
  return undefined;
}

/** A row with the archived values, if there are any, in place of some of its values. */
export function withArchived(
  row: ArchivedDay,
  archived: ArchivedDay | undefined,
  codes: ReadonlySet<string>,
): ArchivedDay {
  if (codes.size === 0) return row;
  const mixed = <Value>(own: ReadonlyMap<string, Value> = new Map(), other: ReadonlyMap<string, Value> = new Map()) => {
    const entries = [
      ...[...own].filter(([code]) => !codes.has(code)),
      ...[...other].filter(([code]) => codes.has(code)),
    ];
    return new Map(entries.sort(([one], [another]) => (one < another ? -1 : 1)));
  };
  const [rates, units] = [mixed(row.rates, archived?.rates), mixed(row.units, archived?.units)];
  const { date, reference } = row;
  return { date, rates, ...(units.size > 0 && { units }), ...(reference !== undefined && { reference }) };
}

/** Whether the archive already has a day as it's decided, with the number of its table if that may still change. */
export function isArchived(day: ArchivedDay, archived: ArchivedDay | undefined, mayRenumber: boolean): boolean {
  return !!archived && areEqual(archived.rates, day.rates) && (archived.reference === day.reference || !mayRenumber);
}
