import { banks } from '../../sources/banks.ts';
import { find } from '../frame/elements.ts';

/** A source's name in the page's language, which the page's list has. A bank without rates isn't listed. */
export function bankName(key: string): string {
  return names.get(key) ?? key;
}

/** By key. Banks that can't help with a pair are removed from the list later. */
const names = new Map([
  ...banks.map(({ key, name }) => [key, name] as const),
  ...Array.from(find('source', HTMLSelectElement).options, ({ value, text }) => [value, text] as const),
]);
