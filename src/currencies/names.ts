const displayNames = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

/**
 * The English name that Unicode CLDR gives a currency, by way of `Intl`.
 * @throws {Error} when CLDR has none: the catalogue then has to name it.
 */
export function nameOf(code: string): string {
  const name = displayNames.of(code);
  if (name === undefined) throw new Error(`CLDR has no name for ${code}: give it one in catalogue.json.`);
  return name;
}

/**
 * The symbol that Unicode CLDR gives a currency: the narrow one in English, else the one in the language of the country
 * that issues it (`AED` → `د.إ.`).
 * @throws {Error} when CLDR has only the code: the catalogue then has to name a symbol.
 */
export function symbolOf(code: string): string {
  const homeLocale = new Intl.Locale(`und-${code.slice(0, 2)}`).maximize().baseName;
  for (const locale of ['en', homeLocale]) {
    const symbol = narrowSymbol(locale, code);
    if (symbol !== code) return symbol;
  }
  throw new Error(`CLDR has no symbol for ${code}: give it one in catalogue.json.`);
}

function narrowSymbol(locale: string, code: string): string {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1);
  const symbol = parts.find((part) => part.type === 'currency')?.value ?? code;
  // Invisible marks (category Cf) steer the writing direction inside a formatted amount; a bare symbol needs none.
  return symbol.replaceAll(/\p{Cf}/gu, '').trim();
}
