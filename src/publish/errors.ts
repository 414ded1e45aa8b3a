import type { Source } from '../archive/source.ts';
import type { FileError } from '../text/site-problem.ts';
import { MAX_FALLBACK_AGE_HOURS } from '../validation/snapshot/snapshot.ts';

/** Why no site is made. The message is one line and says what is wrong, but not what the user can do. */
export abstract class PublishError extends Error {}

/** The previous site can't be read, or its data is invalid: the `cause`. */
export class PreviousSiteError extends PublishError {
  override readonly name = 'PreviousSiteError';
  override readonly cause: FileError;

  constructor(place: string, cause: FileError) {
    super(`The previous site cannot be used: ${place}: ${cause.message}. Nothing was written.`);
    this.cause = cause;
  }
}

/** The published rates are from another source than the next ones would be. */
export class OtherSourceError extends PublishError {
  override readonly name = 'OtherSourceError';
  readonly published: Source;
  readonly other: Source;

  constructor(published: Source, other: Source) {
    super(
      `The published rates are from ${published.name}, but this run’s options set the source ${other.name}. Nothing was written.`,
    );
    this.published = published;
    this.other = other;
  }
}

/** No mirror has a dataset that may be published, and there are no rates to fall back on. */
export class NoRatesError extends PublishError {
  override readonly name = 'NoRatesError';

  /** @param published what is published: nothing, rates of a former source, or rates that are too old to be used */
  constructor(tried: number, published: 'nothing' | 'of_former_source' | 'too_old') {
    const state = {
      nothing: 'Nothing was written.',
      of_former_source: 'The site keeps its former source, and nothing was written.',
      too_old: `The published rates are more than ${MAX_FALLBACK_AGE_HOURS} hours old. Nothing was written.`,
    }[published];
    super(`No mirror gave usable rates (${tried} tried). ${state}`);
  }
}

/** The next site would lose published data, because of a bug. */
export class LostDataError extends PublishError {
  override readonly name = 'LostDataError';
}
