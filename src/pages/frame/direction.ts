const isRightToLeft = document.documentElement.dir === 'rtl';

/** An arrow to what comes next in the page's direction. Browsers mirror brackets, but not arrows. */
export const ARROW = isRightToLeft ? '←' : '→';

/** Keeps the order of a text such as `10 USD → EUR` or `03-04-2026` within an Arabic sentence. */
export function leftToRight(text: string): string {
  return isRightToLeft ? `\u2066${text}\u2069` : text;
}
