import type { IsoDate } from '../../../money/calendar.ts';
import { z } from 'zod';
import { dateInDots } from '../reading/date-in-dots.ts';
import { code, jsonIn, list, number, rate, rowsIn } from '../reading/json-rows.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

/** Requests for the National Bank of Ukraine's rates. */
export const nbu: TableRequests = {
  // A response of this many days has about a million bytes.
  perRange: 93,
  asks: (first, last) => [
    `https://bank.gov.ua/NBU_Exchange/exchange_site?start=${compact(first)}&end=${compact(last)}&sort=exchangedate&order=asc&json`,
  ],
  parse: (text) => fileOf(quotesIn(text), 'UAH'),
};

function compact(date: IsoDate): string {
  return date.replaceAll('-', '');
}

const rowSchema = z.object({
  exchangedate: z.string(),
  cc: code,
  rate,
  units: number,
  rate_per_unit: rate,
});

function quotesIn(text: string): Quote[] {
  return rowsIn(jsonIn(text, list), rowSchema).map(({ exchangedate, cc, rate, units, rate_per_unit: perUnit }) => ({
    date: dateInDots(exchangedate),
    code: cc,
    value: rate === null || isOfUnits(units, rate, perUnit) ? rate : NaN,
    units,
  }));
}

/** Whether a rate is for the given units. The rate per unit may be rounded, but wrong units differ by a factor of 10. */
function isOfUnits(units: number, rate: string | number, perUnit: string | number | null): boolean {
  const quotient = Number(rate) / units / Number(perUnit ?? 0);
  return quotient > 0.5 && quotient < 2;
}
