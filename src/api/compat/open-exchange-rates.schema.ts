import { z } from 'zod';
import { codeSchema } from '../../money/currencies/currency.schema.ts';

/** `/oxr/latest.json`, `/oxr/historical/{date}.json` */
export const openExchangeRatesSchema = z.strictObject({
  disclaimer: z.string().min(1),
  license: z.string().min(1),
  timestamp: z.int(),
  base: codeSchema,
  rates: z.record(codeSchema, z.number().positive()),
});

export const openExchangeRatesErrorSchema = z.strictObject({
  error: z.literal(true),
  status: z.int(),
  message: z.string().regex(/^[a-z_]+$/),
  description: z.string().min(1),
});
