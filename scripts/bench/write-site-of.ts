import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const writtenSchema = z.object({
  files: z.number(),
  bytes: z.number(),
  /** From a snapshot in memory to a site in place. */
  seconds: z.number(),
  /** The most memory that the process had. */
  peakBytes: z.number(),
});

/** Writes a site of so many currencies in a process of its own, with the options that `npm run generate` has. */
export async function writeSiteOf(currencies: number, out: string): Promise<z.infer<typeof writtenSchema>> {
  const script = join(import.meta.dirname, 'site-of.ts');
  const options = ['--max-semi-space-size=8', '--import', 'tsx', script, String(currencies), out];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  return writtenSchema.parse(JSON.parse(stdout));
}
