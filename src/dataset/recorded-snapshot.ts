import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { parseDataset } from './dataset.ts';
import { defaultMirrors } from './fetch-snapshot.ts';
import recorded from './recorded/usd-2026-09-29.json' with { type: 'json' };

/**
 * A real day of the dataset that is kept in the repo, so that everything can be tried without a network. Served at any
 * time, it admits what it is: a cached fallback. The hour of its download is not known; its date's midnight stands in.
 */
export function recordedSnapshot(catalogue: readonly CatalogueEntry[], now: string): Snapshot {
  const retrievedAt = `${recorded.date}T00:00:00.000Z`;
  const { date, rates } = parseDataset(recorded, catalogue, retrievedAt);
  return {
    asOf: date,
    retrievedAt,
    checkedAt: now,
    staleReason: 'cached_fallback',
    mirror: defaultMirrors[0],
    rates,
    quality: new Map(),
  };
}
