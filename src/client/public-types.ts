import type * as implementation from './client.ts';
import type * as contract from './ratesheet.d.ts';

/** Fails to compile if the client differs from what `ratesheet.d.ts` promises its users. */
export const promised = (client: typeof implementation): typeof contract => client;
