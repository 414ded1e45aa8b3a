import { isIP } from 'node:net';
import { z } from 'zod';
import { LOOPBACK } from '../../site/serve/listen.ts';
import { wholeNumber } from './command-line.ts';

/** Where a server command listens: only on this machine by default. */
export const listenOptions = {
  port: { value: 'N', help: 'port to listen on', schema: wholeNumber(0, 65_535).default(8080) },
  host: {
    value: 'IP',
    help: `IP address to listen on; 0.0.0.0 allows other machines`,
    schema: z
      .string()
      .refine((text) => isIP(text) > 0, 'expected an IP address of this machine, or 0.0.0.0 for all its addresses')
      .default(LOOPBACK),
    otherwise: `${LOOPBACK}, for this machine only`,
  },
} as const;
