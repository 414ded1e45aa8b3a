import { z } from 'zod';
import { dateSchema } from '../money/calendar.schema.ts';
import type { Immutable } from '../text/immutable.ts';

/** `archive/market.json`: the gaps in the market rates, and who provided the days. */
export const marketDaysSchema = z.strictObject({
  /** Dates that the source never published, ascending. */
  gaps: z.array(dateSchema),
  /** The changes of provider, ascending; empty if every day is from the default provider. */
  providers: z.array(z.strictObject({ first: dateSchema, name: z.string(), url: z.url(), license: z.string() })),
});

export type MarketDays = Immutable<z.infer<typeof marketDaysSchema>>;
