import { z } from 'zod';
import type { Instant, IsoDate } from './calendar.ts';

/** A valid date, `YYYY-MM-DD`. The cast says in the type what the pattern checks. */
export const isoDate = z.iso.date() as unknown as z.ZodType<IsoDate, IsoDate>;

export const dateSchema = isoDate.meta({ description: 'Date, `YYYY-MM-DD`.', examples: ['2026-09-29'] });

const instant = z.iso.datetime({ precision: 3 }) as unknown as z.ZodType<Instant, Instant>;

export const instantSchema = instant.meta({
  description: 'Date and time, ISO 8601 in UTC with milliseconds.',
  examples: ['2026-09-29T06:17:00.000Z'],
});
