import { z } from 'zod';
import { MAX_UNCHECKED_HOURS, staleReasons } from '../../validation/freshness.ts';
import { fields } from '../fields.schema.ts';

/** Whether the newest rates are stale. Every document of a tool with the newest rates has it. */
export const freshnessSchema = z
  .strictObject({
    stale: z.boolean().describe('Whether the rates are outdated or may be outdated.'),
    stale_reason: z
      .enum([...staleReasons, 'not_checked'])
      .nullable()
      .describe(
        'Reason why the rates are stale. Null if they aren’t stale. `source_date_old`: the source has no newer rates. ' +
          '`cached_fallback`: the source wasn’t usable, so these are the last good rates. `not_checked`: the site ' +
          `hasn’t checked its sources for more than ${MAX_UNCHECKED_HOURS} hours.`,
      ),
    checked_at: fields.instant.describe('Time when the site last checked its sources.'),
    requested_at: fields.instant.describe('Time of this request.'),
  })
  .optional()
  .describe('Whether the rates are still current. Omitted for rates of a past day, and if the result has no currency.');

export type Freshness = NonNullable<z.infer<typeof freshnessSchema>>;
