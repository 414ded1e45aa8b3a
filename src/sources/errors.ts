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

/** Why the response of a mirror or a witness can't be used. The message of every subclass is one line. */
export abstract class MirrorError extends Error {}

/** The response didn't arrive, or isn't complete, or isn't JSON. */
export class DownloadError extends MirrorError {
  override readonly name = 'DownloadError';
  /** The response's status; undefined if it was 200 or there was no response. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status?: number | undefined } = {}) {
    super(message, options);
    this.status = status;
  }
}

/** The response is JSON, but not a dataset that may be published. */
export class DatasetError extends MirrorError {
  override readonly name = 'DatasetError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`unusable dataset: ${inOneLine(problems)}`);
    this.problems = problems;
  }
}

/** The response is JSON, but not valid rates of a witness. */
export class WitnessError extends MirrorError {
  override readonly name = 'WitnessError';

  constructor(problems: readonly Problem[]) {
    super(`unusable response: ${inOneLine(problems)}`);
  }
}

/** The response is a dataset, but older than the dataset of another mirror or the published rates. */
export class LaggingMirrorError extends MirrorError {
  override readonly name = 'LaggingMirrorError';

  constructor(date: string, newest: string) {
    super(`lags behind: its dataset is from ${date}, but the newest rates are from ${newest}`);
  }
}

/** A check threw an unexpected error, the `cause`. This is a bug, but the other mirrors must still be tried. */
export class UncheckedAnswerError extends MirrorError {
  override readonly name = 'UncheckedAnswerError';

  constructor(cause: unknown) {
    const [thrown = '', place = ''] = String(cause instanceof Error ? cause.stack : cause).split('\n');
    super(`the response can’t be checked (a bug in Ratesheet): ${`${thrown} ${place.trim()}`.trim().slice(0, 400)}`, {
      cause,
    });
  }
}

/** A mirror, named by its printable URL, and why its response isn't used. */
export interface MirrorProblem {
  readonly mirror: string;
  readonly error: Error;
}

/** The error if it says what is wrong with a response. Any other error is a bug in the code that checks the response. */
export function asMirrorError(error: unknown): MirrorError | ImplausibleDatasetError {
  const isExpected = error instanceof MirrorError || error instanceof ImplausibleDatasetError;
  return isExpected ? error : new UncheckedAnswerError(error);
}
