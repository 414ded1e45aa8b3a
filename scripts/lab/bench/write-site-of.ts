import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What `site-of.ts` prints. */
export interface WrittenFiles {
  readonly files: number;
  readonly bytes: number;
  /** From a snapshot in memory to files. */
  readonly seconds: number;
  /** The most memory that the process had; null on systems other than Linux. */
  readonly peakBytes: number | null;
}

/** Writes a site of so many currencies, or only its pairs' documents, in a process with the options of `npm run generate`. */
export async function writeSiteOf(currencies: number, out: string, what: 'site' | 'pairs'): Promise<WrittenFiles> {
  const script = join(import.meta.dirname, 'site-of.ts');
  const options = ['--max-semi-space-size=8', '--import', 'tsx/esm', script, what, String(currencies), out];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  return JSON.parse(stdout) as WrittenFiles;
}
