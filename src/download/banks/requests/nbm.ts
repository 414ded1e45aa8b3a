import { dateOfDay, dayNumber, type IsoDate, isWeekend } from '../../../money/calendar.ts';
import { dateInDots } from '../reading/date-in-dots.ts';
import { eachDay } from '../reading/each-day.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';
import { readXml } from '../reading/xml.ts';

/** Requests for the National Bank of Moldova's rates, one for each business day, and for the business day before. */
export const nbm: TableRequests = {
  // At most six requests.
  perRange: 7,
  asks: (first, last) => eachDay(businessDayBefore(first), last, (day) => !isWeekend(day), urlOf),
  hasOtherDays: true,
  parse: (...texts) =>
    fileOf(
      newLists(texts.map(listIn)).flatMap(({ quotes }) => quotes),
      'MDL',
    ),
};

function urlOf(date: IsoDate): string {
  return `https://www.bnm.md/en/official_exchange_rates?get_xml=1&date=${dotted(date)}`;
}

function businessDayBefore(date: IsoDate): IsoDate {
  let day = dayNumber(date) - 1;
  while (isWeekend(day)) day--;
  return dateOfDay(day);
}

/** `2026-04-06` as `06.04.2026` */
function dotted(date: IsoDate): string {
  return date.split('-').reverse().join('.');
}

interface List {
  readonly date: string;
  readonly quotes: readonly Quote[];
}

/**
 * Leaves out each list that only repeats the list before: a holiday's, and tomorrow's as long as it isn't set. Two lists
 * of so many currencies aren't the same by chance.
 */
function newLists(lists: readonly List[]): List[] {
  const ascending = lists.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  return ascending.filter((list, place) => {
    const before = ascending[place - 1];
    return !before || before.date === list.date || valuesOf(before) !== valuesOf(list);
  });
}

function valuesOf({ quotes }: List): string {
  return quotes.map(({ code, value, units }) => `${code} ${value} ${units}`).join();
}

/** A day's list. It has no rows if the bank has no rates on the day. */
function listIn(text: string): List {
  let date: string | undefined;
  const quotes: { code: string; value: string; units: number }[] = [];
  let fields: Record<string, string> = {};
  readXml(text, ({ name, attributes, text }, [around]) => {
    if (around?.name === 'Valute') fields[name] = text.trim();
    else if (name === 'Valute') {
      quotes.push(quoteOf(fields));
      fields = {};
    } else if (!around && name === 'ValCurs') date = dateInDots(attributes['Date'] ?? '');
  });
  if (date === undefined) throw new RangeError('the response isn’t a list of rates');
  const ofList = date;
  return { date: ofList, quotes: quotes.map((quote) => ({ ...quote, date: ofList })) };
}

function quoteOf({ CharCode, Nominal, Value }: Record<string, string>) {
  if (CharCode === undefined || Nominal === undefined || Value === undefined)
    throw new RangeError('a currency lacks its code, its units or its rate');
  return { code: CharCode, value: Value, units: Number(Nominal) };
}
