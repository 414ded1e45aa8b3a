import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { crossRate } from '../../rates/cross-rate.ts';
import { noneHeld } from '../../snapshot/held-dates.ts';
import { crossDays, dailyRates, lastOfEach, type PastDay, ratesByYear, withDates } from '../../rates/past-rates.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { buildCurrencyYear, currencyYearSchema } from '../documents/currency-year.ts';
import { buildDatedConversion, datedConversionSchema } from '../documents/conversion.ts';
import { buildDatedRates, datedRatesSchema } from '../documents/dated-rates.ts';
import {
  amountTooLarge,
  baseTwice,
  dateOutOfReach,
  emptyParameters,
  emptyRange,
  invalidAmount,
  invalidDate,
  invalidSource,
  invalidStep,
  missingParameters,
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

/** The addresses of past rates and of other bases, for OpenAPI. */
export function pastOperations(snapshot: Snapshot, { validDays, first, last }: ArchiveFiles): ZodOpenApiPathsObject[] {
  const { examples, parameters } = askedFor(validDays, { date: snapshot.asOf, rates: snapshot.rates });
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
    out_of_reach: dateOutOfReach('start', '1999-01-01', reach),
    empty_range: emptyRange(['EUR', 'SYP'], '2026-08-15', '2026-08-20', reach),
    invalid_every: invalidStep('hour'),
    ...official,
  };
  return [
    endpoint(addresses.datedRates, {
      operationId: 'getDatedRates',
      tags: ['past'],
      summary: 'The rates of a past day, or today’s on another base',
      description:
        'From the newest day on, the response has today’s rates, held ones included. For an earlier day without a valid ' +
        'rate of every requested currency, it has the rates of the last day before, up to a week back. `rate_as_of` is ' +
        'the date of the rates; `held` has the older dates of single rates. The page `/receipt` shows where a rate ' +
        'comes from. With `source=ecb`, the response has the European Central Bank’s rates.',
      requestParams: parameters.datedRates,
      success: success(datedRatesSchema, examples.datedRates),
      badRequests: {
        invalid_date: invalidDate('date', '2026-02-30'),
        out_of_reach: dateOutOfReach('date', '1999-01-01', reach),
        nothing_near: nothingNear(['SYP'], '2026-09-29', 7),
        base_twice: baseTwice(),
        empty_parameters: emptyParameters(['symbols'], '/api/v1/rates/2026-06-03?base=EUR&symbols=USD,GBP'),
        nothing_today: nothingToday(['SYP']),
        ...official,
      },
      // The example of the endpoint is on another base, which a file can't be asked for.
      file: {
        requestParams: parameters.datedRatesFile,
        success: success(datedRatesSchema, examples.datedRatesFile, 'DatedRatesFile'),
      },
    }),
    endpoint(addresses.pairRange, {
      operationId: 'getPairRange',
      tags: ['past'],
      summary: 'What a pair’s rate was, from one day to another',
      requestParams: parameters.range,
      success: success(pairRangeSchema, buildPairRange(examples.range)),
      badRequests: range,
    }),
    endpoint(addresses.pairRangeTable, {
      operationId: 'getPairRangeTable',
      tags: ['past'],
      summary: 'What a pair’s rate was, as CSV',
      requestParams: parameters.range,
      success: table(
        '`date,rate`, a line for each day, as RFC 4180 has it.',
        historyTable(withDates(examples.range.rates)),
      ),
      badRequests: range,
    }),
    endpoint(addresses.datedConversion, {
      operationId: 'convertOnDay',
      tags: ['past'],
      summary: 'Convert an amount at the rate of a day',
      description:
        'Without a date, or from the newest day on, the rate is today’s. If today’s rate of a currency is held, ' +
        '`rate_as_of` is its older date. For an earlier day without a valid rate of both currencies, the rate is that ' +
        'of the last day before, up to a week back. The page `/receipt`, with the same `from`, `to` and `date`, shows ' +
        'where that rate comes from.',
      requestParams: parameters.datedConversion,
      success: success(
        datedConversionSchema,
        buildDatedConversion({ ...examples.conversion, retrievedAt: snapshot.retrievedAt }),
      ),
      badRequests: {
        missing_parameters: missingParameters(['to'], '/api/v1/convert?from=USD&to=EUR'),
        invalid_amount: invalidAmount('ten'),
        amount_too_large: amountTooLarge('1e400'),
        invalid_date: invalidDate('date', 'today'),
        out_of_reach: dateOutOfReach('date', '1999-01-01', reach),
        nothing_near: nothingNear(['EUR', 'SYP'], '2026-09-29', 7),
        ...official,
      },
    }),
    endpoint(addresses.currencyYear, {
      operationId: 'getCurrencyYear',
      tags: ['past'],
      summary: 'What a currency was worth in a year, day by day',
      requestParams: parameters.currencyYear,
      success: success(currencyYearSchema, examples.currencyYear),
      file: {},
    }),
    endpoint(`/${paths.ratesTable}`, {
      operationId: 'getRatesTable',
      tags: ['past'],
      summary: 'Today’s rates as CSV',
      success: table('`code,rate`, units per 1 USD, as RFC 4180 has it.', ratesTable(snapshot.rates)),
    }),
  ];
}

/** How many of the archived days back the examples ask, and how many a range of theirs has. */
const DAYS_BACK = 8;
const DAYS_OF_RANGE = 29;

/** What the examples ask the archive for, and what it answers. @param today stands in for an archive without days */
function askedFor(validDays: readonly PastDay[], today: PastDay) {
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
  const example = { ...day, held: noneHeld };
  return {
    parameters: pastParameters(asked),
    examples: {
      range: { ...range, rates: lastOfEach(range.every, crossDays(years, range.start, range.end)) },
      currencyYear: buildCurrencyYear(pair.to, asked.year, ofYear),
      conversion: { ...pair, amount: 100, rate, day: example },
      datedRates: buildDatedRates({ day: example, base: 'EUR', codes: ['USD', 'GBP'] }),
      datedRatesFile: buildDatedRates({ day: example, base: 'USD' }),
    },
  };
}
