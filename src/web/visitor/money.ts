import { format } from './visitor-format.ts';

export function currencyName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'currency' }).of(code) ?? code;
}
export function money(amount: number, code: string): string {
  return `${format.amount(amount)} ${currencyName(code)}`;
}
