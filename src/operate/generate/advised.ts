import { type Advice, PublishError } from '../../publish/publish-error.ts';
import { PublishFailure } from '../terminal/command.ts';

/** Advice for users of `npm run generate`. */
export const generateAdvice: Advice = {
  toStartOver: 'use --start-over, without --previous',
  withoutRates: 'name another mirror with --mirror, or, for a preview, use --recorded',
  toChangeSource: 'use --new-source',
};

/** Waits for work. If no site can be made, the error also says what the user can do. */
export async function advised<T>(work: Promise<T>, advice: Advice = generateAdvice): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    throw new PublishFailure(error.cause, `${error.message} ${error.remedy(advice)}`);
  }
}
