import { NoRatesError, OtherSourceError, PreviousSiteError, PublishError } from '../../publish/errors.ts';
import { FutureSiteError } from '../../publish/read-previous.ts';
import { CommandError } from '../terminal/command.ts';

/** Parts of error messages that say what the user can do. Each command has other options, so the advice differs. */
export interface Advice {
  /** Completes "to start over without the site's data, …", for example `omit --previous`. */
  readonly toStartOver: string;
  /** Completes "Try again later, …" if there are no rates, for example `or name another mirror with --mirror`. */
  readonly withoutRates: string;
  /** Completes "To continue with NAME, … once", where NAME is another source, for example `give --new-source`. */
  readonly toChangeSource: string;
}

/** Advice for users of `npm run generate`. */
export const generateAdvice: Advice = {
  toStartOver: 'omit --previous',
  withoutRates: 'name another mirror with --mirror, or, for a preview, use --recorded',
  toChangeSource: 'give --new-source',
};

/** Waits for work. If it fails because no site can be made, the error also says what the user can do. */
export async function advised<T>(work: Promise<T>, advice: Advice): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof PublishError ? new CommandError(`${error.message} ${adviceFor(error, advice)}`) : error;
  }
}

function adviceFor(error: PublishError, { toStartOver, withoutRates, toChangeSource }: Advice): string {
  if (error instanceof PreviousSiteError) {
    return error.cause instanceof FutureSiteError
      ? 'Set the clock right. If this clock is right, the site was published with a wrong clock. Then roll back to its last ' +
          'deployment that isn’t from the future: see "Roll back" in .github/HOSTING.md.'
      : `Try again; or, to start over without the site’s data, ${toStartOver}.`;
  }
  if (error instanceof OtherSourceError) {
    const { published, other } = error;
    return `To continue with ${other.name}, ${toChangeSource} once. To keep ${published.name}, set it as the source again.`;
  }
  return error instanceof NoRatesError ? `Try again later, ${withoutRates}.` : 'This is a bug. Please report it.';
}
