import { z } from 'zod';
import { described } from '../../../text/quote.ts';
import { isKeyOf } from '../../../text/is-key-of.ts';
import { parseJson } from '../../../text/json/parse-json.ts';
import { hasRepeatedKey } from '../../../text/json/repeated-key.ts';

/**
 * The value of a JSON text, checked with a schema.
 *
 * @throws {RangeError} if the text isn't JSON, has an object with a key twice, or has another form
 */
export function jsonIn<T extends z.ZodType>(text: string, schema: T): z.infer<T> {
  // Trimming also removes a byte order mark.
  const value = parseJson(text.trim());
  if (value === undefined) throw new RangeError(`the response isn't JSON: ${described(text)}`);
  if (hasRepeatedKey(text)) throw new RangeError('the response has a key twice in one object');
  return checked(value, schema, 'the response');
}

/**
 * The rows of a list, each checked with a schema. The check ends at the first wrong row. A schema of the whole list would
 * collect the problems of all rows, and a damaged response can have millions.
 *
 * @throws {RangeError} if a row has another form
 */
export function rowsIn<T extends z.ZodType>(rows: readonly unknown[], schema: T): z.infer<T>[] {
  return rows.map((row, index) => checked(row, schema, `row ${index + 1}`));
}

/** A list whose rows are checked later, by {@link rowsIn}. */
export const list = z.array(z.unknown());

/** A required field of any type. A value of a wrong type makes only its own row unreadable, and not the response. */
const any = z.unknown().refine((value) => value !== undefined, 'is missing');

/** A number, which may be infinite, such as 1e999. A value of another type becomes `NaN`. */
export const number = any.transform((value) => (typeof value === 'number' ? value : NaN));

/** A rate: a number, a text, or null if there is none. A value of another type becomes `NaN`. */
export const rate = any.transform((value) => {
  return value === null || typeof value === 'number' || typeof value === 'string' ? value : NaN;
});

/** A code, or null if the field is something else. */
export const code = any.transform((value) => (typeof value === 'string' ? value : null));

function checked<T extends z.ZodType>(value: unknown, schema: T, place: string): z.infer<T> {
  const { data, error } = schema.safeParse(value, {
    error: ({ expected }) => `isn't ${isKeyOf(types, expected) ? types[expected] : 'what it must be'}`,
  });
  if (!error) return data;
  const [{ path, message }] = error.issues as [z.core.$ZodIssue];
  throw new RangeError(`${[...path, place].join(' of ')} ${message}`);
}

const types = { string: 'text', array: 'a list', object: 'an object' };
