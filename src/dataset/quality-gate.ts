import { type CatalogueEntry, byPublishedOrder } from '../currencies/catalogue.ts';
import { dayNumber } from '../rates/calendar.ts';
import { MAX_HELD_DAYS, type Quality } from '../rates/quality.ts';
import type { Rates, Snapshot } from '../rates/snapshot.ts';
import { isWithin, plausibleFactor, SECOND_DATASET_FACTOR, YARDSTICK_FACTOR } from './bounds.ts';
import { completenessProblems } from './completeness.ts';
import type { Dataset } from './dataset.ts';
import { ImplausibleDatasetError, inOneLine } from './errors.ts';
import { isOfFormerUnit } from './former-units.ts';

/** What was published last, as far as the gate needs it. */
export type PublishedBefore = Pick<Snapshot, 'asOf' | 'rates' | 'quality'>;

export interface GateInput {
  readonly catalogue: readonly CatalogueEntry[];
  /** Null when nothing was published before. */
  readonly previous: PublishedBefore | null;
  /** The rates of a recorded day: the yardstick for a currency that has never been published. */
  readonly yardstick: Rates;
  readonly dataset: Dataset;
}

/** Successive datasets that must agree on a new level before it is believed, unless it is that of a former unit: */
const DATASETS_TO_AGREE = 3;
/** fewer where the level is not far from the last one. */
const DATASETS_TO_AGREE_NEARBY = 2;

/** The share of the catalogue that may be held at once: beyond, it is the dataset that is not believed. */
const MAX_HELD_SHARE = 0.2;

/**
 * Decides, for every currency, between what the dataset offers and what was published before. It keeps no memory but
 * what it returns, which is published and comes back as `previous`.
 *
 * @throws {ImplausibleDatasetError} when more than 20% of the catalogue would be held, or when what can be published is
 * less complete than a dataset must be
 */
export function passGate({ catalogue, previous, yardstick, dataset }: GateInput): Pick<Snapshot, 'rates' | 'quality'> {
  const rates = new Map<string, number>();
  const quality = new Map<string, Quality>();
  for (const entry of catalogue.toSorted(byPublishedOrder)) {
    const { code } = entry;
    const verdict = judge(entry, dataset, goodRateOf(code, previous, yardstick), previous?.quality.get(code));
    const published = verdict === 'ok' ? (dataset.rates.get(code) ?? null) : verdict.published;
    if (published !== null) rates.set(code, published);
    if (verdict !== 'ok') quality.set(code, verdict);
  }
  const held = [...quality].filter(([, { state }]) => state === 'held').map(([code]) => code);
  if (held.length > catalogue.length * MAX_HELD_SHARE) {
    throw new ImplausibleDatasetError(
      `${held.length} of ${catalogue.length} currencies would have to be held: ${held.join(', ')}`,
    );
  }
  const gaps = completenessProblems(catalogue, (code) => rates.has(code));
  if (gaps.length > 0) throw new ImplausibleDatasetError(`too little of it is left: ${inOneLine(gaps)}`);
  return { rates, quality };
}

/** A rate to measure by. */
interface GoodRate {
  readonly rate: number;
  /** Its date; null for the yardstick, which was never published. */
  readonly asOf: string | null;
}

function goodRateOf(code: string, previous: PublishedBefore | null, yardstick: Rates): GoodRate | null {
  const published = previous?.rates.get(code);
  if (previous && published !== undefined) {
    return { rate: published, asOf: previous.quality.get(code)?.goodAsOf ?? previous.asOf };
  }
  const rate = yardstick.get(code);
  return rate === undefined ? null : { rate, asOf: null };
}

function judge(
  entry: CatalogueEntry,
  { date, rates }: Dataset,
  good: GoodRate | null,
  before: Quality | undefined,
): Quality | 'ok' {
  const offered = rates.get(entry.code) ?? null;
  if (offered !== null && good !== null && isPlausible(entry, good, offered, date)) return 'ok';

  const agreeing = countAgreeing(entry, offered, date, before);
  const isHeld = before?.state === 'held';
  const isNearby = offered !== null && good?.asOf != null && isWithin(SECOND_DATASET_FACTOR, offered, good.rate);
  const enough = isNearby ? DATASETS_TO_AGREE_NEARBY : DATASETS_TO_AGREE;
  if (offered !== null && agreeing >= enough && !isOfFormerUnit(entry.code, offered, date)) {
    return {
      state: 'accepted',
      reason: 'level_break',
      since: date,
      published: offered,
      goodAsOf: date,
      offered,
      offeredAsOf: date,
      agreeing,
    };
  }
  const since = isHeld ? before.since : date;
  // Held for too long, it is left out: by then the last good one is wrong, too. Its age does not count: after a pause of
  // the whole site all would be left out that has moved, and with one of the most traded the dataset be refused for good.
  const standsIn = good?.asOf != null && dayNumber(date) - dayNumber(since) < MAX_HELD_DAYS;
  return {
    state: 'held',
    reason: offered === null ? 'missing' : 'implausible_move',
    since,
    published: standsIn ? good.rate : null,
    goodAsOf: standsIn ? good.asOf : null,
    offered,
    offeredAsOf: date,
    agreeing,
  };
}

function isPlausible({ volatility }: CatalogueEntry, good: GoodRate, offered: number, date: string): boolean {
  const factor =
    good.asOf === null ? YARDSTICK_FACTOR : plausibleFactor(volatility, dayNumber(date) - dayNumber(good.asOf));
  return isWithin(factor, offered, good.rate);
}

/** How many successive datasets agree with this one. Another edition of a day that was counted does not count again. */
function countAgreeing(
  { volatility }: CatalogueEntry,
  offered: number | null,
  date: string,
  before: Quality | undefined,
): number {
  if (offered === null) return 0;
  if (before?.state !== 'held' || before.offered === null) return 1;
  const days = dayNumber(date) - dayNumber(before.offeredAsOf);
  if (!isWithin(plausibleFactor(volatility, days), offered, before.offered)) return 1;
  return days > 0 ? before.agreeing + 1 : before.agreeing;
}
