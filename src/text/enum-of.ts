import { z } from 'zod';

/** The schema of a field whose value is a key of `words`. The field's description explains each key. */
export function enumOf<T extends Readonly<Record<string, string>>>(words: T, description: string) {
  return z.enum(keysOf(words)).describe(`${description} ${listInWords(words)}`);
}

export function keysOf<T extends object>(words: T): (keyof T & string)[] {
  return Object.keys(words) as (keyof T & string)[];
}

/** A sentence for each key with its meaning. */
export function listInWords(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join(' ');
}
