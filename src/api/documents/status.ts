import type { IsoDate } from '../../money/calendar.ts';
import { z } from 'zod';
import { banks } from '../../sources/banks.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';
import type { Immutable } from '../../text/immutable.ts';
import { explainQuality } from '../../validation/snapshot/explain-quality.ts';
import { qualitySchema } from '../../validation/snapshot/quality.schema.ts';
import type { QualityState } from '../../validation/snapshot/quality.ts';
import { requestedMirrorSchema } from '../../validation/snapshot/requested-mirror.schema.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { disputeSchema, witnessReportSchema } from '../../validation/snapshot/witness-report.schema.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { fields } from '../fields.schema.ts';
import { banksStatusSchema, buildBanksStatus } from './official-status.ts';

const count = z.int().nonnegative();
/** The fields of a currency's state, in parts, because other fields are between them in the document. */
const { state, reason, since, published, published_as_of, basis, source_value, ...ofAgreement } = qualitySchema.shape;
const { requested_at, requested, unwitnessed } = witnessReportSchema.shape;

/** `/api/v1/status`: the currencies whose rates are held, omitted, newly accepted or frozen, and why. */
export const statusSchema = z
  .strictObject({
    success: fields.success,
    rate_as_of: fields.date.describe('Date of the source dataset.'),
    retrieved_at: fields.instant.describe('Time when this dataset was first fetched.'),
    stale_since: fields.instant
      .nullable()
      .describe('Time of the first check that found the rates stale. Null if they aren’t stale.'),
    recorded: z
      .boolean()
      .describe('Whether the site is a local preview of recorded rates. False on every published site.'),
    composed: z
      .strictObject({
        since: fields.date.describe('First of the composed days.'),
        origins: z.record(codeSchema, z.string().regex(/^([a-z\d-]+|peg to [A-Z]{3})$/)).meta({
          description:
            'Origin of each value of the day, by code: the key of a bank, the key with a suffix for another table of the ' +
            'bank, or the peg of a currency that no bank has. Values that the bank has changed since then are omitted, ' +
            'and so is USD.',
          examples: [{ AED: 'peg to USD', AUD: banks[0].key }],
        }),
      })
      .nullable()
      .meta({
        description:
          'Origins of rates that this service composed from the official rates of central banks, because the dataset ' +
          'has stopped. Each value is from one bank. Null if the rates are a dataset’s.',
        examples: [null],
      }),
    mirrors: z
      .array(requestedMirrorSchema)
      .describe(
        'Every mirror of the dataset, with its outcome when the published dataset was first fetched. If the ' +
          'rates are stale, the outcome at the last check.',
      ),
    validated_by_days: count.describe(
      'Number of archived days that validation uses, up to and including the newest. See `/api/v1/archive`.',
    ),
    missing_days: count.describe(
      'Number of days since the source’s first day that aren’t archived yet. Each publish downloads some of them, ' +
        'until the archive is complete. `missing` in `/api/v1/archive` lists them.',
    ),
    missing_since: fields.date
      .nullable()
      .describe(
        'Date of the publish since which the oldest of the missing days has been missing. Null if no day is missing, or ' +
          'if it isn’t known yet.',
      ),
    counts: z
      .strictObject({
        ok: count.describe('Number of currencies that are published and in none of the other states.'),
        held: count.describe('Number of currencies published with a rate that isn’t the source value.'),
        accepted: count.describe('Number of currencies whose new level was accepted with this dataset.'),
        frozen: count.describe('Number of currencies published although their digits haven’t changed for days.'),
        omitted: count.describe('Number of currencies that aren’t published.'),
      })
      .describe('Number of currencies in each state.'),
    currencies: z
      .array(
        z
          .strictObject({
            code: codeSchema,
            ...{ state, reason, since },
            explanation: z
              .string()
              .describe(
                'Explanation in plain English: why the currency is in this state, since when, how many datasets ' +
                  'agree, when the state ends and what is published. The wording may change.',
              ),
            ...{ published, published_as_of, basis, source_value },
            source_value_as_of: fields.date.describe('Date of the dataset that `source_value` is from.'),
            ...ofAgreement,
          })
          .meta({ id: 'CurrencyStatus', description: 'State of a currency that isn’t `ok`.' }),
      )
      .describe('Every currency that isn’t `ok`.'),
    banks: banksStatusSchema,
    witnesses: z
      .strictObject({
        requested_at,
        requested,
        disputed: z
          .array(disputeSchema)
          .describe(
            'Every currency for which a witness differs from the dataset by more than 5%, or 25% for a crypto ' +
              'asset. If the currency isn’t also in `currencies`, the dataset’s rate is published.',
          ),
        unwitnessed,
      })
      .meta({
        id: 'Witnesses',
        description:
          'Comparison of the dataset with its witnesses: independent sources that are used only to cross-check. ' +
          'Their rates aren’t published, but can be computed to within 0.05% from `ratio` and the dataset’s rate.',
      }),
  })
  .meta({
    id: 'Status',
    description: 'State of the data: currencies whose rates are held, omitted, newly accepted or frozen, and why.',
  });

export type Status = Immutable<z.infer<typeof statusSchema>>;

/** @param archive the archive up to the snapshot's day, with the official rates */
export function buildStatus(
  snapshot: Snapshot,
  archive: Pick<ArchiveFiles, 'days' | 'missing' | 'search' | 'composed' | 'official' | 'sources'>,
): Status {
  const { days, missing, search, composed } = archive;
  const { rate_as_of, retrieved_at, stale_since, recorded, mirrors, quality, witnesses, disputed } = snapshot;
  const { requested_at, requested, unwitnessed } = witnesses;
  return {
    success: true,
    ...{ rate_as_of, retrieved_at, stale_since, recorded },
    composed: composed && { since: composed.since, origins: Object.fromEntries(composed.origins) },
    mirrors,
    validated_by_days: days,
    missing_days: missing.length,
    missing_since: missingSince(missing, search),
    counts: countStates(snapshot),
    currencies: Array.from(quality, ([code, each]) => {
      const { state, reason, since, published, published_as_of, basis, source_value, ...ofAgreement } = each;
      return {
        ...{ code, state, reason, since },
        explanation: explainQuality(code, each, rate_as_of),
        ...{ published, published_as_of, basis, source_value },
        source_value_as_of: rate_as_of,
        ...ofAgreement,
      };
    }),
    banks: buildBanksStatus(archive),
    witnesses: { requested_at, requested, disputed, unwitnessed },
  };
}

/** Number of currencies in each state. */
export function countStates({ rates, quality }: Pick<Snapshot, 'rates' | 'quality'>): Status['counts'] {
  const states = [...quality.values()].map(({ state }) => state);
  const countOf = (state: QualityState) => states.filter((other) => other === state).length;
  const [held, accepted, frozen] = [countOf('held'), countOf('accepted'), countOf('frozen')];
  return { ok: rates.size - held - accepted - frozen, held, accepted, frozen, omitted: countOf('omitted') };
}

function missingSince(missing: readonly string[], { days }: ArchiveFiles['search']): IsoDate | null {
  const dates = new Set(missing);
  return (
    days
      .filter(({ date }) => dates.has(date))
      .map(({ since }) => since)
      .sort()[0] ?? null
  );
}
