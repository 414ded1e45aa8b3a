import { byPublishedOrder, type CatalogueEntry } from '../currencies/catalogue.ts';
import { dayNumber } from '../rates/calendar.ts';
import type { Quality } from '../rates/quality.ts';
import type { Rates, Snapshot } from '../rates/snapshot.ts';
import { publicAddress } from './address.ts';
import { isWithin, YARDSTICK_FACTOR } from './bounds.ts';
import { completenessProblems, defaultCompleteness } from './completeness.ts';
import { FIRST_DAY } from './dataset.ts';
import { inOneLine } from './errors.ts';
import { isOfFormerUnit } from './former-units.ts';

export interface PreviousContext {
  readonly catalogue: readonly CatalogueEntry[];
  /** The rates of a recorded day. */
  readonly yardstick: Rates;
  /** The clock, ISO 8601 UTC. */
  readonly now: string;
}

/** The share of the catalogue that a published site may lack, or have far from the recorded day, and still be believed. */
const MAX_STRANGE_SHARE = 0.2;

const DAY_MS = 86_400_000;

/**
 * What was published, checked like any other input before anything is built on it: in the end it comes from a server.
 * Currencies that the catalogue no longer lists are dropped, and so are rates of a former unit and a memory that
 * contradicts the rates.
 *
 * @throws {PreviousSiteError} when it cannot be what this service published
 */
export function checkPrevious(previous: Snapshot, { catalogue, yardstick, now }: PreviousContext): Snapshot {
  const latest = new Date(Date.parse(now) + DAY_MS).toISOString();
  for (const [name, time] of Object.entries({ retrieved_at: previous.retrievedAt, checked_at: previous.checkedAt })) {
    if (time > latest) throw new PreviousSiteError(`${name} is in the future: ${time}`);
  }
  if (previous.asOf > latest.slice(0, 10)) throw new PreviousSiteError(`rate_as_of is in the future: ${previous.asOf}`);
  if (previous.asOf < FIRST_DAY) throw new PreviousSiteError(`rate_as_of is before the dataset was: ${previous.asOf}`);

  const listed = catalogue.toSorted(byPublishedOrder).map(({ code }) => code);
  const published = listed.flatMap((code) => pick(previous.rates, code));
  const ofFormerUnits = new Map(published.filter(([code, rate]) => isOfFormerUnit(code, rate, previous.asOf)));
  const rates = new Map(published.filter(([code]) => !ofFormerUnits.has(code)));
  const gaps = completenessProblems(catalogue, (code) => rates.has(code), { ...defaultCompleteness, missingShare: 1 });
  if (gaps.length > 0) throw new PreviousSiteError(inOneLine(gaps));
  const strange = listed.filter((code) => {
    const [rate, expected] = [rates.get(code), yardstick.get(code)];
    return rate === undefined || (expected !== undefined && !isWithin(YARDSTICK_FACTOR, rate, expected));
  });
  if (strange.length > listed.length * MAX_STRANGE_SHARE) {
    throw new PreviousSiteError(
      `${strange.length} of ${listed.length} currencies are missing or far from any rate on record`,
    );
  }
  const memory = new Map([
    ...previous.quality,
    ...Array.from(ofFormerUnits, ([code, rate]) => [code, heldOffer(rate, previous.asOf)] as const),
  ]);
  const quality = new Map(
    listed
      .flatMap((code) => pick(memory, code))
      .filter(([code, remembered]) => isConsistent(remembered, rates.get(code) ?? null, previous.asOf)),
  );
  return { ...previous, mirror: publicAddress(previous.mirror), rates, quality };
}

function pick<T>(map: ReadonlyMap<string, T>, code: string): [string, T][] {
  const value = map.get(code);
  return value === undefined ? [] : [[code, value]];
}

/** What the gate would have remembered of a rate that it had not believed. */
function heldOffer(offered: number, asOf: string): Quality {
  return {
    state: 'held',
    reason: 'implausible_move',
    since: asOf,
    published: null,
    goodAsOf: null,
    offered,
    offeredAsOf: asOf,
    agreeing: 1,
  };
}

function isConsistent(
  { published, goodAsOf, since, offeredAsOf }: Quality,
  rate: number | null,
  asOf: string,
): boolean {
  const dates = [goodAsOf ?? asOf, since, offeredAsOf];
  return (
    published === rate &&
    (published === null) === (goodAsOf === null) &&
    dates.every((date) => dayNumber(date) <= dayNumber(asOf))
  );
}

/** The published site cannot be believed. */
export class PreviousSiteError extends Error {
  override readonly name = 'PreviousSiteError';
}
