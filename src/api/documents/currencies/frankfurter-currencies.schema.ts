import { isoDate } from '../../../money/calendar.schema.ts';
import { z } from 'zod';
import { codeSchema } from '../../../money/currencies/currency.schema.ts';

/** `/v2/currencies` */
export const frankfurterCurrenciesSchema = z.array(
  z.strictObject({
    iso_code: codeSchema,
    iso_numeric: z.string().nullable(),
    name: z.string().min(1),
    symbol: z.string().min(1).nullable(),
    start_date: isoDate.nullable(),
    end_date: isoDate.nullable(),
  }),
);

export type FrankfurterCurrencies = z.infer<typeof frankfurterCurrenciesSchema>;
