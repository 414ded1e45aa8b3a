import { createHandler } from './handler.ts';

/** Changes with every deployment whose responses may differ. The build sets it. */
declare const REVISION: string;

/** The entry point for Cloudflare Pages. */
export default { fetch: createHandler(REVISION) };
