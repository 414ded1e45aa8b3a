import { z } from 'zod';
import type { Documentation } from '../declaration/endpoint.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';
import { COMPUTED_DIGITS } from '../../money/rounding/round.ts';
import { fields, rounded } from '../fields.schema.ts';

/** `/api/v1/rates/{date}` and `/api/v1/rates/{base}`: the rates of a day, or today's on a base. */
export const datedRatesSchema = z
  .strictObject({
    success: fields.success,
    base: codeSchema.meta({ description: 'Currency that every rate is relative to.', examples: ['USD'] }),
    rate_as_of: fields.date.describe(
      'Date of the rates: the requested day, or the last earlier day that has rates. If the base is held, the ' +
        'date of its rate.',
    ),
    rate_type: fields.rateTypeOfSource,
    source: fields.source,
    sources: fields.sources,
    reference: fields.reference,
    held: fields.held,
    withheld: fields.withheld,
    rates: z
      .record(codeSchema, z.number().positive())
      .describe(
        'Units of each currency per 1 unit of the base, by code. With base USD, rates have all digits of the dataset. ' +
          `With another base, they are ${rounded(COMPUTED_DIGITS)}. On a past day, currencies without a valid rate are omitted.`,
      ),
  })
  .refine(({ base, rates }) => !(base in rates) || rates[base] === 1, 'the base must be 1')
  .meta({ id: 'DatedRates', description: 'Rates of one day on one base.' });

export type DatedRates = z.infer<typeof datedRatesSchema>;

const held = '`rate_as_of` is the date of the rates, and `held` has the dates of older rates.';

export const ratesOnDateDocumentation: Documentation = {
  operationId: 'getRatesOnDate',
  tag: 'past',
  summary: 'Rates of a day',
  description:
    'If a requested currency has no valid rate on the day, the rates are of the last earlier day with all requested ' +
    `currencies, up to the source’s \`days_back\` in \`/api/v1/sources\`. ${held}`,
  file: 'Each day with rates has a file, with base USD. For other days, omit `.json`.',
};

export const ratesByBaseDocumentation: Documentation = {
  operationId: 'getRatesByBase',
  tag: 'rates',
  summary: 'Today’s rates on any base',
  description:
    'Each currency with a rate today has a file. Without `.json`, the path also accepts upper case and sub-units. ' +
    held,
};
