/*
 * The Pages Function, the pages, the client and the commands check only what affects a number in a file of the site:
 * dates, bases, codes and rates. They trust everything else, because the same deployment wrote it.
 */

/** @throws {TypeError} if a check failed */
export function check(isValid: boolean): asserts isValid {
  if (!isValid) throw new TypeError('The data isn’t from Ratesheet.');
}

/** Whether a value is a positive, finite number. `JSON.parse` returns infinity for `1e999`. */
export function isRate(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < Infinity;
}
