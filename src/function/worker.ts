import { createHandler } from './handler.ts';

/** The version of the service: the bundler puts it in. */
declare const VERSION: string;

/** What Cloudflare Pages runs. */
export default { fetch: createHandler(VERSION) };
