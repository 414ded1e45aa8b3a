import { z } from 'zod';
import { dateOfDay, dayNumber, isDate, type IsoDate } from '../../../../money/calendar.ts';
import { unitChanges } from '../../../../money/currencies/unit-changes.ts';
import { described } from '../../../../text/quote.ts';
import { code as name, jsonIn, list, rate, rowsIn } from '../../reading/json-rows.ts';
import { fileOf, type Quote } from '../../reading/quotes.ts';
import type { TableRequests } from '../../table-requests.ts';
import { codeOfLabel } from './labels.ts';

/**
 * Days before a range from which on its lists are requested: four months. So a response has the list that was in force
 * when the range began, with its amendments.
 */
const DAYS_BEFORE = 123;
/** The most rows that the server sends. A year has about 900. */
const MAX_ROWS = 10_000;

/**
 * Requests for the US Treasury's reporting rates: a list at the end of each quarter, and amendments of single rates until
 * the next list. An amendment has the date of its list, and the day from which on it's in force.
 */
export const usTreasury: TableRequests = {
  perRange: 'a calendar year',
  asks: (first, last) => {
    const from = dateOfDay(dayNumber(first) - DAYS_BEFORE);
    return [
      'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/rates_of_exchange' +
        '?fields=record_date,effective_date,country_currency_desc,exchange_rate' +
        `&filter=record_date:gte:${from},record_date:lte:${last}&sort=record_date&page[number]=1&page[size]=${MAX_ROWS}`,
    ];
  },
  hasOtherDays: true,
  parse: (text) => {
    const rows = rowsInText(text);
    const unknown = rows.filter(({ code }) => code === undefined).map(({ effective }) => effective);
    return { ...fileOf(quotesOf(rows), 'USD'), unknownNames: [...new Set(unknown)].sort() };
  },
};

/** A rate as the Treasury publishes it. */
interface Row {
  /** The day of the list that has the rate. */
  readonly listed: string;
  /** The day from which on the rate is in force: the list's day, or a later day if the rate is an amendment. */
  readonly effective: IsoDate;
  /** Name of country and currency; null if there is none. */
  readonly label: string | null;
  /** As {@link codeOfLabel} has it. */
  readonly code: string | null | undefined;
  readonly value: Quote['value'];
}

const responseSchema = z.object({ data: list, meta: z.object({ 'total-count': z.number() }) });
const rowSchema = z.object({
  record_date: z.string(),
  effective_date: z.string(),
  country_currency_desc: name,
  exchange_rate: rate,
});

function rowsInText(text: string): Row[] {
  const { data, meta } = jsonIn(text, responseSchema);
  const total = meta['total-count'];
  if (data.length !== total) throw new RangeError(`the response has ${data.length} of ${total} rows`);
  return rowsIn(data, rowSchema).map((row) => {
    const [listed, effective] = [dateIn(row.record_date), dateIn(row.effective_date)];
    const [label, value] = [row.country_currency_desc, row.exchange_rate ?? NaN];
    const code = label === null ? null : codeOfLabel(label, effective);
    // Countries whose currency is the US dollar have labels that needn't be known.
    const isDollar = code === undefined && Number(value) === 1;
    return { listed, effective, label, code: isDollar ? null : code, value };
  });
}

function dateIn(text: string): IsoDate {
  if (!isDate(text)) throw new RangeError(`a date isn't one: ${described(text)}`);
  return text;
}

/**
 * A whole list for each day on which rates begin to be in force. On the day of an amendment, it has the amended rates, and
 * the others of the quarter's list.
 */
function* quotesOf(rows: readonly Row[]): Generator<Quote> {
  const byDay = [...Map.groupBy(rows, ({ effective }) => effective)].sort(([one], [other]) => (one < other ? -1 : 1));
  let [listed, inForce]: [string, readonly Row[]] = ['', []];
  for (const [date, ofDay] of byDay) {
    for (const { label } of ofDay) if (label === null) yield { date, code: null, value: null };
    const isList = ofDay.some((row) => row.listed === date);
    if (isList) listed = date;
    // Amendments of older lists, and of lists that the response doesn't have, are left out.
    const begun = ofDay.filter((row) => row.listed === listed);
    if (begun.length === 0) continue;
    const codes = new Set(begun.map(({ code }) => code));
    const others = isList ? [] : inForce.filter((row) => !codes.has(row.code) && isStillMeant(row, date));
    inForce = [...begun, ...others];
    for (const { code, value } of inForce) if (typeof code === 'string') yield { date, code, value };
  }
}

/** Whether a rate's currency exists on a later date, in the same unit. */
function isStillMeant({ label, code, effective }: Row, date: IsoDate): boolean {
  if (label === null || typeof code !== 'string') return false;
  return codeOfLabel(label, date) === code && unitChanges([code], effective, date).length === 0;
}
