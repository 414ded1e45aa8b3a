import { described } from '../../../text/quote.ts';

/** `06.04.2026` as `2026-04-06` @throws {RangeError} if the text has another form */
export function dateInDots(text: string): string {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? [];
  if (year === undefined) throw new RangeError(`a date isn't in the form of 31.12.2026: ${described(text)}`);
  return `${year}-${month}-${day}`;
}
