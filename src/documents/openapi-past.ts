import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { PublishedCurrency } from '../rates/published-currency.ts';
import { dailyRates, withDates, yearsOf } from '../rates/past-rates.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import type { ArchiveFiles } from './archive-index.ts';
import { buildCurrencyYear, currencyYearSchema } from './currency-year.ts';
import { buildDatedConversion, datedConversionSchema } from './dated-conversion.ts';
import { buildDatedRates, datedRatesSchema } from './dated-rates.ts';
import {
  addressTooLong,
  amountTooLarge,
  baseTwice,
  dateOutOfReach,
  emptyParameters,
  emptyRange,
  invalidAmount,
  invalidDate,
  invalidStep,
  missingParameters,
  nothingNear,
  nothingToday,
  rangeTurnedRound,
  unsupportedCurrency,
} from './error.ts';
import { answered, fixedFile, pairFile } from './openapi-operations.ts';
import { openApiParameters } from './openapi-parameters.ts';
import { success, table } from './openapi-responses.ts';
import { buildPairRange, pairRangeSchema } from './pair-range.ts';
import { addresses, paths } from './paths.ts';
import { historyTable, ratesTable } from './tables.ts';

/** The addresses of past rates and of other bases, for OpenAPI. */
export function pastOperations(
  { asOf, retrievedAt, rates }: Snapshot,
  { believed, first, last }: ArchiveFiles,
  currencies: readonly PublishedCurrency[],
): ZodOpenApiPathsObject {
  const day = believed.at(-1) ?? { date: asOf, rates };
  const [year = asOf.slice(0, 4), ofYear = { dates: [], rates: [] }] = [...yearsOf('EUR', believed)].at(-1) ?? [];
  const [dates, ofDates] = [ofYear.dates.slice(-3), ofYear.rates.slice(-3)];
  const [start, end] = [dates[0] ?? asOf, dates.at(-1) ?? asOf];
  const pastRates = dailyRates(year, { dates, rates: ofDates }) ?? { firstDay: 0, rates: [] };
  const pair = { from: 'USD', to: 'EUR' };
  const rate = currencies.find(({ code }) => code === 'EUR')?.perUsd ?? NaN;
  const reach = { first, last };
  const range = {
    missing_parameters: missingParameters(['to'], '/api/v1/history?from=EUR&to=INR'),
    invalid_date: invalidDate('start', 'today'),
    turned_round: rangeTurnedRound('2026-09-29', '2026-09-01'),
    out_of_reach: dateOutOfReach('start', '1999-01-01', reach),
    empty_range: emptyRange(['EUR', 'SYP'], '2026-08-15', '2026-08-20', reach),
    invalid_every: invalidStep('hour'),
    unsupported_currency: unsupportedCurrency(['XYZ']),
    address_too_long: addressTooLong(),
  };
  const datedRates = success(datedRatesSchema, buildDatedRates({ asOf: day.date, base: 'USD', perUsd: day.rates }));
  const currencyYear = success(currencyYearSchema, buildCurrencyYear('EUR', year, ofYear));
  const summaries = {
    datedRates: 'The rates of a past day, or today’s on another base',
    currencyYear: 'What a currency was worth in a year, day by day',
  };
  return {
    [addresses.datedRates]: answered({
      operationId: 'getDatedRates',
      tags: ['past'],
      summary: summaries.datedRates,
      description:
        'A day that is not archived is answered with the last one before it, up to a week back, and so is one of which ' +
        'a currency that is asked for has no rate that is believed: `rate_as_of` says which day it is.',
      requestParams: openApiParameters.datedRates,
      success: datedRates,
      badRequests: {
        invalid_date: invalidDate('date', '2026-02-30'),
        out_of_reach: dateOutOfReach('date', '1999-01-01', reach),
        nothing_near: nothingNear(['SYP'], '2026-09-29', 7),
        base_twice: baseTwice(),
        empty_parameters: emptyParameters(['symbols'], '/api/v1/rates/2026-06-03?base=EUR&symbols=USD,GBP'),
        nothing_today: nothingToday(['SYP']),
        unsupported_currency: unsupportedCurrency(['XYZ']),
        address_too_long: addressTooLong(),
      },
    }),
    [addresses.pairRange]: answered({
      operationId: 'getPairRange',
      tags: ['past'],
      summary: 'What a pair’s rate was, from one day to another',
      requestParams: openApiParameters.range,
      success: success(pairRangeSchema, buildPairRange({ ...pair, start, end, every: 'day', rates: pastRates })),
      badRequests: range,
    }),
    [addresses.pairRangeTable]: answered({
      operationId: 'getPairRangeTable',
      tags: ['past'],
      summary: 'The same as CSV',
      requestParams: openApiParameters.range,
      success: table('`date,rate`, a line for each day, as RFC 4180 has it.', historyTable(withDates(pastRates))),
      badRequests: range,
    }),
    [addresses.datedConversion]: answered({
      operationId: 'convertOnDay',
      tags: ['past'],
      summary: 'Convert an amount at the rate of a day',
      description:
        'A day without a rate of both currencies is answered with the last one before it, up to a week back.',
      requestParams: openApiParameters.datedConversion,
      success: success(datedConversionSchema, buildDatedConversion({ ...pair, amount: 100, rate, asOf, retrievedAt })),
      badRequests: {
        missing_parameters: missingParameters(['to'], '/api/v1/convert?from=USD&to=EUR'),
        invalid_amount: invalidAmount('ten'),
        amount_too_large: amountTooLarge('1e400'),
        invalid_date: invalidDate('date', 'today'),
        out_of_reach: dateOutOfReach('date', '1999-01-01', reach),
        nothing_near: nothingNear(['EUR', 'SYP'], '2026-09-29', 7),
        unsupported_currency: unsupportedCurrency(['XYZ']),
        address_too_long: addressTooLong(),
      },
    }),
    [addresses.currencyYear]: {
      get: pairFile({
        operationId: 'getCurrencyYear',
        summary: summaries.currencyYear,
        requestParams: openApiParameters.currencyYear,
        success: currencyYear,
        tags: ['past'],
      }),
    },
    [`/${paths.ratesTable}`]: {
      get: fixedFile({
        operationId: 'getRatesTable',
        tags: ['past'],
        summary: 'Today’s rates as CSV',
        success: table(
          '`code,rate`, units per 1 USD, as RFC 4180 has it.',
          ratesTable(new Map([...rates].slice(0, 3))),
        ),
      }),
    },
    [`${addresses.datedRates}.json`]: {
      get: pairFile({
        operationId: 'getDatedRatesFile',
        summary: summaries.datedRates,
        requestParams: openApiParameters.datedRatesFile,
        success: datedRates,
      }),
    },
    [`${addresses.currencyYear}.json`]: {
      get: pairFile({
        operationId: 'getCurrencyYearFile',
        summary: summaries.currencyYear,
        requestParams: openApiParameters.currencyYear,
        success: currencyYear,
      }),
    },
  };
}
