import { z } from 'zod';
import { dateSchema } from '../money/calendar.schema.ts';
import type { Immutable } from '../text/immutable.ts';

/** What the publishes so far have found out about the days that the archive lacks. */
export const daySearchSchema = z.strictObject({
  /** The missing days, ascending. */
  days: z.array(
    z.strictObject({
      date: dateSchema,
      /** Date of the first publish that lacked the day. */
      since: dateSchema,
      /**
       * The runs in which every mirror that answered said that it lacks the day: the dates of the first and of the last,
       * and their number, at most one a day. Null before the first.
       */
      absent: z.strictObject({ first: dateSchema, last: dateSchema, runs: z.int().positive() }).nullable(),
    }),
  ),
  /** The dated mirrors that returned no dataset in the last run that requested one, and since when. */
  down: z.array(z.strictObject({ mirror: z.string(), since: dateSchema })),
});

export type DaySearch = Immutable<z.infer<typeof daySearchSchema>>;
