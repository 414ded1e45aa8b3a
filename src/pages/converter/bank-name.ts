import { find } from '../frame/elements.ts';

/** A bank's name in the page's language, which the list of sources has. */
export function bankName(key: string): string {
  return names.get(key) ?? key;
}

/** By key. Banks that can't help with a pair are removed from the list later. */
const names = new Map(Array.from(find('source', HTMLSelectElement).options, ({ value, text }) => [value, text]));
