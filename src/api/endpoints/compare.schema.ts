import { z } from 'zod';
import type { Documentation } from '../declaration/endpoint.ts';
import { fields } from '../fields.schema.ts';
import { sourceNames } from '../source-fields.ts';
import { datedConversionSchema } from './convert-on-date.schema.ts';

const key = z.string().meta({ description: 'Value of the parameter `source`.', examples: [...sourceNames] });

/** `/api/v1/compare`: each source's rate of a pair. */
export const comparisonSchema = z
  .strictObject({
    success: fields.success,
    from: fields.from,
    to: fields.to,
    requested_date: fields.date.nullable().describe('Requested day. Null if the request has none.'),
    requested_before: fields.date
      .nullable()
      .describe('Date before which the last rates were requested. Null if the request has no such date.'),
    comparison: z
      .array(
        z
          .strictObject({ key })
          .safeExtend(
            datedConversionSchema.omit({
              ...{ success: true, from: true, to: true, amount: true, result: true, timestamp: true },
            }).shape,
          )
          .safeExtend({
            difference_percent: z
              .number()
              .nullable()
              .meta({
                description:
                  'Difference of the rate to the market rate in percent of the market rate, with 4 decimals. Positive if ' +
                  'the rate is higher. Null if the market has no rate.',
                examples: [0.0213],
              }),
          }),
      )
      .min(1)
      .describe(
        'The sources with a rate of the pair, the market first. Each has the rate of its own day, as `/api/v1/convert` ' +
          'returns it with this `source`.',
      ),
    without_rate: z
      .array(key)
      .describe('The other sources. `/api/v1/convert` with such a `source` returns the reason for the missing rate.'),
    timestamp: datedConversionSchema.shape.timestamp,
  })
  .meta({ id: 'Comparison', description: 'Rates of one pair from several sources.' });

export type Comparison = z.infer<typeof comparisonSchema>;

export const compareDocumentation: Documentation = {
  operationId: 'compareRates',
  tag: 'pairs',
  summary: 'Compare the rates of all sources',
  description:
    'The market rate of a pair and the official rates of all banks that have it, each of its own day and with its ' +
    'difference to the market rate. Banks fix their rates at different hours, so small differences are normal.',
};
