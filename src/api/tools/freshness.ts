import type { IsoDate } from '../../money/calendar.ts';
import type { Bank } from '../../sources/bank.ts';
import { banks } from '../../sources/banks.ts';
import { present } from '../../text/present.ts';
import { isUnchecked, stalenessAt } from '../../validation/freshness.ts';
import { banksReachFile } from '../query/banks/official-month.ts';
import type { PublishedSite } from '../query/site.ts';
import type { Freshness } from './freshness.schema.ts';

/** The newest rates of a source. */
export interface NewestRates {
  /** A value of the parameter `source`. */
  readonly source: string;
  /** The dates of held rates, by code. */
  readonly held: Readonly<Record<string, IsoDate>>;
}

/** Returns the rates if they are the newest. If so, the requested date is omitted, or is the newest day or later. */
export function ifNewest(
  date: IsoDate | undefined,
  { day }: PublishedSite,
  rates: NewestRates,
): NewestRates | undefined {
  return date === undefined || date >= day.rate_as_of ? rates : undefined;
}

/** Whether the newest rates are stale at the time of the request. */
export async function freshnessOf({ source, held }: NewestRates, site: PublishedSite): Promise<Freshness> {
  const { now, day } = site;
  const bank = banks.find(({ key }) => key === source);
  const official = bank && { bank, day: await lastDayOf(bank, site), held: Object.values(held) };
  const reason = isUnchecked(day.checked_at, now) ? 'not_checked' : stalenessAt({ ...day, official }, now);
  return { stale: reason !== null, stale_reason: reason, checked_at: day.checked_at, requested_at: now };
}

async function lastDayOf({ tables: [{ key }] }: Bank, site: PublishedSite): Promise<IsoDate> {
  const { tables } = await site.read(banksReachFile());
  return present(tables.get(key), `table ${key}`).last;
}

export function freshnessInWords({ stale_reason: reason, checked_at }: Freshness): string {
  switch (reason) {
    case null:
      // Says nothing about the rates, because some may be held or missing.
      return `The site is up to date. It checked its sources at ${checked_at}.`;
    case 'source_date_old':
      return 'The rates aren’t current, because their source has no newer rates.';
    case 'cached_fallback':
      return 'The rates aren’t current, because their source can’t be read. They are the last good rates.';
    case 'not_checked':
      return `The rates may not be current, because the site hasn’t checked its sources since ${checked_at}.`;
  }
}
