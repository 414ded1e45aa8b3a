const known = new Map<string, readonly string[]>();

/**
 * How `Intl` displays a currency in a language: its symbol, its narrow symbol, or its name in the singular and in every
 * plural form (`US Dollar`, `US dollar`, `US dollars`). Kept after the first use, because computing all currencies of a
 * language takes some 10 ms. Empty for codes of other than three letters, such as USDT, which `Intl` rejects.
 */
export function displayOf(
  language: string,
  code: string,
  display: 'symbol' | 'narrowSymbol' | 'name',
): readonly string[] {
  const key = `${language} ${code} ${display}`;
  const texts = known.get(key) ?? textsOf(language, code, display);
  known.set(key, texts);
  return texts;
}

function textsOf(language: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'name'): string[] {
  if (currency.length !== 3) return [];
  const options = {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  } as const;
  const format = new Intl.NumberFormat(language, options);
  const counts = currencyDisplay === 'name' ? countsOf(language) : [1];
  const printed = counts.map((count) => format.formatToParts(count).find(({ type }) => type === 'currency')?.value);
  const title =
    currencyDisplay === 'name' ? new Intl.DisplayNames([language], { type: 'currency' }).of(currency) : undefined;
  return [title, ...printed].filter((text) => text !== undefined);
}

/** A number for each plural form of a language. */
function countsOf(language: string): number[] {
  const rules = new Intl.PluralRules(language);
  const counts = new Map([1.5, 1e6, 100, 11, 6, 5, 3, 2, 1, 0].map((count) => [rules.select(count), count]));
  return [...counts.values()];
}
