import { z } from 'zod';
import { codeSchema } from '../../money/currencies/currency.schema.ts';

/** `/prebid/currency.json` */
export const prebidSchema = z.strictObject({
  dataAsOf: z.iso.datetime(),
  generatedAt: z.iso.datetime(),
  conversions: z.record(codeSchema, z.record(codeSchema, z.number().positive())),
});

export type Prebid = z.infer<typeof prebidSchema>;
