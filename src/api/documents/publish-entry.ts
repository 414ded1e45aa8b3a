import { z } from 'zod';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { isDefaultProvider, providerOn } from '../../sources/provider.ts';
import { COMMIT, SHA256, VERSION } from '../../text/digests.ts';
import { fields } from '../fields.schema.ts';
import { countStates, statusSchema } from './status.ts';

const sha256 = z.string().regex(SHA256);

/**
 * `receipts/newest.json`: the inputs and the code of a publish. With them and the archive, the site can be rebuilt.
 */
export const publishEntrySchema = z.strictObject({
  /** Date of the rates. */
  date: fields.date,
  retrieved_at: fields.instant,
  /** True for a preview with recorded rates instead of fetched rates; otherwise omitted. */
  recorded: z.literal(true).optional(),
  source: z.strictObject({
    /** Name of the source; omitted if it is fawazahmed0/exchange-api. */
    name: z.string().optional(),
    /** The source's page and license, if it has a name here. */
    home: z.url().optional(),
    license: z.string().optional(),
    /** `source.mirror` of `/api/v1/rates`: the URL of the mirror, or of the first bank if the rates are composed. */
    url: z.url(),
    /** SHA-256 of `archive/source.json`, which is the dataset as fetched; null if it wasn't stored, or the rates are composed. */
    sha256: sha256.nullable(),
  }),
  /** Version of the code. */
  version: z.string().regex(VERSION),
  /** Commit of the code; omitted if unknown. */
  commit: z.string().regex(COMMIT).optional(),
  /** Number of currencies in each state. */
  counts: statusSchema.shape.counts,
  settings: z.strictObject({
    /** URL of the site; null if it wasn't known. */
    url: z.url().nullable(),
    /** Maximum number of files on the site's host; null for no limit. */
    file_limit: z.int().positive().nullable(),
  }),
  /** SHA-256 of the previous line in `receipts/{year}.jsonl`, without its line end; null in the first line. */
  previous: sha256.nullable(),
});

export type PublishEntry = z.infer<typeof publishEntrySchema>;

export interface PublishEntryInput {
  readonly snapshot: Snapshot;
  /** SHA-256 of the dataset as fetched; undefined if it wasn't stored. */
  readonly source: string | undefined;
  readonly version: string;
  readonly commit: string | undefined;
  readonly url: string | undefined;
  /** `Infinity` for no limit. */
  readonly fileLimit: number;
}

/** An entry of the publish log, without the hash of the previous line. */
export function buildPublishEntry({
  snapshot,
  source,
  version,
  commit,
  url,
  fileLimit,
}: PublishEntryInput): Omit<PublishEntry, 'previous'> {
  const { name, url: home, license } = providerOn(snapshot.providers, snapshot.rate_as_of);
  return {
    date: snapshot.rate_as_of,
    retrieved_at: snapshot.retrieved_at,
    ...(snapshot.recorded && { recorded: true }),
    source: {
      ...(!isDefaultProvider({ name }) && { name, home, license }),
      url: snapshot.mirror,
      sha256: source ?? null,
    },
    version,
    ...(commit !== undefined && { commit }),
    counts: countStates(snapshot),
    settings: { url: url ?? null, file_limit: fileLimit === Infinity ? null : fileLimit },
  };
}

/** Reads `receipts/newest.json`. Another version's file may have further fields. */
export function parsePublishEntry(newest: unknown): PublishEntry {
  const { shape } = publishEntrySchema;
  const { source, counts, settings } = shape;
  return z
    .object({
      ...shape,
      source: z.object(source.shape),
      counts: z.object(counts.shape),
      settings: z.object(settings.shape),
    })
    .parse(newest);
}
