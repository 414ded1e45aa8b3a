import { unitOf } from '../../money/currencies/sub-units.ts';

/** Symbols that only one currency has, or that everywhere mean one currency. `$`, `¥` and `kr` are of several. */
const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  zł: 'PLN',
  Kč: 'CZK',
  '₴': 'UAH',
  '₹': 'INR',
  '₺': 'TRY',
  '₩': 'KRW',
  '₪': 'ILS',
  '₽': 'RUB',
  '₫': 'VND',
  '฿': 'THB',
  '₱': 'PHP',
  '₦': 'NGN',
  '₸': 'KZT',
  '₾': 'GEL',
  R$: 'BRL',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  NT$: 'TWD',
  Ft: 'HUF',
};

/** The code of a currency in a cell, in upper case; undefined if the cell has none. The site needn't have the currency. */
export function codeIn(cell: string): string | undefined {
  const text = cell.trim();
  if (/^([A-Z]{3,5}|[a-z]{3,5}|GBp)$/.test(text)) return unitOf(text);
  return Object.hasOwn(symbols, text) ? symbols[text] : undefined;
}

/** The only known code among the words of a header, such as in `Amount (EUR)`. */
export function codeInHeader(name: string, codes: ReadonlySet<string>): string | undefined {
  const found = new Set((name.match(/(?<!\p{L})([A-Z]{3}|€|£)(?!\p{L})/gu) ?? []).map((word) => symbols[word] ?? word));
  const known = [...found].filter((code) => codes.has(code));
  return known.length === 1 ? known[0] : undefined;
}
