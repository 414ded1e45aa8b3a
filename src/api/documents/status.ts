import { z } from 'zod';
import { firstBank } from '../../sources/banks/banks.ts';
import { codeSchema } from '../../currencies/currency.schema.ts';
import { elementAt } from '../../rates/element-at.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { explainQuality } from '../../validation/snapshot/explain-quality.ts';
import { basesInWords, type QualityState, reasonsInWords, statesInWords } from '../../validation/snapshot/quality.ts';
import { round } from '../../rates/round.ts';
import { mirrorOutcomesInWords, type Snapshot } from '../../validation/snapshot/snapshot.ts';
import { agreementLevels, outcomesInWords } from '../../validation/snapshot/witness-report.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { fields } from '../fields.schema.ts';
import { enumOf, keysOf, listInWords } from '../enum-of.ts';
import {
  banksStatusSchema,
  buildBanksStatus,
  buildOfficialStatus,
  officialStatusSchema,
  parseBanksStatus,
} from './official-status.ts';
import { WITNESS } from '../../archive/evidence.ts';

const count = z.int().nonnegative();
const rate = z.number().positive().nullable();
const witness = z
  .string()
  .regex(WITNESS)
  .meta({ examples: ['api.frankfurter.dev'] });

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
        origins: z.record(codeSchema, z.string().regex(/^([a-z-]+|peg to [A-Z]{3})$/)).meta({
          description:
            'Origin of each value of the day, by code: the key of a bank, the key with a suffix for another table of the ' +
            'bank, or the peg of a currency that no bank has. Values that the bank has changed since then are omitted, ' +
            'and so is USD.',
          examples: [{ AED: 'peg to USD', AUD: firstBank.key }],
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
      .array(
        z.strictObject({
          mirror: z
            .url()
            .describe('URL of the mirror. For a mirror that isn’t the dataset’s own, only scheme and host.'),
          outcome: enumOf(mirrorOutcomesInWords, 'Outcome of the request.'),
          date: fields.date.nullable().describe('Date of the mirror’s dataset. Null if the mirror gave none.'),
        }),
      )
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
            state: enumOf(statesInWords, 'State of the currency.'),
            reason: enumOf(reasonsInWords, 'Reason for the state.'),
            since: fields.date.describe(
              'Date of the first dataset in this state. If the currency is held or omitted, its value in every dataset ' +
                'from this date on has been in doubt or missing.',
            ),
            explanation: z
              .string()
              .describe(
                'Explanation in plain English: why the currency is in this state, since when, how many datasets ' +
                  'agree, when the state ends and what is published. The wording may change.',
              ),
            published: rate.describe('Published rate in units per 1 USD. Null if the currency is omitted.'),
            published_as_of: fields.date
              .nullable()
              .describe('Date of the published rate. Null if the currency is omitted.'),
            basis: z
              .enum(keysOf(basesInWords))
              .nullable()
              .describe(
                `Basis of a held rate. ${listInWords(basesInWords)} Null if the published rate is the source ` +
                  'value, or the currency is omitted.',
              ),
            source_value: rate.describe('Source value in units per 1 USD. Null if the dataset has none.'),
            source_value_as_of: fields.date.describe('Date of the dataset that `source_value` is from.'),
            agreeing_datasets: count.describe(
              'Number of datasets in a row, up to the newest, that agree on the level of `source_value`: each value is a ' +
                'plausible daily move from the value before it. If frozen, the number of business days.',
            ),
            needed_datasets: count
              .nullable()
              .describe(
                'Number of agreeing datasets that are needed to accept `source_value`. Null if no number is enough.',
              ),
            bound: z
              .number()
              .min(1)
              .nullable()
              .meta({
                description:
                  'Largest plausible factor between `source_value` and the last good rate or the official parity. ' +
                  'Null if no bound applied.',
                examples: [1.05],
              }),
            witnesses: z
              .array(witness)
              .describe(
                'Hosts of the witnesses whose rates caused this state. For gold, also `PAXG`: the dataset’s own rate of the ' +
                  'token PAX Gold. Empty if no witness did.',
              ),
            ends_by: fields.date
              .nullable()
              .describe(
                'Date by which this state ends at the latest, if the next datasets agree too. A held currency without a ' +
                  'value that can be accepted by then is omitted from this date on. Null if the state ends only when ' +
                  'the source’s value changes, or when a person corrects a fact in the code, such as a redenomination.',
              ),
          })
          .meta({ id: 'CurrencyStatus', description: 'State of a currency that isn’t `ok`.' }),
      )
      .describe('Every currency that isn’t `ok`.'),
    official: officialStatusSchema,
    banks: banksStatusSchema,
    witnesses: z
      .strictObject({
        requested_at: fields.instant
          .nullable()
          .describe(
            'Time when the witnesses were requested: once for each dataset, when it is first fetched. Null if no ' +
              'witness was requested.',
          ),
        requested: z
          .array(
            z.strictObject({
              witness: witness.describe('Host of the witness.'),
              outcome: enumOf(outcomesInWords, 'Outcome of the request.'),
              compared: count.describe('Number of currencies compared with the dataset.'),
              agreeing: z
                .array(
                  z.strictObject({
                    within_percent: z
                      .number()
                      .positive()
                      .describe('Tolerance in percent: rates agree if they differ by at most this much.'),
                    currencies: count.describe(
                      'Number of compared currencies whose rates agree within this tolerance.',
                    ),
                  }),
                )
                .describe('Number of currencies that agree with the dataset, for each tolerance.'),
            }),
          )
          .describe('Every requested witness, and how far it agrees with the dataset.'),
        disputed: z
          .array(
            z.strictObject({
              code: codeSchema,
              witness: witness.describe('Host of the witness that differs from the dataset, or `PAXG`.'),
              ratio: z.number().positive().describe('The witness’s rate divided by the dataset’s, in four digits.'),
              since: fields.date.describe(
                'Date of the dataset since which the witness has differed in every comparison.',
              ),
              frozen: z
                .boolean()
                .describe(
                  'Whether the witness’s rate hasn’t changed for days, as far as four digits of `ratio` show. Such a rate ' +
                    'doesn’t affect validation.',
                ),
            }),
          )
          .describe(
            'Every currency for which a witness differs from the dataset by more than 5%, or 25% for a crypto ' +
              'asset. If the currency isn’t also in `currencies`, the dataset’s rate is published.',
          ),
        unwitnessed: z
          .array(codeSchema)
          .describe('Codes of the dataset’s currencies that weren’t compared with any witness.'),
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

export type Status = z.infer<typeof statusSchema>;

/** @param archive the archive up to the snapshot's day, with the official rates */
export function buildStatus(
  snapshot: Snapshot,
  { days, missing, composed, official }: Pick<ArchiveFiles, 'days' | 'missing' | 'composed' | 'official'>,
): Status {
  const { asOf, retrievedAt, staleSince, isRecorded, mirrors, quality, witnessReport, disputes } = snapshot;
  return {
    success: true,
    rate_as_of: asOf,
    retrieved_at: retrievedAt,
    stale_since: staleSince,
    recorded: isRecorded,
    composed: composed && { since: composed.since, origins: Object.fromEntries(composed.origins) },
    mirrors: mirrors.map(({ mirror, outcome, date }) => ({ mirror, outcome, date })),
    validated_by_days: days,
    missing_days: missing.length,
    counts: countStates(snapshot),
    currencies: Array.from(quality, ([code, each]) => ({
      code,
      state: each.state,
      reason: each.reason,
      since: each.since,
      explanation: explainQuality(code, each, asOf),
      published: each.published,
      published_as_of: each.publishedAsOf,
      basis: each.basis,
      source_value: each.sourceValue,
      source_value_as_of: asOf,
      agreeing_datasets: each.agreeing,
      needed_datasets: each.needed,
      bound: each.bound === null ? null : round(each.bound),
      witnesses: [...each.witnesses],
      ends_by: each.endsBy,
    })),
    official: buildOfficialStatus(official),
    banks: buildBanksStatus(official),
    witnesses: {
      requested_at: witnessReport.requestedAt,
      requested: witnessReport.requested.map(({ witness, outcome, compared, agreeing }) => ({
        witness,
        outcome,
        compared,
        agreeing: agreementLevels.map((percent, index) => ({
          within_percent: percent,
          currencies: elementAt(agreeing, index),
        })),
      })),
      disputed: disputes.map(({ code, witness, ratio, since, frozen }) => ({ code, witness, ratio, since, frozen })),
      unwitnessed: [...witnessReport.unwitnessed],
    },
  };
}

/** Number of currencies in each state. */
export function countStates({ rates, quality }: Pick<Snapshot, 'rates' | 'quality'>): Status['counts'] {
  const states = [...quality.values()].map(({ state }) => state);
  const countOf = (state: QualityState) => states.filter((other) => other === state).length;
  const [held, accepted, frozen] = [countOf('held'), countOf('accepted'), countOf('frozen')];
  return { ok: rates.size - held - accepted - frozen, held, accepted, frozen, omitted: countOf('omitted') };
}

/**
 * Reads a document of {@link buildStatus}. Returns the fields that the archive doesn't contain, such as the requested
 * mirrors and witnesses, and the fields that must agree with the archive, such as the number of its days. Other fields
 * are ignored, because another version may have different fields.
 */
export function parseStatus(document: unknown) {
  const { rate_as_of, retrieved_at, stale_since, recorded, mirrors, validated_by_days, witnesses, official, banks } =
    statusSchema.shape;
  const { requested_at, requested, unwitnessed } = witnesses.shape;
  const witnessReport = z.object({
    requested_at,
    requested: z.array(z.object({ ...requested.element.shape, outcome: outcomeOfAnyVersion })),
    unwitnessed,
  });
  const status = z
    .object({
      rate_as_of,
      retrieved_at,
      stale_since,
      recorded,
      mirrors: mirrors.optional().catch(undefined),
      validated_by_days,
      witnesses: witnessReport,
      official: z.object(official.shape),
      banks: z.array(z.object(banks.element.shape)).optional(),
    })
    .parse(document);
  return {
    asOf: status.rate_as_of,
    retrievedAt: status.retrieved_at,
    staleSince: status.stale_since,
    isRecorded: status.recorded,
    mirrors: status.mirrors,
    validatedByDays: status.validated_by_days,
    official: parseBanksStatus(status.official, status.banks),
    witnessReport: {
      requestedAt: status.witnesses.requested_at,
      requested: status.witnesses.requested.map(({ agreeing, ...rest }) => ({
        ...rest,
        agreeing: agreementLevels.map(
          (percent) => agreeing.find(({ within_percent }) => within_percent === percent)?.currencies ?? 0,
        ),
      })),
      unwitnessed: status.witnesses.unwitnessed,
    },
  };
}

/**
 * An outcome that this version doesn't know becomes `unusable`. In every version, a witness's comparisons are used only
 * if its outcome is `compared`.
 */
const outcomeOfAnyVersion = z
  .string()
  .regex(/^[a-z_]{1,40}$/)
  .transform((outcome) => (isKeyOf(outcomesInWords, outcome) ? outcome : 'unusable'));
