import { isIP } from 'node:net';
import { z } from 'zod';
import { LOOPBACK } from '../preview/preview-server.ts';
import { wholeNumber } from './read-options.ts';

/** Where a command that serves listens: on this machine only, unless it is told otherwise. */
export const listenOptions = { host: { type: 'string' }, port: { type: 'string' } } as const;

export const listenSchema = z.object({
  host: z
    .string()
    .refine((text) => isIP(text) > 0, 'expected an IP address of this machine, or 0.0.0.0 for all of them')
    .default(LOOPBACK),
  port: wholeNumber(0, 65_535).default(8080),
});

export const listenUsage = `  --port N    the port to listen on (8080)
  --host IP   the address to listen on (127.0.0.1, where only this machine reaches it); 0.0.0.0 lets other machines in
`;
