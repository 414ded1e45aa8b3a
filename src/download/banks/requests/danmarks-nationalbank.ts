import { dateOfDay, dayNumber, type IsoDate, isWeekend } from '../../../money/calendar.ts';
import { described } from '../../../text/quote.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

/** Requests for Danmarks Nationalbank's rates, to StatBank Denmark. */
export const danmarksNationalbank: TableRequests = {
  // A response of a year has less than half a million bytes.
  perRange: 'a calendar year',
  asks: (first, _, today) => [
    {
      url: 'https://api.statbank.dk/v1/data',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        table: 'DNVALD',
        format: 'BULK',
        lang: 'en',
        valuePresentation: 'Code',
        variables: [
          { code: 'VALUTA', values: ['*'] },
          { code: 'KURTYP', values: ['KBH'] },
          { code: 'Tid', values: [spanOf(Number(first.slice(0, 'YYYY'.length)), today)] },
        ],
      }),
    },
  ],
  parse: (text) => fileOf(quotesIn(text), 'DKK'),
};

/** The first year has days from this date on. */
const FIRST_DAY = '1977-01-03';
/** A day's rates are certainly published this number of days later. */
const PUBLISHED_AFTER = 10;

/**
 * The days of a year. StatBank refuses a bound that isn't one of its days, so a bound is a year's first business day, on
 * which the bank has always been open. A year has no bound that isn't published yet.
 */
function spanOf(year: number, today: IsoDate): string {
  const isPublished = (date: IsoDate) => dayNumber(today) > dayNumber(date) + PUBLISHED_AFTER;
  const [first, end] = [firstBusinessDay(year), firstBusinessDay(year + 1)];
  const from = isPublished(first) ? first : firstBusinessDay(year - 1);
  return `>=${coded(from > FIRST_DAY ? from : FIRST_DAY)}${isPublished(end) ? `<=${coded(end)}` : ''}`;
}

/** The first day from 2 January on that isn't in a weekend. */
function firstBusinessDay(year: number): IsoDate {
  let day = dayNumber(`${year}-01-02`);
  while (isWeekend(day)) day++;
  return dateOfDay(day);
}

/** `2026-03-02` as `2026M03D02` */
function coded(date: IsoDate): string {
  return date.replace(/-(..)-(..)$/, 'M$1D$2');
}

const HEADER = 'VALUTA;KURTYP;TID;INDHOLD';

/** The lines aren't sorted, and a day's may be in two places. */
function* quotesIn(text: string): Generator<Quote> {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (header !== HEADER) throw new RangeError(`line 1 isn't a header: ${described(header)}`);
  if (lines.pop() !== '') throw new RangeError('the last line is cut off');
  for (const [index, line] of lines.entries()) {
    const [code = '', type, time = '', value = '', ...others] = line.split(';');
    const date = time.replace(/^(\d{4})M(\d\d)D(\d\d)$/, '$1-$2-$3');
    if (type !== 'KBH') throw new RangeError(`line ${index + 2} isn't an exchange rate`);
    if (value === '' || others.length > 0) yield { date, code: null, value: null };
    else yield { date, code, value: value === '..' ? null : value, units: 100 };
  }
}
