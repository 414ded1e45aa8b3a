/** A page's note about a held currency. @param date the date of the held rate, in words */
export function heldInWords(code: string, date: string): string {
  return `${code} is held, so its rate is from ${date}.`;
}
