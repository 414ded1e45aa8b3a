import { doubtReasonsInWords, type OfficialDoubt } from '../../archive/official-doubts.ts';
import { CODE } from '../../currencies/code.ts';
import { isDate, isInstant } from '../../rates/calendar.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { parseJson } from '../../text/parse-json.ts';
import { basesInWords, reasonsInWords } from '../../validation/snapshot/quality.ts';
import { mirrorOutcomesInWords, type RequestedMirror } from '../../validation/snapshot/snapshot.ts';
import type { CurrencyInDoubt, OfficialConcern, PublishConcerns, StaleRates } from './publish-concerns.ts';

/**
 * Parses the JSON that the publish job wrote. The job runs code of packages, so the JSON isn't trusted: nothing in it
 * may become a link, a mention or other Markdown in an issue. The job that reads it has no packages, so it has no zod.
 *
 * @returns null if the text is empty, because the publish ended before validation; undefined if it's anything other than
 *   {@link PublishConcerns}
 */
export function parseConcerns(text: string): PublishConcerns | null | undefined {
  if (text === '') return null;
  const value = parseJson(text);
  return isPublishConcerns(value) ? value : undefined;
}

type Check<T> = (value: unknown) => value is T;

/** Checks that an object has these fields and no others. */
function shape<T>(fields: { readonly [K in keyof T]: Check<T[K]> }): Check<T> {
  const checks = Object.entries<Check<unknown>>(fields);
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === checks.length &&
    checks.every(([name, isValid]) => isValid((value as Readonly<Record<string, unknown>>)[name]));
}

const orNull =
  <T>(isValid: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || isValid(value);

const list =
  <T>(isValid: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(isValid);

const keyOf =
  <K extends string>(object: Readonly<Record<K, unknown>>): Check<K> =>
  (value): value is K =>
    isKeyOf(object, value);

const isEmpty: Check<readonly never[]> = (value): value is readonly never[] =>
  Array.isArray(value) && value.length === 0;
const isCode: Check<string> = (value): value is string => typeof value === 'string' && CODE.test(value);
const isNumber: Check<number> = (value): value is number => typeof value === 'number';
const isRate: Check<number> = (value): value is number => isNumber(value) && Number.isFinite(value) && value > 0;
const isCount: Check<number> = (value): value is number => isNumber(value) && Number.isSafeInteger(value) && value >= 0;

/** Whether a value is a URL in printable ASCII without spaces and backticks, which stays in a code span of Markdown. */
const isUrl: Check<string> = (value): value is string =>
  typeof value === 'string' && /^https?:\/\/[!-_a-~]{1,500}$/.test(value);

const isPublishConcerns = shape<PublishConcerns>({
  staleRates: orNull(
    shape<StaleRates>({
      since: isInstant,
      asOf: isDate,
      mirrors: list(
        shape<RequestedMirror>({ mirror: isUrl, outcome: keyOf(mirrorOutcomesInWords), date: orNull(isDate) }),
      ),
    }),
  ),
  officialRates: orNull(
    shape<OfficialConcern>({
      asOf: isDate,
      oldSince: orNull(isInstant),
      doubts: list(
        shape<OfficialDoubt>({
          date: isDate,
          reason: keyOf(doubtReasonsInWords),
          code: orNull(isCode),
          value: orNull(isNumber),
          since: isDate,
        }),
      ),
    }),
  ),
  currencies: orNull(
    list(
      shape<CurrencyInDoubt>({
        code: isCode,
        state: keyOf({ held: 0, omitted: 0 }),
        reason: keyOf(reasonsInWords),
        since: isDate,
        published: orNull(isRate),
        publishedAsOf: orNull(isDate),
        basis: orNull(keyOf(basesInWords)),
        sourceValue: orNull(isRate),
        agreeing: isCount,
        needed: orNull(isCount),
        bound: orNull(isRate),
        witnesses: isEmpty,
        endsBy: orNull(isDate),
      }),
    ),
  ),
});
