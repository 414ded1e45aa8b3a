import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { crossRate } from '../../rates/cross-rate.ts';
import { noneHeld } from '../../validation/snapshot/held-dates.ts';
import {
  crossDays,
  dailyRates,
  lastOfEach,
  MAX_DAYS_BACK,
  type PastDay,
  ratesByYear,
  withDates,
} from '../../rates/past-rates.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { buildCurrencyYear, currencyYearSchema } from '../documents/currency-year.ts';
import { buildDatedConversion, datedConversionSchema } from '../documents/conversion.ts';
import { buildDatedRates, datedRatesSchema } from '../documents/dated-rates.ts';
import {
  amountOutOfRange,
  baseTwice,
  dateOutOfReach,
  emptyRange,
  invalidAmount,
  invalidDate,
  invalidSource,
  invalidStep,
  invalidValue,
  missingParameters,
  noMeans,
  nothingNear,
  nothingOfficial,
  nothingToday,
  rangeTurnedRound,
} from '../format/error.ts';
import { endpoint } from './openapi-operations.ts';
import { pastParameters } from './openapi-parameters.ts';
import { success, table } from './openapi-responses.ts';
import { buildPairRange, pairRangeSchema } from '../documents/pair-range.ts';
import { addresses, paths } from '../format/paths.ts';
import { historyTable, ratesTable } from '../format/tables.ts';

/** The endpoints of past rates and of other bases, for OpenAPI. */
export function pastOperations(snapshot: Snapshot, { validDays, first, last }: ArchiveFiles): ZodOpenApiPathsObject[] {
  const { examples, parameters } = askedFor(validDays, snapshot);
  const reach = { first, last };
  const official = {
    invalid_source: invalidSource('boe'),
    no_official_rate: nothingOfficial(
      'ISK',
      [
        ['1999-01-04', '2008-12-09'],
        ['2018-02-01', '2026-04-13'],
      ],
      '2010-06-03',
    ),
  };
  const range = {
    missing_parameters: missingParameters(['to'], '/api/v1/history?from=EUR&to=INR'),
    invalid_date: invalidDate('start', 'today'),
    turned_round: rangeTurnedRound('2026-09-29', '2026-09-01'),
    out_of_reach: dateOutOfReach({ date: '2999-01-01', ...reach, is: 'future' }, 'Omit start', 'start'),
    empty_range: emptyRange(['EUR', 'SYP'], '2026-08-15', '2026-08-20', reach),
    invalid_every: invalidStep('hour'),
    invalid_value: invalidValue('average'),
    no_averages: noMeans('week'),
    ...official,
  };
  return [
    endpoint(addresses.datedRates, {
      operationId: 'getDatedRates',
      tags: ['past'],
      summary: 'Rates of a past day, or today’s with another base',
      description:
        `For the newest day and the ${MAX_DAYS_BACK} days after it, the response has today’s rates, including held rates. ` +
        'For an earlier day, it has that day’s rates. If a requested currency has no valid rate on that day, the rates are of the last earlier day ' +
        'with all requested currencies, up to a week back. `rate_as_of` is the date of the rates, and `held` has the ' +
        'dates of older rates. With `source=ecb`, the response has the European Central Bank’s rates. The page ' +
        '`/receipt` shows where a rate comes from.',
      requestParams: parameters.datedRates,
      success: success(datedRatesSchema, examples.datedRates),
      badRequests: {
        invalid_date: invalidDate('date', '2026-02-30'),
        out_of_reach: dateOutOfReach({ date: '2999-01-01', ...reach, is: 'future' }, 'Use /api/v1/rates/usd'),
        nothing_near: nothingNear(['SYP'], '2026-09-29', ['USD', 'SYP'], first),
        base_twice: baseTwice(),
        nothing_today: nothingToday(['SYP'], ['USD', 'SYP']),
        ...official,
      },
      // The endpoint's example has a query with another base. A static file ignores queries, so the file's example has
      // the base USD.
      file: {
        description:
          'Each day with rates has a file, and each currency with a rate today. For the days after the newest day and for ' +
          'days without rates, omit `.json`.',
        requestParams: parameters.datedRatesFile,
        success: success(datedRatesSchema, examples.datedRatesFile, 'DatedRatesFile'),
      },
    }),
    endpoint(addresses.pairRange, {
      operationId: 'getPairRange',
      tags: ['past'],
      summary: 'Past rates of a pair',
      description:
        'With `value=mean`, the response has averages of the daily rates. Example: ' +
        '`/api/v1/history?from=EUR&to=USD&start=2025-01-01&end=2025-12-31&every=month&value=mean&source=ecb`. ' +
        'This service computes the averages from the rates that the same request returns with `every=day`. So the ' +
        'average of EUR to USD isn’t the inverse of the average of USD to EUR. `computation` names the source, ' +
        'and `complete` says whether all days of the period were averaged.',
      requestParams: parameters.range,
      success: success(pairRangeSchema, buildPairRange(examples.range)),
      badRequests: range,
    }),
    endpoint(addresses.pairRangeTable, {
      operationId: 'getPairRangeTable',
      tags: ['past'],
      summary: 'Past rates of a pair as CSV',
      requestParams: parameters.range,
      success: table(
        'CSV table `date,rate` with a line for each entry (RFC 4180). With `value=mean`, the columns are ' +
          '`date,rate,days,first_date,complete`, with the same meaning as in `/api/v1/history`.',
        historyTable(withDates(examples.range.rates)),
      ),
      badRequests: range,
    }),
    endpoint(addresses.datedConversion, {
      operationId: 'convertOnDay',
      tags: ['past'],
      summary: 'Convert an amount at a day’s rate',
      description:
        `Without a date, for the newest day and for the ${MAX_DAYS_BACK} days after it, the rate is today’s. So if the site ` +
        'isn’t updated for some days, a conversion still works. If today’s rate of a currency is held, `rate_as_of` is the date of its last good rate. For an earlier day, the rate is that day’s. If a currency has ' +
        'no valid rate on that day, the rate is of the last earlier day with rates of both currencies, up to a week ' +
        'back. The page `/receipt`, with the same `from`, `to` and `date`, shows where the rate comes from.',
      requestParams: parameters.datedConversion,
      success: success(
        datedConversionSchema,
        buildDatedConversion({ ...examples.conversion, retrievedAt: snapshot.retrievedAt }),
      ),
      badRequests: {
        missing_parameters: missingParameters(['to'], '/api/v1/convert?from=USD&to=EUR'),
        invalid_amount: invalidAmount('ten'),
        amount_out_of_range: amountOutOfRange('1e400'),
        invalid_date: invalidDate('date', 'today'),
        out_of_reach: dateOutOfReach({ date: '2999-01-01', ...reach, is: 'future' }, 'Omit date'),
        nothing_near: nothingNear(['EUR', 'SYP'], '2026-09-29', ['EUR', 'SYP'], first),
        ...official,
      },
    }),
    endpoint(addresses.currencyYear, {
      operationId: 'getCurrencyYear',
      tags: ['past'],
      summary: 'Rates of a currency in one year',
      requestParams: parameters.currencyYear,
      success: success(currencyYearSchema, examples.currencyYear),
      file: {},
    }),
    endpoint(`/${paths.ratesTable}`, {
      operationId: 'getRatesTable',
      tags: ['past'],
      summary: 'Today’s rates as CSV',
      success: table('CSV table `code,rate` in units per 1 USD (RFC 4180).', ratesTable(snapshot.rates)),
    }),
  ];
}

/** Position of the examples' day in the examples' range, counted from the end. The range's last day is 1. */
const DAYS_BACK = 8;
/** Number of days in the examples' range. */
const DAYS_OF_RANGE = 29;

/**
 * The parameters of the endpoints of past rates, with example values, and the example responses for these values.
 * Without archived days, the examples use today's rates.
 */
function askedFor(validDays: readonly PastDay[], { asOf, rates, sources }: Snapshot) {
  const today = { date: asOf, rates };
  const days = validDays.length > 0 ? validDays : [today];
  const known = days.filter(({ rates }) => ['USD', 'EUR', 'GBP'].every((code) => rates.has(code)));
  const ofRange = known.slice(-DAYS_OF_RANGE);
  const [first = today, last = today] = [ofRange[0], ofRange.at(-1)];
  const day = ofRange.at(-DAYS_BACK) ?? first;
  const asked = { day: day.date, start: first.date, end: last.date, year: last.date.slice(0, 4) };

  const pair = { from: 'USD', to: 'EUR' } as const;
  const range = { ...pair, start: asked.start, end: asked.end, every: 'week' } as const;
  const none = { dates: [], rates: [] };
  const byYear = new Map(ratesByYear(days.filter(({ date }) => date >= asked.start.slice(0, 4))));
  const years = [...byYear].flatMap(([year, byCode]) => {
    const [from, to] = [pair.from, pair.to].map((code) => dailyRates(year, byCode.get(code) ?? none));
    return from && to ? [[from, to] as const] : [];
  });
  const ofYear = byYear.get(asked.year)?.get(pair.to) ?? none;
  const rate = crossRate(day.rates.get(pair.from) ?? NaN, day.rates.get(pair.to) ?? NaN);
  const example = { ...day, held: noneHeld, sources };
  return {
    parameters: pastParameters(asked),
    examples: {
      range: { ...range, sources, rates: lastOfEach(range.every, crossDays(years, range.start, range.end)) },
      currencyYear: buildCurrencyYear(pair.to, asked.year, ofYear, sources),
      conversion: { ...pair, amount: 100, rate, day: example },
      datedRates: buildDatedRates({ day: example, base: 'EUR', codes: ['USD', 'GBP'] }),
      datedRatesFile: buildDatedRates({ day: example, base: 'USD' }),
    },
  };
}
