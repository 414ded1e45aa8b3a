import { isoDate } from '../../money/calendar.schema.ts';
import { z } from 'zod';
import { codeSchema } from '../../money/currencies/currency.schema.ts';

/** `/v6/latest/{code}`, `/v4/latest/{code}` */
export const exchangeRateApiSchema = z.strictObject({
  result: z.literal('success'),
  provider: z.url(),
  documentation: z.url(),
  terms_of_use: z.url(),
  terms: z.url(),
  time_last_update_unix: z.int(),
  time_last_update_utc: z.string(),
  time_last_updated: z.int(),
  time_next_update_unix: z.int(),
  time_next_update_utc: z.string(),
  time_eol_unix: z.literal(0),
  base_code: codeSchema,
  base: codeSchema,
  date: isoDate,
  rates: z.record(codeSchema, z.number().positive()),
});

export const exchangeRateApiErrorSchema = z.strictObject({
  result: z.literal('error'),
  'error-type': z.literal('unsupported-code'),
  error_type: z.literal('unsupported_code'),
});
