import type { Currency } from '../currency.schema.ts';

/**
 * A currency's symbol in Unicode CLDR: the narrow English symbol or, if there is none, the symbol in the language of
 * the issuing country (`AED` → `د.إ.`).
 * @throws {Error} if CLDR has only the code. Add a symbol to the catalogue.
 */
export function symbolOf(code: string): string {
  const homeLocale = new Intl.Locale(`und-${code.slice(0, 2)}`).maximize().baseName;
  for (const locale of ['en', homeLocale]) {
    const symbol = narrowSymbol(locale, code);
    if (symbol !== code) return symbol;
  }
  throw new Error(`CLDR has no symbol for ${code}. Add one to catalogue.json.`);
}

function narrowSymbol(locale: string, code: string): string {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1);
  const symbol = parts.find((part) => part.type === 'currency')?.value ?? code;
  // Remove invisible marks (category Cf): they control the writing direction inside a formatted amount.
  return symbol.replaceAll(/\p{Cf}/gu, '').trim();
}

/**
 * The code of the country that issues a currency: `GBP` → `GB`, `EUR` → `EU`. Null for a currency of several
 * countries, for a crypto asset and for a metal. An ISO 4217 code begins with the country's ISO 3166 code, or with X if
 * several countries use the currency.
 */
export function countryOf(code: string, type: Currency['type']): string | null {
  return type === 'crypto' || code.startsWith('X') ? null : code.slice(0, 2);
}

/** The flags of currencies without a country. Metals are sold by weight. */
const WITHOUT_COUNTRY = { fiat: '🌐', crypto: '🪙', metal: '⚖️' };

// The flag emoji of a country is its two letters as regional indicator symbols.
const REGIONAL_INDICATOR_OFFSET = 0x1f1e6 - 'A'.charCodeAt(0);

/** The flag emoji of a currency: `EUR` → 🇪🇺, `XAF` → 🌐, any crypto asset → 🪙, any metal → ⚖️. */
export function flagOf(code: string, type: Currency['type']): string {
  const country = countryOf(code, type);
  if (country === null) return WITHOUT_COUNTRY[type];
  return String.fromCodePoint(...Array.from(country, (letter) => letter.charCodeAt(0) + REGIONAL_INDICATOR_OFFSET));
}
