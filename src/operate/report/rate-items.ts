import entries from '../../money/currencies/data/catalogue.json' with { type: 'json' };
import { dateAt, dayNumber, type Instant, MS_PER_DAY } from '../../money/calendar.ts';
import { isOverdue, PAST_PROBLEM } from '../../sources/bank.ts';
import { tableInSentence, bankTableOf } from '../../sources/banks.ts';
import { capitalized } from '../../text/wording/capitalized.ts';
import { reasonsInWords } from '../../validation/snapshot/quality.ts';
import { type Item, patience } from './items.ts';
import type { LiveStatus } from './live-status.ts';

type TableStatus = LiveStatus['banks'][number];

/** The most traded currencies. Users soon notice if one of them has a wrong rate. */
const watched: ReadonlySet<string> = new Set(entries.slice(0, 60).map(({ code }) => code));

/** Number of days in doubt that an item names. */
const NAMED_DAYS = 10;

/**
 * The items about the live site's rates. Lists causes only: while rates are composed, it's clear why the dataset's are
 * old and which currencies are missing, and if no bank can be reached, each bank's rates are old.
 */
export function rateItems(status: LiveStatus, now: Instant): Item[] {
  const { rate_as_of, stale_since, composed, banks, currencies } = status;
  const items: Item[] = [];
  if (composed) items.push({ code: 'composed', since: composed.since });
  else if (isStale(stale_since, now)) items.push({ code: 'stale', since: stale_since });
  items.push(...bankItems(banks, now));
  for (const { code, state, reason, since } of currencies) {
    if (!watched.has(code) || (composed && reason === 'missing')) continue;
    const detail = `The reason: ${reasonsInWords[reason]}.`;
    if (state === 'held' && dayNumber(rate_as_of) - dayNumber(since) > patience.heldDays) {
      items.push({ code: `held:${code}`, since, detail });
    }
    // Its date is that of the doubt, and the currency was held first.
    if (state === 'omitted') items.push({ code: `omitted:${code}`, since: null, detail });
  }
  items.push(...missingItems(status, now));
  return items;
}

/** Whether the rates have been stale for so long that a person should know. */
export function isStale(since: string | null, now: Instant): boolean {
  return since !== null && Date.parse(now) - Date.parse(since) >= patience.staleHours * 3_600_000;
}

function bankItems(tables: readonly TableStatus[], now: Instant): Item[] {
  const items = tables.flatMap((table) => bankItem(table, now) ?? []);
  const down = tables.filter(({ problem_since }) => problem_since !== null);
  // A table without a problem whose rates are old isn't requested anymore.
  const isAnyUp = tables.some(
    ({ table, problem, rate_as_of }) =>
      (problem === null || problem.startsWith(PAST_PROBLEM)) &&
      rate_as_of !== null &&
      !isOverdue(bankTableOf(table).table, rate_as_of, dateAt(now)),
  );
  const isOnlyOne = new Set(down.map(({ table }) => bankTableOf(table).bank)).size < 2;
  if (items.length === 0 || isAnyUp || isOnlyOne) return items;
  return [{ code: 'banks', since: down.flatMap(({ problem_since }) => problem_since ?? []).sort()[0] ?? null }];
}

function bankItem({ table, rate_as_of, problem_since, doubts }: TableStatus, now: Instant): Item | null {
  const days = (since: string) => Math.floor((Date.parse(now) - Date.parse(since)) / MS_PER_DAY);
  const isOld =
    problem_since !== null &&
    (days(problem_since) > patience.bankDays ||
      isOverdue(bankTableOf(table).table, rate_as_of ?? dateAt(problem_since), dateAt(now)));
  const inDoubt = doubts.filter(({ reason, date, since, ends_by }) => {
    // If a bank's file has too many changes, none of its rates are used, so this doubt is listed at once.
    if (reason === 'too_many_changes') return true;
    const isNew = dayNumber(since) - dayNumber(date) <= patience.newDays;
    return days(since) > patience.doubtDays && (isNew || ends_by === null);
  });
  const since = [...(isOld ? [problem_since] : []), ...inDoubt.map((doubt) => doubt.since)].sort().at(-1);
  if (since === undefined) return null;
  const dates = [...new Set(inDoubt.map(({ date }) => date))].slice(0, NAMED_DAYS);
  const facts = [
    ...(isOld ? [`the newest rates are from ${rate_as_of ?? 'no day yet'}`] : []),
    ...(dates.length > 0 ? [`in doubt: ${dates.join(', ')}`] : []),
  ];
  const detail = `[${capitalized(tableInSentence(table))}](${bankTableOf(table).bank.source.url}): ${facts.join('; ')}.`;
  return { code: `official:${table}`, since, detail };
}

/** `missing` if a day has been missing for long. While rates are composed, the cause is that the dataset has stopped. */
function missingItems({ missing_days, missing_since, composed }: LiveStatus, now: Instant): Item[] {
  const isLong = missing_since !== null && dayNumber(dateAt(now)) - dayNumber(missing_since) >= patience.missingDays;
  if (!isLong || composed) return [];
  return [{ code: 'missing', since: missing_since, detail: `Missing days: ${missing_days}.` }];
}
