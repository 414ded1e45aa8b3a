/** A command's words for what its user can do. Each command has other options, so the words differ. */
export interface Advice {
  /** Completes "to start over without the site's data, …", for example `omit --previous`. */
  readonly toStartOver: string;
  /** Completes "Try again later, …" in the error for missing rates, for example `name another mirror with --mirror`. */
  readonly withoutRates: string;
  /** Completes "To continue with NAME, … once", where NAME is another source, for example `use --new-source`. */
  readonly toChangeSource: string;
}

/**
 * Why no site can be made:
 *
 * - `live-site`: the previous site can't be used
 * - `rates`: no source has usable rates
 * - `settings`: an option is wrong
 * - `other`: a bug in this code
 */
export type PublishCause = 'live-site' | 'rates' | 'settings' | 'other';

/** No site can be made, and nothing was written. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
  override readonly cause: PublishCause;
  /** What the user can do. */
  readonly remedy: (advice: Advice) => string;

  /** @param problem what is wrong, in one line */
  constructor(cause: PublishCause, problem: string, remedy: (advice: Advice) => string) {
    super(problem);
    this.cause = cause;
    this.remedy = remedy;
  }
}
