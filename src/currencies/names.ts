import type { Currency } from './currency.schema.ts';

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

const SEVERAL_COUNTRIES = '🌐';
const CRYPTO = '🪙';

// An ISO 4217 code begins with the country's ISO 3166 code (GB + P), or with X if several countries use the currency.
// The flag emoji of a country is its two letters as regional indicator symbols.
const REGIONAL_INDICATOR_OFFSET = 0x1f1e6 - 'A'.charCodeAt(0);

/** The flag emoji of a currency: `EUR` → 🇪🇺, `XAF` → 🌐, any crypto asset → 🪙. */
export function flagOf(code: string, type: Currency['type']): string {
  if (type === 'crypto') return CRYPTO;
  if (code.startsWith('X')) return SEVERAL_COUNTRIES;
  return String.fromCodePoint(
    ...[code.charCodeAt(0), code.charCodeAt(1)].map((letter) => letter + REGIONAL_INDICATOR_OFFSET),
  );
}
