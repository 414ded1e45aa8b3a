import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const writtenSchema = z.object({
  files: z.number(),
  bytes: z.number(),
  /** From a snapshot in memory to files. */
  seconds: z.number(),
  /** The most memory that the process had; null where the system does not tell. */
  peakBytes: z.number().nullable(),
});

/**
 * Writes a site of so many currencies, or its pairs' documents alone, in a process of its own with the options that
 * `npm run generate` has.
 */
export async function writeSiteOf(
  currencies: number,
  out: string,
  what: 'site' | 'pairs' = 'site',
): Promise<z.infer<typeof writtenSchema>> {
  const script = join(import.meta.dirname, 'site-of.ts');
  const options = ['--max-semi-space-size=8', '--import', 'tsx/esm', script, what, String(currencies), out];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  return writtenSchema.parse(JSON.parse(stdout));
}
