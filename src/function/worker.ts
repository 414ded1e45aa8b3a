import { createHandler } from './handler.ts';

/** Identifies the responses of this deployment. The build inserts it. */
declare const REVISION: string;

/** The entry point for Cloudflare Pages. */
export default { fetch: createHandler(REVISION) };
