import { z } from 'zod';
import type { ArchiveFiles } from '../api/documents/archive-files.ts';
import { daySearchSchema } from '../archive/day-search.schema.ts';
import { tableStateSchema } from '../archive/official-rates.schema.ts';
import { instantSchema } from '../money/calendar.schema.ts';
import type { Immutable } from '../text/immutable.ts';
import { requestedMirrorSchema } from '../validation/snapshot/requested-mirror.schema.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { witnessReportSchema } from '../validation/snapshot/witness-report.schema.ts';

/**
 * `archive/state.json`: what the next publish needs, and can't derive from the archive and the publish log. Only the
 * next publish reads it. A site without it is continued from its archive and its log.
 */
export const publishStateSchema = z.strictObject({
  version: z.literal(3),
  /** What is known about the missing days. */
  search: daySearchSchema,
  stale_since: instantSchema.nullable(),
  mirrors: z.array(requestedMirrorSchema),
  witnesses: witnessReportSchema,
  /** The state of each table of official rates, by its key. */
  tables: z.record(z.string(), tableStateSchema),
});

export type PublishState = Immutable<z.infer<typeof publishStateSchema>>;

/** @param snapshot the published rates, the newest of the archive */
export function buildPublishState(
  { stale_since, mirrors, witnesses }: Pick<Snapshot, 'stale_since' | 'mirrors' | 'witnesses'>,
  { search, official }: Pick<ArchiveFiles, 'search' | 'official'>,
): PublishState {
  const tables = official.map(({ table, asked_from, problem, problem_since, doubts }) => {
    return [table.key, { asked_from, problem, problem_since, doubts }] as const;
  });
  return { version: 3, search, stale_since, mirrors, witnesses, tables: Object.fromEntries(tables) };
}
