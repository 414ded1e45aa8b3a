import { join } from 'node:path';
import { catalogue } from '../src/currencies/catalogue.ts';
import { InvalidSiteError } from '../src/site/site-problems.ts';
import { writeSite } from '../src/site/write-site.ts';
import packageJson from '../package.json' with { type: 'json' };
import { CommandError } from './command.ts';
import { obtainSnapshot, type ObtainOptions } from './obtain-snapshot.ts';
import { Progress } from './progress.ts';

export interface GenerateOptions extends ObtainOptions {
  /** The folder to write. */
  readonly out: string;
  /** How many files the host takes; `Infinity` for one that takes any number. */
  readonly fileLimit: number;
  /** Where the site will be published; undefined where nobody knows yet. */
  readonly url?: string | undefined;
}

/** Fetches the day's rates and writes the site; tells the user what is done. */
export async function generateSite(options: GenerateOptions, signal: AbortSignal): Promise<void> {
  const begin = performance.now();
  const snapshot = await obtainSnapshot(options, signal);
  const progress = new Progress();
  try {
    const { plan, files, bytes } = await writeSite({
      out: options.out,
      publicFolder: join(import.meta.dirname, '../public'),
      version: packageJson.version,
      catalogue,
      snapshot,
      fileLimit: options.fileLimit,
      url: options.url,
      signal,
      onProgress: progress.update,
    });
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const megabytes = (bytes / 1e6).toFixed(1);
    process.stdout.write(
      `${options.out}: rates of ${snapshot.asOf} for ${snapshot.rates.size} currencies, the pairs of ` +
        `${plan.pairCurrencies.length} as files. ${files} files, ${megabytes} MB, ${seconds} s.\n`,
    );
  } catch (error) {
    // Found before anything is written, such as a file in public/ that no host would take.
    if (error instanceof InvalidSiteError) throw new CommandError(error.message);
    throw error;
  } finally {
    progress.stop();
  }
}
