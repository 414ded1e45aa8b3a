import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Rates, Snapshot } from '../rates/snapshot.ts';
import { type Dataset, parseDataset } from './dataset.ts';
import { defaultMirrors } from './fetch-snapshot.ts';
import { inPresentUnit } from './former-units.ts';
import { freshSnapshot } from './freshness.ts';
import { passGate } from './quality-gate.ts';
import recorded from './recorded/usd-2026-09-29.json' with { type: 'json' };

/** The hour of the recorded day's download is not known; its date's midnight stands in. */
const retrievedAt = `${recorded.date}T00:00:00.000Z`;

/**
 * A real day of the dataset that is kept in the repo, so that everything can be tried without a network. It has passed
 * the gate as any day would that is the first. Served at any time, it admits what it is: a cached fallback.
 */
export function recordedSnapshot(catalogue: readonly CatalogueEntry[], now: string): Snapshot {
  const dataset = parseRecorded(catalogue);
  const passed = passGate({ catalogue, previous: null, yardstick: recordedYardstick(catalogue), dataset });
  const snapshot = freshSnapshot(dataset, passed, defaultMirrors[0], retrievedAt);
  return { ...snapshot, checkedAt: now, staleReason: 'cached_fallback' };
}

/** What the quality gate measures by where nothing was published: the recorded day, with what it has wrong put right. */
export function recordedYardstick(catalogue: readonly CatalogueEntry[]): Rates {
  const { date, rates } = parseRecorded(catalogue);
  return new Map([...rates].map(([code, rate]) => [code, inPresentUnit(code, rate, date)]));
}

function parseRecorded(catalogue: readonly CatalogueEntry[]): Dataset {
  return parseDataset(recorded, catalogue, retrievedAt);
}
