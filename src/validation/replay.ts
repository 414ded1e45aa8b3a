import type { ArchivedDay } from '../archive/archive.ts';
import type { Evidence } from '../archive/evidence.ts';
import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { ImplausibleDatasetError } from '../dataset/errors.ts';
import type { Rates } from '../rates/snapshot.ts';
import { elementAt } from '../rates/element-at.ts';
import { isPublished } from './quote.ts';
import { assertPublishable } from './assert-publishable.ts';
import {
  type RejectedValue,
  rejectedValues,
  validateAndKeep,
  type ValidatedDay,
  validateEachDay,
} from './validate-archive.ts';

/** What becomes of datasets that come one after the other. */
export interface Replay {
  readonly days: readonly (ArchivedDay & { readonly judged: ValidatedDay })[];
  /** Those that would not have been published on their day. They are archived all the same, once they are fetched again. */
  readonly refused: readonly { readonly date: string; readonly reason: string }[];
  /** Values that are not believed, knowing what came after them. */
  readonly faults: readonly RejectedValue[];
  /** What witnesses said of them, as far as it is kept. */
  readonly evidence: readonly Evidence[];
}

/**
 * Puts datasets through the judgement, each as known on its own day.
 *
 * @param datasets in the order of their dates, each of another day
 * @param evidence what witnesses said of them
 */
export function replay(
  datasets: readonly ArchivedDay[],
  catalogue: readonly CatalogueEntry[],
  evidence: readonly Evidence[] = [],
): Replay {
  const archive = { days: datasets, evidence };
  const judged = validateEachDay(archive, catalogue);
  const days = datasets.map(({ date, rates }, index) => ({ date, rates, judged: elementAt(judged, index) }));
  const refused = days.flatMap(({ date, rates, judged }) => {
    const reason = refusalOf(rates, judged, catalogue);
    return reason === null ? [] : [{ date, reason }];
  });
  return {
    days,
    refused,
    faults: rejectedValues(archive, catalogue),
    evidence: datasets.length === 0 ? [] : validateAndKeep(archive, catalogue).kept,
  };
}

function refusalOf(rates: Rates, judged: ValidatedDay, catalogue: readonly CatalogueEntry[]): string | null {
  try {
    assertPublishable(rates, judged, catalogue);
    return null;
  } catch (error) {
    if (!(error instanceof ImplausibleDatasetError)) throw error;
    return error.message;
  }
}

/** A value that was wrong on its day, as somebody has found out otherwise. */
export interface WrongValue {
  readonly date: string;
  readonly code: string;
  /** Units per 1 USD that were right. */
  readonly right: number;
}

/** How well a replay did, beside what is known to be wrong; what is not is taken for right. */
export interface Score {
  /** Published as the dataset had them, and off by more than 20%, or by 5 to 20%. */
  readonly farOff: readonly string[];
  readonly off: readonly string[];
  /** Right, and not published: held, or left out. */
  readonly falseHolds: readonly string[];
  /** In how many successive datasets at most. */
  readonly longestFalseHold: number;
  /** Wrong, and believed with hindsight all the same. */
  readonly overlooked: readonly string[];
}

/** @returns each value as `2025-12-06 BTC` */
export function scoreReplay({ days, faults }: Replay, wrong: readonly WrongValue[]): Score {
  const rightOf = new Map(wrong.map(({ date, code, right }) => [`${date} ${code}`, right]));
  const found = new Set(faults.map(({ date, code }) => `${date} ${code}`));
  const farOff: string[] = [];
  const off: string[] = [];
  const falseHolds: string[] = [];
  const inARow = new Map<string, number>();
  let longestFalseHold = 0;
  for (const { date, rates, judged } of days) {
    for (const [code, offered] of rates) {
      const value = `${date} ${code}`;
      const isPublishedValue = isPublished(judged.quality.get(code) ?? 'ok');
      const right = rightOf.get(value) ?? offered;
      const factor = Math.max(offered / right, right / offered);
      if (isPublishedValue && factor > 1.05) (factor > 1.2 ? farOff : off).push(value);
      const isFalseHold = !isPublishedValue && !rightOf.has(value);
      if (isFalseHold) falseHolds.push(value);
      inARow.set(code, isFalseHold ? (inARow.get(code) ?? 0) + 1 : 0);
      longestFalseHold = Math.max(longestFalseHold, inARow.get(code) ?? 0);
    }
  }
  const overlooked = [...rightOf.keys()].filter((value) => !found.has(value));
  return { farOff, off, falseHolds, longestFalseHold, overlooked };
}
