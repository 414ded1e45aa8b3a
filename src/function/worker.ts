import { instantAt } from '../money/calendar.ts';
import { createHandler } from './handler.ts';

/** Identifies this deployment in ETags. The build inserts the value. */
declare const REVISION: string;

/** The entry point for Cloudflare Pages. */
// eslint-disable-next-line no-restricted-syntax -- the clock is a parameter everywhere else
export default { fetch: createHandler(REVISION, () => instantAt(Date.now())) };
