import { z } from 'zod';

export const dateSchema = z.iso.date().meta({ description: 'Date, `YYYY-MM-DD`.', examples: ['2026-09-29'] });

export const instantSchema = z.iso.datetime({ precision: 3 }).meta({
  description: 'Date and time, ISO 8601 in UTC with milliseconds.',
  examples: ['2026-09-29T06:17:00.000Z'],
});
