import { createHandler } from './handler.ts';

/** Tells what this deployment answers from what any other does: whoever publishes puts it in. */
declare const REVISION: string;

/** What Cloudflare Pages runs. */
export default { fetch: createHandler(REVISION) };
