/** Lists texts, and the number of those beyond the maximum: `EUR, USD and 3 more`. */
export function listUpTo(max: number, texts: readonly string[]): string {
  const more = texts.length - max;
  return texts.slice(0, max).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
