import { isIP } from 'node:net';
import { z } from 'zod';
import { LOOPBACK } from '../../preview/listen.ts';
import { wholeNumber } from './command-line.ts';

/** Where a command that serves listens: on this machine only, unless it is told otherwise. */
export const listenOptions = {
  port: { value: 'N', help: 'the port to listen on', schema: wholeNumber(0, 65_535).default(8080) },
  host: {
    value: 'IP',
    help: `the address to listen on; 0.0.0.0 lets other machines in`,
    schema: z
      .string()
      .refine((text) => isIP(text) > 0, 'expected an IP address of this machine, or 0.0.0.0 for all of them')
      .default(LOOPBACK),
    otherwise: `${LOOPBACK}, where only this machine reaches it`,
  },
} as const;
