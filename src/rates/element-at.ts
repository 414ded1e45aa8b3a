/**
 * The element of a list that has to be there: what the compiler cannot know, a bug would otherwise pass on as `NaN`.
 * @throws {RangeError}
 */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`There is no element ${index} in a list of ${list.length}.`);
  return element;
}
