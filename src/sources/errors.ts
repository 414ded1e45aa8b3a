import type { AskedMirror } from '../snapshot/asked-mirrors.ts';

/** What is wrong with a dataset, and where. */
export interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Problems in a message: beyond, their number says enough. */
const SHOWN_PROBLEMS = 10;

/** Problems as a part of a message, which stays short however many there are. */
export function inOneLine(problems: readonly Problem[]): string {
  const shown = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Why the answer of a mirror, or of a witness, cannot be used. Every subclass's message is one line. */
export abstract class MirrorError extends Error {}

/** The answer did not arrive, or not whole, or not as JSON. */
export class DownloadError extends MirrorError {
  override readonly name = 'DownloadError';
  /** The status of the answer, where there was one and it was not 200. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status?: number | undefined } = {}) {
    super(message, options);
    this.status = status;
  }
}

/** The answer is JSON, but no dataset that may be published. */
export class DatasetError extends MirrorError {
  override readonly name = 'DatasetError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`unusable dataset: ${inOneLine(problems)}`);
    this.problems = problems;
  }
}

/** The answer is JSON, but not what a witness may say. */
export class WitnessError extends MirrorError {
  override readonly name = 'WitnessError';

  constructor(problems: readonly Problem[]) {
    super(`unusable response: ${inOneLine(problems)}`);
  }
}

/** The answer is a dataset, but too much of it is implausible beside what is archived. */
export class ImplausibleDatasetError extends MirrorError {
  override readonly name = 'ImplausibleDatasetError';

  constructor(reason: string) {
    super(`implausible dataset: ${reason}`);
  }
}

/** The answer is a dataset, but an older one than another mirror has, or than is published. */
export class LaggingMirrorError extends MirrorError {
  override readonly name = 'LaggingMirrorError';

  constructor(date: string, newest: string) {
    super(`lags behind: its dataset is of ${date}, the newest one of ${newest}`);
  }
}

/** A check of ours threw what nobody foresaw. A bug, but one that must not cost us the other mirrors: `cause` is what it threw. */
export class UncheckedAnswerError extends MirrorError {
  override readonly name = 'UncheckedAnswerError';

  constructor(cause: unknown) {
    const [thrown = '', place = ''] = String(cause instanceof Error ? cause.stack : cause).split('\n');
    super(`the response can’t be checked (a bug in Ratesheet): ${`${thrown} ${place.trim()}`.trim().slice(0, 400)}`, {
      cause,
    });
  }
}

/** No mirror gave a dataset that may be published. */
export class NoUsableMirrorError extends Error {
  override readonly name = 'NoUsableMirrorError';
  readonly mirrors: readonly AskedMirror[];

  constructor(mirrors: readonly AskedMirror[]) {
    super(`No mirror gave usable rates (${mirrors.length} tried).`);
    this.mirrors = mirrors;
  }
}
