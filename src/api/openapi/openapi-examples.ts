import { crossDays, dailyRates, lastOfEach, ratesByYear } from '../../money/past-rates.ts';
import { heldDates } from '../../validation/snapshot/snapshot.ts';
import { noneHeld } from '../../archive/day-rates.ts';
import type { PublishedCurrency } from '../../money/published-currency.ts';
import { dayNumber, type IsoDate } from '../../money/calendar.ts';
import { noChanges } from '../../sources/provider.ts';
import type { PublishedTable } from '../documents/archive-files.ts';
import type { DocumentsInput } from '../documents/fixed-documents.ts';
import type { Examples } from '../declaration/examples.ts';

/** Position of the examples' day in the examples' range, counted from the end. The range's last day is 1. */
const DAYS_BACK = 8;
/** Number of days in the examples' range. */
const DAYS_OF_RANGE = 29;

/** Published rates for examples. Without archived days, the examples use today's rates. */
export function examplesOf({ snapshot, archive, currencies }: DocumentsInput): Examples {
  const { rate_as_of, providers, retrieved_at } = snapshot;
  const rates = new Map(currencies.map(({ code, perUsd }) => [code, perUsd]));
  const today = { date: rate_as_of, rates, held: heldDates(snapshot), providers };
  const days = archive.validDays.length > 0 ? archive.validDays : [today];
  const known = days.filter(({ rates }) => ['USD', 'EUR', 'GBP'].every((code) => rates.has(code)));
  const ofRange = known.slice(-DAYS_OF_RANGE);
  const [first = today, last = today] = [ofRange[0], ofRange.at(-1)];
  const day = ofRange.at(-DAYS_BACK) ?? first;
  const [start, end, year] = [first.date, last.date, last.date.slice(0, 'YYYY'.length)];

  const none = { dates: [], rates: [] };
  const byYear = new Map(ratesByYear(days.filter(({ date }) => date >= start.slice(0, 'YYYY'.length))));
  const pair = ['USD', 'EUR'] as const;
  const years = [...byYear].flatMap(([year, byCode]) => {
    const [from, to] = pair.map((code) => dailyRates(year, byCode.get(code) ?? none));
    return from && to ? [[from, to] as const] : [];
  });
  return {
    retrieved_at,
    asOf: rate_as_of,
    from: find(currencies, 'USD'),
    to: find(currencies, 'EUR'),
    days: { day: day.date, start, end, year },
    day: { ...day, held: noneHeld, providers },
    ofBanks: archive.official.flatMap((table) => dayOfBank(table, day.date)),
    today,
    weekly: lastOfEach('week', crossDays(pair, years, start, end)),
    ofYear: byYear.get(year)?.get('EUR') ?? none,
    first: archive.first,
    last: archive.last,
  };
}

/** The day of a bank's first table that counts for a date; undefined if it lacks a currency of the examples' pair. */
function dayOfBank({ bank, table, days }: PublishedTable, asked: IsoDate): Examples['ofBanks'] {
  const [first] = bank.tables;
  if (table !== first || days.length === 0) return [];
  const none = [{ bank, day: undefined }];
  const found = days.findLast(({ date }) => date <= asked);
  if (!found || dayNumber(asked) - dayNumber(found.date) > first.daysBack) return none;
  const { date, reference } = found;
  const rates = new Map([[bank.base, 1], ...found.rates]);
  if (!['USD', 'EUR'].every((code) => rates.has(code))) return none;
  const references = new Map(reference === undefined ? [] : Array.from(rates.keys(), (code) => [code, reference]));
  return [{ bank, day: { date, rates, references, held: noneHeld, providers: noChanges, quotation: bank.quotation } }];
}

function find(currencies: readonly PublishedCurrency[], code: string): PublishedCurrency {
  const currency = currencies.find((currency) => currency.code === code);
  if (!currency) throw new Error('The dataset has no rate of USD or EUR, which the examples need.');
  return currency;
}
