import { z } from 'zod';
import { defineSchema } from '../../text/define-schema.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { COMMIT, SHA256, VERSION } from '../../text/digests.ts';
import { fields } from '../format/fields.ts';
import { countStates, statusSchema } from './status.ts';

/**
 * `receipts/newest.json`: what the site was made of, and by what. With that, and its archive, anybody can make it again.
 */
export const receiptSchema = /* @__PURE__ */ defineSchema(() => {
  const sha256 = z.string().regex(SHA256);
  return z.strictObject({
    /** Of the rates. */
    date: fields.date,
    retrieved_at: fields.instant,
    /** Whether it is a preview of recorded rates, which weren't fetched then; left out if it isn't. */
    recorded: z.literal(true).optional(),
    source: z.strictObject({
      /** The address that the dataset was fetched from. */
      url: z.url(),
      /** Of the bytes as fetched, which are `archive/source.json`; null where they were not kept. */
      sha256: sha256.nullable(),
    }),
    /** Of the code, */
    version: z.string().regex(VERSION),
    /** and the commit that it was; left out where nobody knows. */
    commit: z.string().regex(COMMIT).optional(),
    /** How many currencies are in each state. */
    counts: statusSchema.shape.counts,
    settings: z.strictObject({
      /** Where the site was to be published; null where nobody knew. */
      url: z.url().nullable(),
      /** How many files its host takes; null for any number. */
      file_limit: z.int().positive().nullable(),
    }),
    /** The SHA-256 of the line before in `receipts/{year}.jsonl`, without its end; null in the first. */
    previous: sha256.nullable(),
  });
});

export type Receipt = z.infer<typeof receiptSchema>;

export interface ReceiptInput {
  readonly snapshot: Snapshot;
  /** SHA-256 of the dataset's bytes as fetched; undefined where they were not kept. */
  readonly source: string | undefined;
  readonly version: string;
  readonly commit: string | undefined;
  readonly url: string | undefined;
  /** `Infinity` for any number. */
  readonly fileLimit: number;
}

/** A receipt, but for its place in the chain. */
export function buildReceipt({
  snapshot,
  source,
  version,
  commit,
  url,
  fileLimit,
}: ReceiptInput): Omit<Receipt, 'previous'> {
  return {
    date: snapshot.asOf,
    retrieved_at: snapshot.retrievedAt,
    ...(snapshot.isRecorded && { recorded: true }),
    source: { url: snapshot.mirror, sha256: source ?? null },
    version,
    ...(commit !== undefined && { commit }),
    counts: countStates(snapshot),
    settings: { url: url ?? null, file_limit: fileLimit === Infinity ? null : fileLimit },
  };
}

/** Reads `receipts/newest.json`. Another version's may say more, or other things beside. */
export function parseReceipt(newest: unknown): Receipt {
  const { shape } = receiptSchema;
  const { source, counts, settings } = shape;
  return z
    .object({
      ...shape,
      source: z.object(source.shape),
      // Version 0.1 marked no currency as frozen.
      counts: z.object({ ...counts.shape, frozen: counts.shape.frozen.default(0) }),
      settings: z.object(settings.shape),
    })
    .parse(newest);
}
