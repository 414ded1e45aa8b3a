import { doubtReasonsInWords, type OfficialDoubt } from '../../archive/official-doubts.ts';
import { bankTables } from '../../sources/banks/banks.ts';
import { CODE } from '../../currencies/code.ts';
import { isDate, isInstant } from '../../rates/calendar.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { parseJson } from '../../text/parse-json.ts';
import { basesInWords, reasonsInWords } from '../../validation/snapshot/quality.ts';
import { mirrorOutcomesInWords, type RequestedMirror } from '../../validation/snapshot/snapshot.ts';
import type {
  ComposedConcern,
  CurrencyInDoubt,
  OfficialConcern,
  PublishConcerns,
  StaleRates,
} from './publish-concerns.ts';

/**
 * Parses the JSON that the publish job wrote. The job runs code of packages, so the JSON isn't trusted: nothing in it
 * may become a link, a mention or other Markdown in an issue. The job that reads it has no packages, so it has no zod.
 *
 * @returns null if the text is empty, because the publish ended before validation. Undefined if the text is malformed
 */
export function parseConcerns(text: string): PublishConcerns | null | undefined {
  if (text === '') return null;
  const value = parseJson(text);
  return isPublishConcerns(value) ? (value as PublishConcerns) : undefined;
}

type Check = (value: unknown) => boolean;

/** Checks that an object has these fields and no others. */
function shape<T>(fields: Readonly<Record<keyof T, Check>>): Check {
  const checks = Object.entries<Check>(fields);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === checks.length &&
    checks.every(([name, isValid]) => isValid((value as Readonly<Record<string, unknown>>)[name]));
}

const orNull =
  (isValid: Check): Check =>
  (value) =>
    value === null || isValid(value);
const list =
  (isValid: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isValid);
const fullList =
  (isValid: Check): Check =>
  (value) =>
    list(isValid)(value) && !isEmpty(value);
const keyOf =
  (object: object): Check =>
  (value) =>
    isKeyOf(object, value);

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const isCode = matches(CODE);
/** A URL in printable ASCII without spaces and backticks, which stays in a code span of Markdown. */
const isUrl = matches(/^https?:\/\/[!-_a-~]{1,500}$/);
const isNumber: Check = (value) => typeof value === 'number';
const isRate: Check = (value) => Number.isFinite(value) && (value as number) > 0;
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isEmpty: Check = (value) => Array.isArray(value) && value.length === 0;

const areMirrors = list(
  shape<RequestedMirror>({ mirror: isUrl, outcome: keyOf(mirrorOutcomesInWords), date: orNull(isDate) }),
);

const isPublishConcerns = shape<PublishConcerns>({
  staleRates: orNull(
    shape<StaleRates>({
      since: isInstant,
      asOf: isDate,
      mirrors: areMirrors,
    }),
  ),
  officialRates: orNull(
    fullList(
      shape<OfficialConcern>({
        table: (value) => bankTables.some(({ table }) => table.key === value),
        asOf: orNull(isDate),
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
  ),
  composedRates: orNull(
    shape<ComposedConcern>({ since: isDate, asOf: isDate, missing: list(isCode), mirrors: areMirrors }),
  ),
  currencies: orNull(
    list(
      shape<CurrencyInDoubt>({
        code: isCode,
        state: matches(/^(held|omitted)$/),
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
