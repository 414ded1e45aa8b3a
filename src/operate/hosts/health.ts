import { z } from 'zod';
import { referenceRatesSchema } from '../../api/documents/reference-rates.ts';

/** The path of a server's health. No file of a site has this path. */
export const healthPath = '/health';

const { rate_as_of, retrieved_at, checked_at, stale } = referenceRatesSchema.shape;

/** `/health`: which version a server serves, and how old its rates and its last publish are. */
export const healthSchema = z.object({
  /** The server's `id` in `server.json`, which distinguishes it from another server at the same URL. */
  server: z.string(),
  /** Null if no site has been published yet. */
  site: z
    .object({
      ...{ version: z.string(), rate_as_of, retrieved_at, checked_at, stale },
      seconds_since_retrieved: z.number(),
      /** Each publish checks the source, so this is the age of the last successful publish. */
      seconds_since_published: z.number(),
    })
    .nullable(),
  failed_publishes: z.number(),
  /** Codes of what a person should look at, such as `stale` or `held:HKD`. */
  attention: z.array(z.string()),
});

export type Health = z.infer<typeof healthSchema>;
