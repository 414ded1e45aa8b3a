import { z } from 'zod';
import { MAX_AMOUNT_CHARACTERS } from '../../rates/amount.ts';
import { steps } from '../../rates/interval.ts';
import { MAX_DAYS_BACK, values } from '../../rates/past-rates.ts';
import { sourceNames } from '../format/fields.ts';
import { syntheticPeriods } from '../../rates/period.ts';

const anyCase = z.string();
/** File names are in lower case. */
const lowerCase = z.string().regex(/^[a-z\d]{3,5}$/);

const pair = {
  from: inPath(anyCase, 'PairFrom', 'Source currency code, in upper or lower case.', 'usd'),
  to: inPath(anyCase, 'PairTo', 'Target currency code, in upper or lower case.', 'eur'),
};
const pairFile = {
  from: inPath(lowerCase, 'FileFrom', 'Source currency code, in lower case.', 'usd'),
  to: inPath(lowerCase, 'FileTo', 'Target currency code, in lower case.', 'eur'),
};
const pairInQuery = {
  from: inQuery(anyCase, 'Source currency code, in upper or lower case.', 'USD'),
  to: inQuery(anyCase, 'Target currency code, in upper or lower case.', 'EUR'),
};
const period = inPath(z.enum(syntheticPeriods), 'Period', 'Length of the series.', '7d');

/** The parameters of the endpoints of today's rates, for OpenAPI. */
export const openApiParameters = {
  conversion: {
    query: z.object({
      ...pairInQuery,
      amount: inQuery(
        z.number().nonnegative().default(1),
        'Amount of the source currency: zero or more, without a sign, in plain decimal or exponent form (`12.50`, ' +
          `\`1e3\`), ${MAX_AMOUNT_CHARACTERS} characters at most. The amount and the result must be zero, or from about ` +
          '2.2e-308 to 1.8e308.',
        100,
      ),
    }),
  },
  history: {
    query: z.object({
      from: inQuery(anyCase.default('USD'), 'Source currency code, in upper or lower case.', 'USD'),
      to: inQuery(anyCase.default('INR'), 'Target currency code, in upper or lower case.', 'EUR'),
      period: inQuery(z.enum(syntheticPeriods).default('30d'), 'Length of the series.', '7d'),
    }),
  },
  pair: { path: z.object(pair) },
  pairFile: { path: z.object(pairFile) },
  pairHistory: { path: z.object({ ...pair, period }) },
  pairHistoryFile: { path: z.object({ ...pairFile, period }) },
};

/** The archive's days that the examples request. */
export interface PastExamples {
  /** `YYYY-MM-DD`, like `start` and `end`. */
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly year: string;
}

/** The parameters of the endpoints of past rates, for OpenAPI. */
export function pastParameters(examples: PastExamples) {
  const date = z.iso.date();
  const lastDate = ` A date may be up to ${MAX_DAYS_BACK} days after the newest day with rates, but not after tomorrow (UTC).`;
  const source = z
    .enum(sourceNames)
    .default('market')
    .meta({
      param: {
        id: 'Source',
        example: 'market',
        description:
          'Source of the rates: `market` for the dataset, `ecb` for the European Central Bank’s euro reference rates ' +
          'since 1999. With `ecb`, a weekend or a holiday has the rates of the last business day.',
      },
    });
  const range = z.object({
    ...pairInQuery,
    start: inQuery(
      date.optional(),
      'First day of the range. By default one year before `end`.' + lastDate,
      examples.start,
    ),
    end: inQuery(date.optional(), 'Last day of the range. By default the newest day.' + lastDate, examples.end),
    every: inQuery(
      z.enum(steps).default('day'),
      'Interval between two entries: a day, week, month, quarter or year.',
      'week',
    ),
    value: inQuery(
      z.enum(values).default('last'),
      'Kind of the entries: `last` for the last rate of each interval, `mean` for the average of its daily rates. ' +
        '`mean` needs `every=month`, `every=quarter` or `every=year`.',
      'last',
    ),
    source,
  });
  const currencyYear = z.object({
    code: inPath(lowerCase, 'FileCode', 'Currency code, in lower case.', 'eur'),
    year: inPath(z.string().regex(/^\d{4}$/), 'Year', 'Year, four digits.', examples.year),
  });
  return {
    datedConversion: {
      query: z.object({
        ...pairInQuery,
        amount: inQuery(z.number().nonnegative().default(1), 'Amount, with the same rules as in `/api/convert`.', 100),
        date: inQuery(date.optional(), 'Day of the rate. By default, the rate is the newest.' + lastDate, examples.day),
        source,
      }),
    },
    datedRates: {
      path: z.object({
        day: inPath(
          anyCase,
          'Day',
          'Date, or a currency code for today’s rates with that base. Codes may have any case.' + lastDate,
          examples.day,
        ),
      }),
      query: z.object({
        base: inQuery(
          anyCase.optional(),
          'Code of the base currency, in upper or lower case. USD by default, or EUR with `source=ecb`. If the path has a currency code, omit this parameter.',
          'EUR',
        ),
        symbols: inQuery(
          anyCase.optional(),
          'Codes of the currencies to return, in upper or lower case, separated by commas. All currencies by default.',
          'USD,GBP',
        ),
        source,
      }),
    },
    datedRatesFile: {
      path: z.object({
        day: inPath(
          z.string().regex(/^[a-z\d-]{3,10}$/),
          'FileDay',
          'Date, or a currency code in lower case for today’s rates with that base.',
          examples.day,
        ),
      }),
    },
    range: { query: range },
    currencyYear: { path: currencyYear },
  };
}

/** @param example the parameter's value in the example request, which returns the endpoint's example response */
function inQuery<T extends z.ZodType>(schema: T, description: string, example: string | number): T {
  return schema.meta({ param: { description, example } });
}

/** @param id the name under which several endpoints share the parameter */
function inPath<T extends z.ZodType>(schema: T, id: string, description: string, example: string): T {
  return schema.meta({ param: { id, description, example } });
}
