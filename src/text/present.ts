/** A value that has to be there. Without this check, a bug would be passed on as an empty text or as `NaN`. */
export function present<T>(value: T | null | undefined, name: string): T {
  if (value == null) throw new RangeError(`There is no ${name}.`);
  return value;
}
