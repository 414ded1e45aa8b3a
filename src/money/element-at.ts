/**
 * Returns an element that must exist. Without this check, a bug could show up as `NaN`.
 * @throws {RangeError} if the index is out of range
 */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`There is no element ${index} in a list of ${list.length}.`);
  return element;
}
