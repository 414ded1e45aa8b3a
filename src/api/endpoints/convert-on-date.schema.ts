import { z } from 'zod';
import type { Documentation } from '../declaration/endpoint.ts';
import { fields } from '../fields.schema.ts';
import { appliedRuleSchema } from '../rule.schema.ts';
import { conversionSchema } from './convert.schema.ts';

const { timestamp, ...conversion } = conversionSchema.shape;

/** `/api/v1/convert`: an amount in another currency, at the rate of a day. */
export const datedConversionSchema = z
  .strictObject({
    ...conversion,
    rate_as_of: fields.date.describe(
      'Date of the rate: the requested day, or the last earlier day with a rate. If a currency of the pair is ' +
        'held, the older of the two dates.',
    ),
    rate_type: fields.rateTypeOfSource,
    source: fields.source,
    sources: fields.sources,
    reference: fields.reference,
    held: fields.held,
    withheld: fields.withheld,
    rule: appliedRuleSchema.optional(),
    timestamp: timestamp.meta({
      description:
        'Time when the site fetched its newest dataset, ISO 8601 in UTC with milliseconds. It isn’t the time of the ' +
        'rate, which can be of a past day or from another source. The date of the rate is `rate_as_of`.',
    }),
  })
  .meta({ id: 'DatedConversion', description: 'An amount converted at a day’s rate.' });

export type DatedConversion = z.infer<typeof datedConversionSchema>;

export const convertOnDateDocumentation: Documentation = {
  operationId: 'convertOnDate',
  tag: 'pairs',
  summary: 'Convert an amount at a day’s rate',
  description:
    'If a day has no rate, the last earlier day counts, up to the source’s `days_back` in `/api/v1/sources`. If a ' +
    'rate is held, `rate_as_of` is the date of the last good rate. A `rule` is what an article of a tax law asks for. It isn’t ' +
    'advice: see `/docs/rules`. `/receipt` shows where a rate comes from.',
};
