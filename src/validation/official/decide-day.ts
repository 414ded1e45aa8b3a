import { type IsoDate, dateOfDay, dayNumber } from '../../money/calendar.ts';
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

/** A value that is unreadable, or that no other source confirms. */
export interface Unusable {
  readonly doubt: Doubt;
  /** Whether the day's other values may be wrong as well if there are many such values. */
  readonly isSign: boolean;
}

/** A day of a bank's file, with what is archived of it. */
export interface DayToDecide {
  readonly row: ArchivedDay;
  /** The values of the file that can't be taken over, by code. In their place, the row has the archived value or none. */
  readonly unusable: ReadonlyMap<string, Unusable>;
  /** Undefined if the day isn't archived. */
  readonly archived: ArchivedDay | undefined;
  /** Whether the day is one of the newest, which the bank may still be publishing. */
  readonly isNew: boolean;
  /** Whether an unusable value still waits for its repair, or for another source. */
  readonly isFresh: (doubt: Doubt) => boolean;
}

/** The day to archive; undefined if the whole day waits. Adds the doubts that last. */
export function decideDay(
  day: DayToDecide,
  doubts: Pick<Doubts, 'add' | 'isOver' | 'lasts'>,
  surroundings: Surroundings,
): ArchivedDay | undefined {
  const { row, unusable, archived, isNew } = day;
  const { date } = row;
  const waiting = valuesInDoubt(day, surroundings).filter((doubt) => !doubts.isOver(doubt));
  const isIncomplete =
    isNew &&
    lacksMany(row, unusable, surroundings) &&
    doubts.lasts({ date, reason: 'incomplete', code: null, value: null });
  const [first] = waiting;
  const size = new Set([...row.rates.keys(), ...unusable.keys(), ...(archived?.rates.keys() ?? [])]).size;
  const signs = waiting.filter(({ code }) => unusable.get(code ?? '')?.isSign ?? true);
  if (first && (hasMany(signs.length, size) || row.rates.size === 0)) {
    const isUnconfirmed = waiting.some(({ reason }) => reason === 'unconfirmed');
    const { code, value } = first;
    const doubt: Doubt = isUnconfirmed
      ? { date, reason: 'unconfirmed', code: null, value: null }
      : { date, reason: 'many_values', code, value };
    if (doubts.lasts(doubt)) return archived;
    return isIncomplete ? undefined : row;
  }
  doubts.add(...waiting);
  if (isIncomplete) return undefined;
  return withArchived(row, archived, new Set(waiting.map(({ code }) => code ?? '')));
}

/** Whether too many of a day's values are in doubt to trust the others. */
export function hasMany(doubted: number, all: number): boolean {
  return doubted > MAX_DOUBTED_VALUES || doubted > all * MAX_DOUBTED_SHARE;
}

/** The doubts about single values, in the order of their codes. A value that is archived already isn't in doubt. */
function valuesInDoubt({ row, unusable, archived, isFresh }: DayToDecide, surroundings: Surroundings): Doubt[] {
  const { date, rates } = row;
  const changed = [...rates.keys()].filter((code) => rates.get(code) !== archived?.rates.get(code));
  const contradicted = new Set(contradictedCodes(row, changed, surroundings));
  const lost = [...(archived?.rates.keys() ?? [])].filter((code) => !rates.has(code));
  const codes = [...new Set([...changed, ...lost, ...unusable.keys()])].sort();
  return codes.flatMap((code) => {
    const value = rates.get(code);
    const doubt = (reason: Doubt['reason']): Doubt => ({ date, reason, code, value: value ?? null });
    const known = unusable.get(code);
    if (known) return isFresh(known.doubt) ? [known.doubt] : [];
    if (value === undefined) return [doubt('absent')];
    if (isImplausible(code, value, row, surroundings)) return [doubt('implausible')];
    return contradicted.has(code) ? [doubt('contradicted')] : [];
  });
}

/** Whether a day lacks many currencies of the last archived day before it. */
function lacksMany(
  { date, rates }: ArchivedDay,
  unusable: DayToDecide['unusable'],
  { table, archive }: Surroundings,
): boolean {
  const before = lastBefore(date, archive, maxPause(table));
  if (!before) return false;
  const lacking = [...before.rates.keys()].filter((code) => !rates.has(code) && !unusable.has(code));
  return lacking.length > Math.max(MAX_LACKING, before.rates.size * MAX_LACKING_SHARE);
}

function lastBefore(date: IsoDate, archive: DaysByDate, most: number): ArchivedDay | undefined {
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
