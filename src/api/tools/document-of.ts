import type { Table } from '../tables.ts';

/** The document that an endpoint of our own API returns as JSON. */
export async function documentOf<T extends object>(body: Promise<string | Table>): Promise<T> {
  const text = await body;
  if (typeof text !== 'string') throw new TypeError('A table isn’t a document.');
  return JSON.parse(text) as T;
}
