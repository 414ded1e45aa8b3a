/** Throws if a required value is missing. Otherwise a bug would show up as an empty text or as `NaN`. */
export function present<T>(value: T | null | undefined, name: string): T {
  if (value == null) throw new RangeError(`There is no ${name}.`);
  return value;
}
