import type { DayRates, WithheldRates } from '../../archive/day-rates.ts';
import { currencyOf } from '../../money/currencies/sub-units.ts';
import { byDate, dateOfDay, dayBefore, dayNumber, instantAt, type IsoDate } from '../../money/calendar.ts';
import {
  type Bank,
  type BankTable,
  firstOpenDay,
  isPublicationDay,
  nextPublicationDay,
  PAST_PROBLEM,
  publicationTime,
} from '../../sources/bank.ts';
import type { Rule } from '../../sources/rules/rule.ts';
import { withheldIn } from './banks/withheld-in.ts';
import { isLack, type Lack } from './lack.ts';
import { statusFile } from './market-files.ts';
import { RatesReader } from './rates-reader.ts';
import type { PublishedSite } from './site.ts';
import { type SourceDays, sourceDaysFile, type TableDays } from './source-files.ts';

/*
 * The day that a rule asks for. A rule's rate is final: while a bank may still publish rates that the rule prefers, there
 * is a lack and not an earlier rate. So a request has the same rate whenever it's sent, unless the bank corrects it.
 */

/** The rates of a rule's day. @param units the codes of currencies, which may be of sub-units */
export async function ruleDay(
  rule: Rule,
  units: readonly string[],
  date: IsoDate,
  site: PublishedSite,
): Promise<DayRates | Lack> {
  const days = await site.read(sourceDaysFile(rule.bank, site.day));
  switch (rule.day) {
    case 'on or after':
      return firstDayFrom(rule, units, date, days, site);
    case '31 December':
      return dayItself(rule, units, `${date.slice(0, 'YYYY'.length)}-12-31` as IsoDate, days, site);
    case 'before':
    case 'on or before':
      return lastDayUpTo(rule, units, date, days, site);
    case 'next 1 January':
      return lastDayUpTo(rule, units, `${Number(date.slice(0, 'YYYY'.length)) + 1}-01-01`, days, site);
  }
}

/** The rates of a day, and of no other day. */
async function dayItself(
  { bank }: Rule,
  units: readonly string[],
  date: IsoDate,
  days: SourceDays,
  site: PublishedSite,
): Promise<DayRates | Lack> {
  const [table] = bank.tables;
  const found = await new RatesReader(bank.key, site).day(units, date);
  const withheld = withheldOf(units, found);
  if ([...withheld.values()].flat().some((waiting) => waiting.date === date))
    return { ...awaited(bank, table, date, 'doubt', site), withheld };
  const last = days.tables.get(table.key)?.last;
  const isOut = last !== undefined && last >= date;
  if (!isOut && (!isLack(found) || (found.lack === 'date_out_of_range' && found.is !== 'early')))
    return awaited(bank, table, date, 'publication', site);
  if (isLack(found) || found.date === date) return found;
  return { lack: 'no_rate_near_date', source: bank, codes: units, date, unitsOf: date, first: days.first };
}

async function lastDayUpTo(
  { bank, day }: Rule,
  units: readonly string[],
  date: IsoDate,
  days: SourceDays,
  site: PublishedSite,
): Promise<DayRates | Lack> {
  const isBefore = day === 'before';
  const until = isBefore ? dayBefore(date) : date;
  const found = await new RatesReader(bank.key, site).day(units, date, { isBefore });
  const withheld = withheldOf(units, found);
  // An earlier day doesn't replace a day that is in doubt.
  const [waiting] = [...withheld.values()].flat().sort(byDate).reverse();
  if (waiting) return { ...awaited(bank, bank.tables[0], waiting.date, 'doubt', site), withheld };
  // If the date is too late for rates, the reason is that they aren't published yet.
  if (isLack(found) && !(found.lack === 'date_out_of_range' && found.is !== 'early')) return found;
  // A currency whose rate is held is from a further table.
  const isInFirst = isLack(found) || !units.some((code) => found.held.has(code));
  for (const table of isInFirst ? bank.tables.slice(0, 1) : bank.tables) {
    const ofTable = days.tables.get(table.key);
    const newest = ofTable && newestKnown(ofTable, until);
    if (newest === undefined || newest >= until) continue;
    const open = firstOpenDay(table, newest, until, site.day.checked_at);
    if (open !== undefined) {
      // If a later day is still to come, the rule isn't answered before it.
      const last = lastToPublish(table, open, until);
      return awaited(bank, table, publicationTime(table, last) > site.now ? last : open, 'publication', site);
    }
    if (await isUnread(table, site)) return awaited(bank, table, nextPublicationDay(table, newest), 'problem', site);
  }
  return found;
}

/** The last day, from `first` to `until`, on which a table has rates unless it's a holiday. */
function lastToPublish({ rhythm }: BankTable, first: IsoDate, until: IsoDate): IsoDate {
  let day = dayNumber(until);
  while (day > dayNumber(first) && !isPublicationDay(rhythm, day)) day--;
  return dateOfDay(day);
}

const noneWithheld: WithheldRates = new Map();

/** What waits of the rates of some units. */
function withheldOf(units: readonly string[], found: DayRates | Lack): WithheldRates {
  const { withheld = noneWithheld } = found;
  if (isLack(found)) return withheld;
  return new Map([...withheld].filter(([code]) => units.includes(code)));
}

/** The last day up to another whose rates are published or in doubt. */
function newestKnown(table: TableDays, until: IsoDate): IsoDate {
  const { last } = table;
  let day = Math.min(dayNumber(until), dayNumber(last) + MAX_DAYS_IN_DOUBT);
  while (day > dayNumber(last) && !table.has(day)) day--;
  return day > dayNumber(last) ? dateOfDay(day) : last;
}

/** No doubt lasts as long, so no later day can be in doubt while the last published day is this much older. */
const MAX_DAYS_IN_DOUBT = 31;

async function firstDayFrom(
  { bank }: Rule,
  units: readonly string[],
  date: IsoDate,
  days: SourceDays,
  site: PublishedSite,
): Promise<DayRates | Lack> {
  const [table] = bank.tables;
  const reader = new RatesReader(bank.key, site);
  const ofTable = days.tables.get(table.key);
  // Without days, or before the first of them, the reader has the reason.
  if (!ofTable || date < ofTable.first) return reader.day(units, date);
  // Days that are in doubt may follow the last published day.
  for (let day = dayNumber(date); day <= dayNumber(date) + table.daysBack; day++) {
    if (!ofTable.has(day)) continue;
    const wanted = dateOfDay(day);
    const found = ofTable.isPublished(day) ? await reader.day(units, wanted) : undefined;
    // A later day doesn't replace a day that is in doubt.
    if (!found || (!isLack(found) && found.date < wanted)) {
      const withheld = withheldIn(bank, units.map(currencyOf), days, wanted, wanted);
      return { ...awaited(bank, table, wanted, 'doubt', site), withheld };
    }
    return found;
  }
  // The newest day shows whether the bank has the currencies.
  const newest = await reader.day(units, ofTable.last);
  if (isLack(newest)) return newest;
  const before = dayBefore(date);
  const next = nextPublicationDay(table, before > ofTable.last ? before : ofTable.last);
  return awaited(bank, table, next, 'publication', site);
}

/** Whether the last check couldn't use the bank's newest file, so that a day without rates needn't be a holiday. */
async function isUnread({ key }: BankTable, site: PublishedSite): Promise<boolean> {
  const { banks } = await site.read(statusFile());
  const problem = banks.find(({ table }) => table === key)?.problem ?? null;
  return problem !== null && !problem.startsWith(PAST_PROBLEM);
}

function awaited(
  source: Bank,
  table: BankTable,
  date: IsoDate,
  why: Extract<Lack, { lack: 'not_published_yet' }>['why'],
  { now }: PublishedSite,
): Lack {
  const published = publicationTime(table, date);
  // The site checks its banks every hour.
  const inAnHour = instantAt(Date.parse(now) + MS_PER_HOUR);
  return { lack: 'not_published_yet', source, date, why, askAgain: published > inAnHour ? published : inAnHour };
}

const MS_PER_HOUR = 3_600_000;
