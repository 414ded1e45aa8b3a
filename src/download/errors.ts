import { HttpError } from './http/request.ts';
import type { Problem } from '../validation/completeness.ts';
import { ImplausibleDatasetError } from '../validation/validate-dataset.ts';

/** Maximum number of problems that a message lists. The message only counts the others. */
const SHOWN_PROBLEMS = 10;

/** Formats problems as part of a message. The message stays short even if there are many problems. */
export function inOneLine(problems: readonly Problem[]): string {
  const shown = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ path, message }) => `${path.join('.') || 'response'}: ${message}`);
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** A response that is JSON, but has no usable rates. The message is one line. */
export class UnusableResponseError extends Error {
  override readonly name = 'UnusableResponseError';
  readonly problems: readonly Problem[];

  /** @param kind a mirror's dataset, or a witness's response */
  constructor(kind: 'dataset' | 'response', problems: readonly Problem[]) {
    super(`unusable ${kind}: ${inOneLine(problems)}`);
    this.problems = problems;
  }
}

/**
 * What is wrong with a response, in one line. An unexpected error is a bug in the code that checks the response. It must
 * not stop the downloads from other servers. Only its place is named, because its message may quote the response.
 */
export function problemOf(error: unknown): string {
  const expected = [HttpError, UnusableResponseError, ImplausibleDatasetError];
  if (error instanceof Error && expected.some((each) => error instanceof each)) return error.message;
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const place = /^ +(at .*)$/m.exec(stack)?.[1] ?? '';
  return `the response can’t be checked (a bug in Ratesheet): ${`${name} ${place}`.trim().slice(0, 400)}`;
}

/** A mirror, named by its printable URL, and why its response isn't used. */
export interface MirrorProblem {
  readonly mirror: string;
  readonly problem: string;
}
