import { isoDate } from '../../../money/calendar.schema.ts';
import { z } from 'zod';
import { codeSchema } from '../../../money/currencies/currency.schema.ts';

/** Units per `amount` of the base. The base itself isn't listed. */
const ratesSchema = z.record(codeSchema, z.number().nonnegative());

/** `/v1/latest`, `/v1/current`, `/v1/{date}` */
export const frankfurterDaySchema = z.strictObject({
  amount: z.number().positive(),
  base: codeSchema,
  date: isoDate,
  rates: ratesSchema,
});

/** `/v1/{start}..{end}`, `/v1/{start}..` */
export const frankfurterRangeSchema = z.strictObject({
  amount: z.number().positive(),
  base: codeSchema,
  start_date: isoDate,
  end_date: isoDate,
  rates: z.record(isoDate, ratesSchema),
});

/** `/v1/currencies`, and Open Exchange Rates' list of currencies */
export const namesSchema = z.record(codeSchema, z.string().min(1));

export const frankfurterErrorSchema = z.strictObject({ message: z.string().min(1) });
