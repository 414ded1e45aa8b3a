import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { parseDataset } from './dataset.ts';
import { downloadJson, type DownloadLimits } from './download.ts';
import { MirrorError, NoUsableMirrorError } from './errors.ts';
import { freshSnapshot } from './freshness.ts';

/** The dataset's USD file on the content delivery networks that its project names, in the order in which to try them. */
export const defaultMirrors = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json',
  'https://latest.currency-api.pages.dev/v1/currencies/usd.json',
] as const;

export interface FetchOptions {
  readonly catalogue: readonly CatalogueEntry[];
  /** The clock, ISO 8601 UTC with milliseconds. */
  readonly now: string;
  /** Addresses of the dataset's USD file, in the order in which to try them. */
  readonly mirrors: readonly string[];
  readonly limits?: Partial<DownloadLimits>;
  /** Told of every mirror that gave nothing usable. */
  readonly onFailure?: (mirror: string, error: MirrorError) => void;
}

/**
 * The day's snapshot from the first mirror that gives a usable dataset.
 * @throws {NoUsableMirrorError} when none does
 */
export async function fetchSnapshot({ catalogue, now, mirrors, limits, onFailure }: FetchOptions): Promise<Snapshot> {
  const failures = new Map<string, MirrorError>();
  for (const mirror of mirrors) {
    try {
      const dataset = parseDataset(await downloadJson(mirror, limits), catalogue, now);
      return freshSnapshot(dataset, mirror, now);
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      failures.set(mirror, error);
      onFailure?.(mirror, error);
    }
  }
  throw new NoUsableMirrorError(failures);
}
