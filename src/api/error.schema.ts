import { z } from 'zod';

/** The body of every response that isn't a success. */
export const errorSchema = z
  .strictObject({
    success: z.literal(false).describe('Always false in an error.'),
    error: z.string().min(1).describe('What is wrong and what to do. The wording may change.'),
  })
  .meta({ id: 'Error', description: 'Error response.' });
