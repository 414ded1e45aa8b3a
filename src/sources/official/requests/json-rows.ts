import { parseJson } from '../../../text/parse-json.ts';
import { quoted } from '../../../text/quote.ts';
import { repeatedKey } from '../../../text/repeated-key.ts';

/** The types of values that an object of a response can have. A `rate` is a number, or null if there is none. */
const types = {
  text: { name: 'text', has: (value: unknown): value is string => typeof value === 'string' },
  number: { name: 'a number', has: (value: unknown): value is number => typeof value === 'number' },
  rate: {
    name: 'a number or null',
    has: (value: unknown): value is number | null => value === null || typeof value === 'number',
  },
  list: { name: 'a list', has: (value: unknown): value is readonly unknown[] => Array.isArray(value) },
};

type TypeName = keyof typeof types;
type ValueOf<Name extends TypeName> = (typeof types)[Name]['has'] extends (value: unknown) => value is infer T
  ? T
  : never;

/** The keys that an object must have, with the types of their values. Other keys are ignored. */
type Form = Readonly<Record<string, TypeName>>;
type ObjectOf<F extends Form> = { readonly [Key in keyof F]: ValueOf<F[Key]> };

/**
 * The value of a JSON text.
 *
 * @throws {RangeError} if the text isn't JSON, or has an object with a key twice
 */
export function jsonIn(text: string): unknown {
  // Trimming also removes a byte order mark.
  const value = parseJson(text.trim());
  if (value === undefined) throw new RangeError(`the response isn't JSON: ${quoted(text, 40)}`);
  const key = repeatedKey(text);
  if (key !== undefined) throw new RangeError(`the response has the key ${quoted(key, 40)} twice in one object`);
  return value;
}

/**
 * Checks the form of an object.
 *
 * @throws {RangeError} if the value has another form
 */
export function objectIn<const F extends Form>(value: unknown, form: F, place = 'the response'): ObjectOf<F> {
  if (typeof value !== 'object' || value === null) throw new RangeError(`${place} isn't an object`);
  const values = new Map(Object.entries(value));
  for (const [key, type] of Object.entries(form)) {
    if (!types[type].has(values.get(key))) throw new RangeError(`${key} of ${place} isn't ${types[type].name}`);
  }
  return value as ObjectOf<F>;
}

/**
 * Checks the form of a list of objects.
 *
 * @throws {RangeError} if the value has another form
 */
export function rowsIn<const F extends Form>(value: unknown, form: F): ObjectOf<F>[] {
  if (!Array.isArray(value)) throw new RangeError("the response isn't a list");
  return value.map((row, index) => objectIn(row, form, `row ${index + 1}`));
}
