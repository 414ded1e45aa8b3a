import { parseTypedMoney as old } from '../shared/typed-amount.ts';

export interface TypedMoney {
  readonly amount: number;
  readonly unit: string;
  readonly code?: string;
}
export function stub(locale: string, named: (unit: string) => string | undefined) {
  return (text: string): TypedMoney | undefined => {
    const typed = old(text, locale);
    const code = typed && typed.unit !== '' ? named(typed.unit) : undefined;
    return typed && { ...typed, ...(code !== undefined && { code }) };
  };
}
