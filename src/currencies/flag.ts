import type { Currency } from './currency.ts';

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
