import type { Bank } from '../../../sources/bank.ts';
import names from './bank-names.json' with { type: 'json' };
import type { Language } from '../languages.ts';

/** A bank's name in a language. If the name isn't translated, it's the one in the bank's descriptor. */
export function bankNameIn(language: Language, { key, name }: Pick<Bank, 'key' | 'name'>): string {
  return (names as Readonly<Record<string, Readonly<Record<string, string>>>>)[key]?.[language] ?? name;
}
