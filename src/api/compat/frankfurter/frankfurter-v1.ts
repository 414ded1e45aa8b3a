import { ecb } from '../../../sources/banks/ecb.ts';
import { parseAmount } from '../../../money/amount.ts';
import { isDate, type IsoDate } from '../../../money/calendar.ts';
import { elementAt } from '../../../money/element-at.ts';
import { powerOfTen } from '../../../money/rounding/round.ts';
import { endpoint } from '../../declaration/endpoint.ts';
import { ApiError, unprocessable } from '../../error.ts';
import { type CompatFormat, lastValues } from '../../declaration/format.ts';
import { type Parameters, required, type Values } from '../../declaration/parameters.ts';
import type { Site } from '../../query/site.ts';
import { serialize } from '../../serialize.ts';
import {
  frankfurterDaySchema,
  frankfurterErrorSchema,
  frankfurterRangeSchema,
  namesSchema,
} from './frankfurter-v1.schema.ts';
import { baseCode, codes } from '../rates/compat-query.ts';
import { type EuroQuery, euroNames, euroRatesOfRange, euroRatesUpTo } from '../rates/euro-rates.ts';
import { forEachRate, noRatesError, type RateTable } from '../rates/rate-table.ts';

/*
 * Frankfurter v1: the European Central Bank's rates, with the same numbers as the original. Source:
 * https://api.frankfurter.dev/v1/openapi.json, and lib/versions/v1.rb with lib/versions/v1/ in
 * https://github.com/lineofflight/frankfurter at 60541ad.
 */

/** Base and symbols have two names each. */
const parameters = {
  amount: {
    kind: 'amount',
    description: 'Amount of the base currency.',
    default: '1',
    // An amount must be a number, although the original takes `1,000` as 1.
    parse(text: string) {
      const amount = parseAmount(text);
      if (!amount) throw invalidAmount();
      return amount;
    },
  },
  base: baseCode,
  from: baseCode,
  symbols: codes,
  to: codes,
} as const satisfies Parameters;

/** @throws {ApiError} if the request asks for the base's rate in the base */
function queryOf({ amount, base, from = base, symbols, to = symbols }: Values<typeof parameters>) {
  if (from !== undefined && to?.join() === from) throw unprocessable('bad currency pair');
  return { amount, base: from ?? ecb.base, symbols: to };
}

/** A date in the path. If the path has another text, the endpoint doesn't exist. */
const dateInPath = (kind: 'date' | 'start' | 'end') =>
  ({
    ...{ kind, description: 'Day of the rates.', form: String.raw`\d{4}-\d\d-\d\d` },
    parse: dateOf,
  }) as const;

/** @throws {ApiError} if the text isn't a date */
export function dateOf(text: string): IsoDate {
  if (!isDate(text)) throw unprocessable('invalid date');
  return text;
}

const rangeEnd = dateInPath('end');

/**
 * As in the original, the last value of a repeated parameter counts, and unknown parameters are ignored.
 */
export const frankfurterV1: CompatFormat = {
  name: 'Frankfurter v1',
  roots: ['/v1'],
  routes: ['/v1/*'],
  read: lastValues,
  describe: ({ message, code }) => ({ message: code === 'not_found' ? 'not found' : message }),
  errorSchema: frankfurterErrorSchema,
  endpoints: [
    ...['/v1/latest', '/v1/current'].map((path) =>
      endpoint({
        ...{ path, parameters, schema: frankfurterDaySchema },
        handle: (values, site) => dayOf(queryOf(values), site),
      }),
    ),
    endpoint({
      path: '/v1/{date}',
      parameters: { ...parameters, date: required(dateInPath('date')) },
      datesOf: 'ecb',
      schema: frankfurterDaySchema,
      handle: ({ date, ...values }, site) => dayOf({ ...queryOf(values), date }, site),
    }),
    endpoint({
      path: '/v1/{start}..{end}',
      parameters: {
        ...parameters,
        start: required(dateInPath('start')),
        end: { ...rangeEnd, form: `(?:${rangeEnd.form})?` },
      },
      datesOf: 'ecb',
      schema: frankfurterRangeSchema,
      async handle({ start, end, ...values }, site) {
        const query = { ...queryOf(values), date: start, end };
        return printRange(query, await euroRatesOfRange(query, site));
      },
    }),
    endpoint({
      path: '/v1/currencies',
      parameters: {},
      schema: namesSchema,
      handle: async (_, site) => serialize(await euroNames(site)),
    }),
  ],
};

async function dayOf(query: V1Query, site: Site): Promise<string> {
  return printDay(query, await euroRatesUpTo(query, site));
}

interface V1Query extends EuroQuery {
  readonly amount: number;
}

const invalidAmount = () => unprocessable('invalid amount');

/** Error for an amount whose results are rounded to 0. The original returns 0. */
const amountTooSmall = () => unprocessable('invalid amount. Use a larger amount');

/**
 * The response with the rates of one day: the newest day in the table that has the base and every requested currency.
 * If no currencies are requested, the response has all currencies of that day. The original returns the newest rates of
 * only some of the currencies if these rates are of different days.
 *
 * @param table units per 1 EUR on the days that the request can use, including the base unless it's EUR
 * @throws {ApiError} with status 404 if there are no rates
 */
function printDay(query: V1Query, table: RateTable): string {
  const { dates, codes, columns } = table;
  const { base, symbols } = query;
  const needed = codes
    .map((code, index) => ({ code, rates: columns[index] ?? [] }))
    .filter(({ code, rates }) => (code === base || symbols?.includes(code)) && rates.some(isRate));
  const hasBase = base === ecb.base || needed.some(({ code }) => code === base);
  if (!hasBase || dates.length === 0) throw noRatesError(table, { base, newest: NEWEST });
  const last = dates.findLastIndex((_, day) => needed.every(({ rates }) => isRate(rates[day] ?? NaN)));
  if (last < 0)
    throw noCommonDay(
      needed.map(({ code }) => code),
      dates,
    );
  const date = elementAt(dates, last);
  const [day] = daysOf(query, { dates: [date], codes, columns: columns.map((rates) => [elementAt(rates, last)]) });
  if (!day) throw noRatesError(table, { base, newest: NEWEST });
  return printResponse(query, { date }, day.rates);
}

const NEWEST = 'Use /v1/latest';

const noCommonDay = (codes: readonly string[], dates: readonly IsoDate[]) =>
  new ApiError(
    404,
    'no_rate_in_range',
    `No day from ${elementAt(dates, 0)} to ${elementAt(dates, dates.length - 1)} has rates of ${codes.join(' and ')}. ` +
      'Use another date',
  );

const isRate = (rate: number) => !Number.isNaN(rate);

/**
 * The response with the rates of each day in a range.
 *
 * @param table units per 1 EUR on the range's days, including the base unless it's EUR
 * @throws {ApiError} with status 404 if there are no rates
 */
function printRange(query: V1Query, table: RateTable): string {
  const days = daysOf(query, table);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw noRatesError(table, { base: query.base, newest: NEWEST });
  const dates = { start_date: first.date, end_date: last.date };
  return printResponse(query, dates, days.map(({ date, rates }) => `"${date}":{${rates}}`).join());
}

/**
 * Prints a response as text, because building objects for 27 years takes longer.
 *
 * @param rates the content of the field `rates` as text, without its braces
 */
function printResponse({ amount, base }: V1Query, dates: object, rates: string): string {
  const named = JSON.stringify({ base, ...dates }).slice(1, -1);
  return `{"amount":${printDecimal(amount)},${named},"rates":{${rates}}}\n`;
}

/** Each day's rates on the base, as the content of a JSON object. Omits the base itself, and days without rates. */
function daysOf(query: V1Query, perEuro: RateTable): { readonly date: IsoDate; rates: string }[] {
  const { amount, base } = query;
  const isRounded = base !== ecb.base || amount !== 1;
  const columns = base === ecb.base ? onEuro(query, perEuro) : onOther(query, perEuro);
  const days: { date: IsoDate; rates: string }[] = [];
  let day: (typeof days)[number] | undefined;
  forEachRate({ ...perEuro, columns }, (date, code, rate) => {
    if (code === base) return;
    if (rate === 0 && amount !== 1) throw amountTooSmall();
    const member = `"${code}":${isRounded ? printRate(rate) : printDecimal(rate)}`;
    if (day?.date === date) day.rates += `,${member}`;
    else days.push((day = { date, rates: member }));
  });
  return days;
}

/** Rates on the euro. For the amount 1, they are the bank's own numbers, which aren't rounded. */
function onEuro({ amount }: V1Query, { columns }: RateTable): RateTable['columns'] {
  if (amount === 1) return columns;
  return columns.map((rates) => rates.map((rate) => roundAsQuoted(amount * rate)));
}

/** Rates on another base. As in the original, they are rounded twice: first as rates on the euro, then on the base. */
function onOther({ amount, base }: V1Query, { codes, columns }: RateTable): RateTable['columns'] {
  const inEuro = (rate: number) => roundAsQuoted(amount * rate);
  const divisors = (columns[codes.indexOf(base)] ?? []).map(inEuro);
  // If the amount is tiny, the base's rate on the euro is rounded to 0, and the next step would divide by it.
  if (divisors.includes(0)) throw amountTooSmall();
  return columns.map((rates, index) => {
    const isEuro = codes[index] === ecb.base;
    return rates.map((rate, day) =>
      roundAsQuoted((amount * (isEuro ? amount : inEuro(rate))) / (divisors[day] ?? NaN)),
    );
  });
}

/**
 * Rounds as the original does: the larger the value, the fewer decimals. `NaN` stays `NaN`. Source: lib/roundable.rb.
 *
 * @throws {ApiError} if the amount makes the value infinite
 */
function roundAsQuoted(value: number): number {
  if (Number.isNaN(value)) return NaN;
  if (value === Infinity) throw invalidAmount();
  if (value > 5000) return Math.round(value);
  const decimals = value > 80 ? 2 : value > 20 ? 3 : value > 1 ? 4 : value > 0.0001 ? 5 : 6;
  const factor = powerOfTen(decimals);
  const scaled = value * factor;
  const whole = Math.round(scaled);
  // The value isn't near a tie. `whole` and `factor` are exact, so their quotient is the nearest double to the rounded
  // decimal number.
  if (Math.abs(whole - scaled) < 0.4999) return whole / factor;
  // Ruby rounds an exact tie to the even digit, but toFixed() rounds it up. In an exact tie, the binary fraction of the
  // value has `decimals + 1` digits.
  const isTie = scaled % 1 === 0.5 && (value * 2 ** (decimals + 1)) % 1 === 0;
  return isTie ? (2 * Math.round(scaled / 2)) / factor : Number(value.toFixed(decimals));
}

/**
 * A rate as Ruby programs write it: whole numbers as `1.0`, and above 5,000 as `5001`, because Frankfurter rounds those
 * to integers. Some languages read `1` and `1.0` as different types.
 */
export function printRate(rate: number): string {
  return rate > 5000 ? String(rate) : printDecimal(rate);
}

function printDecimal(value: number): string {
  return Number.isInteger(value) && value < 1e16 ? `${value}.0` : String(value);
}
