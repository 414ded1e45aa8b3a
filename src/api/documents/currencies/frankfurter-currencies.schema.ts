import { z } from 'zod';
import { codeSchema } from '../../../money/currencies/currency.schema.ts';

/** `/v2/currencies` */
export const frankfurterCurrenciesSchema = z.array(
  z.strictObject({
    iso_code: codeSchema,
    iso_numeric: z.string().nullable(),
    name: z.string().min(1),
    symbol: z.string().min(1).nullable(),
    start_date: z.iso.date().nullable(),
    end_date: z.iso.date().nullable(),
  }),
);

export type FrankfurterCurrencies = z.infer<typeof frankfurterCurrenciesSchema>;
