import type { CatalogueEntry } from '../../currencies/catalogue.ts';
import { CODE } from '../../currencies/code.ts';
import { dayNumber, isDate } from '../../rates/calendar.ts';
import { basesInWords, reasonsInWords, type Quality } from '../../validation/snapshot/quality.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';

/** Number of most traded currencies to watch. Users soon notice if one of them has a wrong rate. */
const WATCHED_CURRENCIES = 60;

/**
 * Days for which a watched currency may be held before the workflow opens an issue. Doubts about real moves end sooner,
 * and so do temporary errors of the source.
 */
const MAX_HELD_DAYS_UNREPORTED = 7;

/** A currency that a person should check. No field has text from other sites, so all are safe in Markdown and logs. */
export interface LongDoubt extends Omit<Quality, 'witnesses'> {
  readonly code: string;
}

/** The watched currencies that are omitted or have been held for too long, the most traded first. */
export function longDoubts(
  catalogue: readonly CatalogueEntry[],
  { asOf, quality }: Pick<Snapshot, 'asOf' | 'quality'>,
): LongDoubt[] {
  return catalogue.slice(0, WATCHED_CURRENCIES).flatMap(({ code }) => {
    const found = quality.get(code);
    if (!found) return [];
    const { state, reason, since, published, publishedAsOf, basis, sourceValue, agreeing, needed, bound, endsBy } =
      found;
    const heldDays = dayNumber(asOf) - dayNumber(since);
    if (state !== 'omitted' && !(state === 'held' && heldDays > MAX_HELD_DAYS_UNREPORTED)) return [];
    // Each field is named, so that a new text field of Quality isn't added by accident.
    return [
      { code, state, reason, since, published, publishedAsOf, basis, sourceValue, agreeing, needed, bound, endsBy },
    ];
  });
}

const isRate = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value > 0;
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const orNull = (isValid: (value: unknown) => boolean) => (value: unknown) => value === null || isValid(value);

/** Checks the value of each field. It's written without zod, because the job that reads the JSON has no packages. */
const fields: Readonly<Record<keyof LongDoubt, (value: unknown) => boolean>> = {
  code: (value) => typeof value === 'string' && CODE.test(value),
  state: (value) => value === 'held' || value === 'omitted',
  reason: (value) => isKeyOf(reasonsInWords, value),
  since: isDate,
  published: orNull(isRate),
  publishedAsOf: orNull(isDate),
  basis: orNull((value) => isKeyOf(basesInWords, value)),
  sourceValue: orNull(isRate),
  agreeing: isCount,
  needed: orNull(isCount),
  bound: orNull(isRate),
  endsBy: orNull(isDate),
};

/**
 * Parses the JSON that the publish job printed.
 *
 * @returns undefined if the text is anything other than a list of {@link LongDoubt}
 */
export function parseLongDoubts(text: string): LongDoubt[] | undefined {
  const list = parseJson(text);
  return Array.isArray(list) && list.every(isLongDoubt) ? list : undefined;
}

function isLongDoubt(value: unknown): value is LongDoubt {
  if (typeof value !== 'object' || value === null) return false;
  const known = Object.entries(fields);
  return (
    Object.keys(value).length === known.length &&
    known.every(([name, isValid]) => isValid((value as Record<string, unknown>)[name]))
  );
}
