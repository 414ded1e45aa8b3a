import { banks, bankTables } from '../../sources/banks.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { dayNumber, type IsoDate } from '../../money/calendar.ts';
import { FIRST_DAY } from '../../sources/provider.ts';
import { syntheticPeriods } from '../../money/period.ts';
import type { PublishedCurrency } from '../../money/published-currency.ts';
import { SiteError } from '../errors.ts';

/** Which documents of pairs become files. */
export interface SitePlan {
  /** Currencies whose pairs are files, including each currency with itself. The most traded come first. */
  readonly pairCurrencies: readonly PublishedCurrency[];
  /** Number of files that count against the limit. */
  readonly countedFiles: number;
  /** What changes if the next plan begins next year and has fewer pairs; otherwise null. */
  readonly fewerPairs: FewerPairs | null;
}

export interface FewerPairs {
  /** The first day with fewer pairs, `YYYY-MM-DD`. */
  readonly from: string;
  /** Number of currencies whose pairs are files from that day on. */
  readonly currencies: number;
}

export interface PlanInput {
  /** Every published currency without metals, the most traded first. */
  readonly currencies: readonly PublishedCurrency[];
  /** The paths of all files except those of pairs. */
  readonly otherFiles: readonly string[];
  readonly fileLimit: number;
  readonly date: IsoDate;
}

/** The files of a pair: its detail, and a history for each period. */
const FILES_PER_PAIR = 1 + syntheticPeriods.length;

/**
 * Picks as many of the most traded currencies as possible, so that the files of their pairs stay under the file limit
 * until {@link planEnds}. The plan leaves room for the files that the archive adds every day, because a published path
 * must not disappear.
 *
 * @throws {SiteError} if the limit is too small even without pairs
 */
export function planSite(input: PlanInput): SitePlan {
  const { currencies, otherFiles, fileLimit, date } = input;
  if (otherFiles.length > fileLimit) {
    throw new SiteError(`A limit of ${fileLimit} files is too small; the least that works is ${otherFiles.length}.`);
  }
  const pairCurrencies = currencies.slice(0, mostCurrencies(input, planEnds(date)));
  const nextYear = `${yearOf(date) + 1}-01-01` as IsoDate;
  const next = mostCurrencies(input, planEnds(nextYear));
  return {
    pairCurrencies,
    countedFiles: otherFiles.length + FILES_PER_PAIR * pairCurrencies.length ** 2,
    fewerPairs: next < pairCurrencies.length ? { from: nextYear, currencies: next } : null,
  };
}

/** The last year in which the files of all pairs of 49 currencies fit on Cloudflare's Free plan. */
const FIRST_PLAN_ENDS = 2031;
const PLAN_YEARS = 5;

/** The last day of the plan to which a date belongs, always December 31. The same pairs are files until that day. */
function planEnds(date: IsoDate): IsoDate {
  const plansLater = Math.max(0, Math.ceil((yearOf(date) - FIRST_PLAN_ENDS) / PLAN_YEARS));
  return `${FIRST_PLAN_ENDS + plansLater * PLAN_YEARS}-12-31`;
}

/** Maximum number of currencies whose pairs' files, with all other files, stay under the file limit until a day. */
function mostCurrencies({ otherFiles, fileLimit }: PlanInput, end: IsoDate): number {
  const lasting = otherFiles.filter((path) => !OF_A_PERIOD.test(path));
  const series = lasting.filter((path) => OF_A_SOURCE.test(path)).length;
  const room = fileLimit - (lasting.length - series) - Math.max(series, MOST_SERIES) - mostPastFiles(end);
  return Math.floor(Math.sqrt(Math.max(0, room) / FILES_PER_PAIR));
}

/** Matches files that are named after a day, a month or a year: past rates, the archive and the publish log. */
const OF_A_PERIOD = /\/\d{4}(-\d\d){0,2}\.\w+$/;

/** Matches files of a source's currencies. */
const OF_A_SOURCE = /^series\/[a-z\d-]+\//;
/**
 * The sources' files of currencies: the first five banks have 371, and the market has one of each currency. A new site
 * has fewer, until it has the banks' history, and that must not make pairs' files disappear.
 */
const MOST_SERIES = 80 * banks.length + catalogue.length + 1;

/** Number of files of a year, without the files of currencies: an archive file and a publish log. */
const FILES_PER_YEAR = 2;

/** Maximum number of files named after a day, a month or a year that a site can have on a future day. */
function mostPastFiles(end: IsoDate): number {
  const days = dayNumber(end) - dayNumber(FIRST_DAY) + 1;
  const years = yearOf(end) - yearOf(FIRST_DAY) + 1;
  const officialYears = bankTables.reduce((sum, { table }) => sum + yearOf(end) - yearOf(table.firstDay) + 1, 0);
  const officialMonths = 12 * Math.max(...bankTables.map(({ table }) => yearOf(end) - yearOf(table.firstDay) + 1));
  return days + years * (catalogue.length + FILES_PER_YEAR) + officialYears + officialMonths;
}

function yearOf(date: IsoDate): number {
  return Number(date.slice(0, 4));
}
