import {
  byDate,
  dateAt,
  dateOfDay,
  dayNumber,
  EARLIEST,
  type Instant,
  isInSpan,
  type IsoDate,
} from '../../money/calendar.ts';
import { present } from '../../text/present.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { changesOf, changesOfDays } from '../../archive/corrections.ts';
import { unconfirmedValues } from './confirmation.ts';
import { decideDay, isArchived, type Unusable, withArchived } from './decide-day.ts';
import { type Doubt, Doubts } from './doubts.ts';
import type { MarketRates } from './market-rates.ts';
import type { OtherBanks } from './other-banks.ts';
import { type BankResponse, noProblem, type OfficialRates } from '../../archive/official-rates.ts';
import {
  type Bank,
  type BankTable,
  canHaveRates,
  lastPossibleDay,
  maxPause,
  needsConfirmation,
} from '../../sources/bank.ts';

/*
 * The rules by which a bank's file changes the archived official rates. A file may be damaged in any way, and the bank
 * may correct its past. Each new value is either archived at once or in doubt. While a value is in doubt, the archive
 * keeps its earlier value, or has none. The doubt ends if the bank's files have the same value for some days, or another
 * value.
 */

export interface Circumstances {
  readonly bank: Bank;
  readonly table: BankTable;
  /** The first and the last day that the bank was asked for, `YYYY-MM-DD`. */
  readonly asked: readonly [first: IsoDate, last: IsoDate];
  readonly now: Instant;
  /** The market dataset's rates, which can confirm a value or contradict it. */
  readonly market: MarketRates;
  /** The other banks' rates, one of which, or the market, must confirm a value that comes over http. */
  readonly otherBanks: OtherBanks;
  /**
   * Whether another of the bank's responses of this run is refused. Then this file may be damaged as well, so it only
   * adds days, and published days stay as they are.
   */
  readonly isDistrusted: boolean;
}

/**
 * A day that is at most this much older than the newest archived day is recent, and so is a value that changed at most
 * this long ago. A bank that has published wrong values may correct all of them, so changes of recent values aren't
 * counted. Damage that is repaired within ten days stays recent.
 */
const RECENT_DAYS = 14;
/**
 * An unreadable or unconfirmed value waits for this number of days after its own day. An unreadable value also waits when
 * its day is requested for the first time. It's one day less than the shortest doubt, because some banks have tomorrow's
 * rates.
 */
const FRESH_DAYS = 12;
/**
 * Maximum number of changes of older values that are taken over at once. A missing day counts once. A bank corrects few
 * old values, but most kinds of damage to a file change thousands.
 */
const MAX_OLD_CHANGES = 10;
/** If more days of a file are in doubt, the whole file is damaged. */
const MAX_DOUBTS = 30;
/** Maximum number of lines in the log of corrections, so that its file fits the host's limit. */
const MAX_CORRECTIONS = 200_000;

/**
 * Takes over a bank's file, which has the days of a range.
 *
 * @returns the official rates from now on; the known rates if the file is older
 * @throws {RangeError} if the whole file is unusable
 */
export function withBankResponse(
  known: OfficialRates,
  file: BankResponse,
  circumstances: Circumstances,
): OfficialRates {
  const { bank, table, asked, now, market, otherBanks, isDistrusted } = circumstances;
  const newest = known.days.at(-1)?.date ?? EARLIEST;
  const isAsked = ({ date }: { readonly date: IsoDate }) => isInSpan(asked, inReach(table, date, now));
  const today = dateAt(now);
  const doubts = new Doubts(known.doubts, today, isAsked);
  const isPossible = ({ date }: { readonly date: IsoDate }) => canHaveRates(table, date, now);
  for (const { date } of [...file.days, ...file.unreadable].filter((day) => !isPossible(day)))
    doubts.add({ date, reason: 'impossible_day', code: null, value: null });
  // A server may have more days than it was asked for. Only the days of the range are complete.
  const isTaken = (day: { readonly date: IsoDate }) => isPossible(day) && isAsked(day);
  for (const date of file.unknownNames ?? [])
    if (isTaken({ date })) doubts.add({ date, reason: 'unknown_name', code: null, value: null });
  const unreadable = file.unreadable.filter(isTaken);
  const isFreshDay = (date: IsoDate) => dayNumber(today) - dayNumber(date) <= FRESH_DAYS;
  const isFirstAsked = (date: IsoDate) => known.asked_from === null || date < known.asked_from;
  const isFresh = (doubt: Doubt) =>
    isFreshDay(doubt.date) || (doubt.reason === 'unreadable' && isFirstAsked(doubt.date)) || doubts.isKnown(doubt);
  /** The days without any readable rate. */
  const unread = new Set(unreadable.flatMap(({ date, code }) => (code === null ? [date] : [])));
  for (const date of unread) {
    const doubt = { date, reason: 'unreadable', code: null, value: null } as const;
    if (isFresh(doubt)) doubts.lasts(doubt);
  }

  const readable = file.days.filter(isTaken);
  const dates = [...readable.map(({ date }) => date), ...unread].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) {
    // No holidays last longer than a pause.
    const isShort = dayNumber(asked[1]) - dayNumber(asked[0]) < maxPause(table);
    // A server may repeat earlier days until it has the first of a new range, such as a new year.
    const isEarlier = ({ date }: { readonly date: IsoDate }) => newest < asked[0] && date < asked[0];
    const hasNone = [...file.days, ...file.unreadable].every(isEarlier);
    if (isShort && hasNone && !known.days.some(isAsked))
      return { ...known, doubts: doubts.aboutOtherDays(), ...noProblem };
    throw new RangeError('has no day on which the bank can have rates');
  }
  if (asked[1] >= newest) {
    // A range may begin after the newest known day.
    if (newest >= asked[0] && first > newest)
      throw new RangeError(`begins on ${first}, after the newest known day, ${newest}`);
    // An older copy, for example from a cache. It doesn't withdraw the days that it doesn't have yet.
    if (last < newest) return { ...known, ...noProblem };
  }

  const archive = byDateOf(known.days);
  const unreadableOn = Map.groupBy(unreadable, ({ date }) => date);
  const unusableIn = (row: ArchivedDay) => {
    const { date } = row;
    const codes = unreadableOn.get(date)?.flatMap(({ code }) => code ?? []) ?? [];
    const unread = codes.map((code): Unusable => {
      return { doubt: { date, reason: 'unreadable', code, value: null }, isSign: true };
    });
    const isPast = isFirstAsked(date) && !isFreshDay(date);
    const unconfirmed = needsConfirmation(bank)
      ? unconfirmedValues(row, archive.get(date), { bank, market, otherBanks }, isPast)
      : [];
    return new Map([...unconfirmed, ...unread].map((each) => [each.doubt.code ?? '', each]));
  };
  const toTake = readable.map((row) => {
    const unusable = unusableIn(row);
    return { row: withArchived(row, archive.get(row.date), new Set(unusable.keys())), unusable };
  });
  const inFile = byDateOf(toTake.map(({ row }) => row));
  const compared = known.days.filter(({ date }) => date >= first && date <= last && !unread.has(date));
  const isRecent = recentOf(known, newest, now);
  const refusal = refusalOf(compared, inFile, isRecent, needsConfirmation(bank));
  const isConfirmed = refusal !== undefined && doubts.isOver(refusal);
  // Nothing else in this file counts, so the other doubts stay as they are.
  if (refusal && !isConfirmed) return { ...known, doubts: doubts.knownAnd(refusal), ...noProblem };

  for (const { date } of compared) {
    if (inFile.has(date)) continue;
    const doubt = { date, reason: 'absent', code: null, value: null } as const;
    if (isDistrusted) doubts.add(doubt);
    else if (isConfirmed || !doubts.lasts(doubt)) archive.delete(date);
  }
  const surroundings = { bank, table, archive, file: inFile, market };
  const newestDays = newest > last ? newest : last;
  for (const { row, unusable } of toTake) {
    const { date } = row;
    const archived = archive.get(date);
    const mayChange = !archived || !isDistrusted;
    if (archived && isConfirmed && mayChange) {
      archive.set(date, row);
      continue;
    }
    const isNew = !archived && dayNumber(newestDays) - dayNumber(date) <= RECENT_DAYS;
    const toDecide = { row, unusable, archived, isNew, isFresh };
    const day = decideDay(toDecide, mayChange ? doubts : doubts.endless(), surroundings);
    // After two weeks, a day keeps the table's number with which it was published.
    const hasRates = day !== undefined && day.rates.size > 0;
    if (hasRates && mayChange && !isArchived(day, archived, isRecent(date, null))) archive.set(date, day);
  }
  const found = doubts.found();
  const inDoubt = new Set(found.map(({ date }) => date));
  if (inDoubt.size > MAX_DOUBTS)
    throw new RangeError(`has ${inDoubt.size} days in doubt, such as ${present(found[0], 'doubt').date}`);
  const days = [...archive.values()].sort(byDate);
  const all = [...doubts.aboutOtherDays(), ...found].sort(byDate);
  return { ...known, days, corrections: withCorrections(known, days, now), doubts: all, ...noProblem };
}

/**
 * The doubt about a file that changes too many old days; undefined if it doesn't.
 *
 * @param areConfirmed whether other sources confirm all values. Then added values don't count, because many are added when
 * the other sources' past days are downloaded
 */
function refusalOf(
  compared: readonly ArchivedDay[],
  inFile: ReadonlyMap<string, ArchivedDay>,
  isRecent: (date: IsoDate, code: string | null) => boolean,
  areConfirmed: boolean,
): Doubt | undefined {
  const changes = compared
    .flatMap(({ date, rates }): Pick<Doubt, 'date' | 'code' | 'value'>[] => {
      const row = inFile.get(date);
      if (!row) return [{ date, code: null, value: null }];
      return changesOf(date, rates, row.rates).flatMap(({ code, old, new: value }) =>
        areConfirmed && old === null ? [] : [{ date, code, value }],
      );
    })
    .filter(({ date, code }) => !isRecent(date, code));
  const [first] = changes;
  return first && changes.length > MAX_OLD_CHANGES ? { ...first, reason: 'too_many_changes' } : undefined;
}

/** Returns a function that says whether a value, or a whole day if the code is null, is recent. */
function recentOf({ corrections }: OfficialRates, newest: IsoDate, now: Instant) {
  const recentFrom = (date: IsoDate) => dateOfDay(dayNumber(date) - RECENT_DAYS);
  const [daysFrom, changesFrom] = [recentFrom(newest), recentFrom(dateAt(now))];
  const changed = corrections.filter(({ at }) => at >= changesFrom);
  const recent = new Set(changed.flatMap(({ date, code }) => [date, `${date} ${code}`]));
  return (date: IsoDate, code: string | null) =>
    date >= daysFrom || recent.has(code === null ? date : `${date} ${code}`);
}

/** The known log with the changes from the known days to `days`. Its times ascend even if the clock was set back. */
export function withCorrections(
  known: OfficialRates,
  days: readonly ArchivedDay[],
  now: Instant,
): OfficialRates['corrections'] {
  const changes = changesOfDays(known, days);
  if (known.corrections.length + changes.length > MAX_CORRECTIONS)
    throw new RangeError(`changes ${changes.length} archived values, more than the log of corrections can list`);
  const last = known.corrections.at(-1)?.at ?? now;
  const at = now > last ? now : last;
  return [...known.corrections, ...changes.map((change) => ({ ...change, at }))];
}

/** A date, or the table's first or last possible day if the date is before or after it. */
function inReach(table: BankTable, date: IsoDate, now: Instant): IsoDate {
  const last = lastPossibleDay(table, now);
  return date < table.firstDay ? table.firstDay : date > last ? last : date;
}

function byDateOf<Day extends ArchivedDay>(days: readonly Day[]): Map<string, Day> {
  return new Map(days.map((day) => [day.date, day]));
}
