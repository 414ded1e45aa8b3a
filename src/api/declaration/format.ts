import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { ApiError } from '../error.ts';

/** Our own API, or the format of another API. A client of another API only has to change its base URL. */
export interface Format {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  /**
   * The values of a query's parameters by name. If a parameter is repeated, the API decides which value counts.
   *
   * @throws {ApiError} for an unsupported parameter
   */
  readonly read: (query: URLSearchParams, endpoint: Endpoint) => Map<string, string>;
  /** The first segments of its paths, such as `/v1`. Unknown paths below them get an error in this format. */
  readonly roots: readonly string[];
  readonly describe: (error: ApiError<string>) => object;
  readonly errorSchema: z.ZodType;
}

export interface CompatFormat extends Format {
  /** The paths that the Pages Function handles, as rules of `_routes.json`; empty if all paths are files. */
  readonly routes: readonly string[];
}

/** The last value of a repeated parameter counts. */
export function lastValues(query: URLSearchParams): Map<string, string> {
  return new Map(query);
}

/** The first value of a repeated parameter counts. */
export function firstValues(query: URLSearchParams, counts: (text: string) => boolean = () => true) {
  const values = new Map<string, string>();
  for (const [name, text] of query) if (!values.has(name) && counts(text)) values.set(name, text);
  return values;
}
