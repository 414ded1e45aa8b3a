import type { Bank } from '../../../sources/bank.ts';
import names from './bank-names.json' with { type: 'json' };
import type { Language } from '../languages.ts';

/** A bank's name in a language. A bank whose name nobody has translated yet keeps the name of its descriptor. */
export function bankNameIn(language: Language, { key, name }: Pick<Bank, 'key' | 'name'>): string {
  return (names as Readonly<Record<string, Readonly<Record<string, string>>>>)[key]?.[language] ?? name;
}
