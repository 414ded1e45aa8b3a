import type { z } from 'zod';
import { ownApis } from '../endpoints/endpoints.ts';
import { notFound } from '../error.ts';
import { formats } from './formats.ts';

interface NotFoundFile {
  readonly path: string;
  readonly schema: z.ZodType;
  readonly document: object;
}

/**
 * The error documents. For an unknown path in a folder, the host returns the nearest `404.html`, here as JSON. It does
 * so even when the Pages Function's daily quota is used up.
 */
export const notFoundFiles: readonly NotFoundFile[] = [...ownApis, ...formats].flatMap(
  ({ roots, describe, errorSchema }) =>
    roots.map((root) => ({
      path: `${root.slice(1)}/404.html`,
      schema: errorSchema,
      document: describe(notFound()),
    })),
);
