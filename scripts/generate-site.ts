import { join } from 'node:path';
import { catalogue } from '../src/currencies/catalogue.ts';
import { fetchSnapshot } from '../src/dataset/fetch-snapshot.ts';
import { NoUsableMirrorError } from '../src/dataset/errors.ts';
import { recordedSnapshot } from '../src/dataset/recorded-snapshot.ts';
import type { Snapshot } from '../src/rates/snapshot.ts';
import { writeSite } from '../src/site/write-site.ts';
import packageJson from '../package.json' with { type: 'json' };
import { CommandError } from './command.ts';
import { Progress } from './progress.ts';

export interface GenerateOptions {
  /** The folder to write. */
  readonly out: string;
  /** Addresses of the dataset's USD file, tried in order. */
  readonly mirrors: readonly string[];
  /** Whether the recorded snapshot may serve when no mirror is usable. */
  readonly recorded: boolean;
  readonly fileLimit: number;
  /** Where the site will be published; undefined where nobody knows yet. */
  readonly url?: string | undefined;
  /** The clock, ISO 8601 UTC with milliseconds. */
  readonly now: string;
}

/** Milliseconds for all mirrors together when the recorded snapshot stands ready: a preview should not wait longer. */
const PREVIEW_PATIENCE = 8000;

/** Fetches the day's rates and writes the site; tells the user what is done. */
export async function generateSite(options: GenerateOptions, signal: AbortSignal): Promise<void> {
  const begin = performance.now();
  const snapshot = await obtainSnapshot(options);
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
      `${options.out}: rates of ${snapshot.asOf} for ${plan.currencies.length} currencies, the pairs of ` +
        `${plan.pairCurrencies.length} as files. ${files} files, ${megabytes} MB, ${seconds} s.\n`,
    );
  } finally {
    progress.stop();
  }
}

async function obtainSnapshot({ mirrors, recorded, now }: GenerateOptions): Promise<Snapshot> {
  try {
    return await fetchSnapshot({
      catalogue,
      now,
      mirrors,
      ...(recorded && { limits: { deadline: PREVIEW_PATIENCE / mirrors.length } }),
      onFailure: (mirror, { message }) => process.stderr.write(`${mirror}: ${message}\n`),
    });
  } catch (error) {
    if (!(error instanceof NoUsableMirrorError)) throw error;
    if (!recorded) {
      throw new CommandError(
        `${error.message} Nothing was written. Try again later, name another mirror with --mirror, or, for a preview, use --recorded.`,
      );
    }
    const snapshot = recordedSnapshot(catalogue, now);
    process.stderr.write(`${error.message} The recorded rates of ${snapshot.asOf} serve instead; the site says so.\n`);
    return snapshot;
  }
}
