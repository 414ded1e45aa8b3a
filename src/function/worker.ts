import { createHandler } from './handler.ts';

/** Identifies this deployment in ETags. The build inserts the value. */
declare const REVISION: string;

/** The entry point for Cloudflare Pages. */
export default { fetch: createHandler(REVISION) };
