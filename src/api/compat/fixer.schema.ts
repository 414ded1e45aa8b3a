import { isoDate } from '../../money/calendar.schema.ts';
import { z } from 'zod';
import { conversionSchema } from '../endpoints/convert.schema.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';

/** `/api/latest`, `/api/{date}` */
export const fixerSchema = z.strictObject({
  success: z.literal(true),
  timestamp: z.int(),
  historical: z.literal(true).optional(),
  base: codeSchema,
  date: isoDate,
  rates: z.record(codeSchema, z.number().positive()),
});

/** `/api/convert` with a key */
export const fixerConversionSchema = conversionSchema.extend({
  query: z.strictObject({ from: codeSchema, to: codeSchema, amount: z.number().nonnegative() }),
  info: z.strictObject({ timestamp: z.int(), rate: z.number().positive() }),
  historical: z.literal(true).optional(),
  date: isoDate,
});

export const fixerErrorSchema = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({ code: z.int(), type: z.string().regex(/^[a-z_]+$/), info: z.string().min(1) }),
});
