import { z } from 'zod';
import { codeSchema } from '../currencies/currency.ts';
import { defineSchema } from '../currencies/define-schema.ts';
import { MAX_HELD_DAYS, type Quality, qualityReasons, qualityStates } from '../rates/quality.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { fields } from './fields.ts';

/** `/api/v1/status`: which rates are not simply the dataset's, and why. It is also the quality gate's memory. */
export const statusSchema = /* @__PURE__ */ defineSchema(() => {
  const count = z.int().nonnegative();
  const rate = z.number().positive().nullable();
  return z
    .strictObject({
      success: fields.success,
      rate_as_of: fields.date.meta({ description: 'Date of the source dataset.' }),
      retrieved_at: fields.instant.meta({ description: 'When this dataset was first fetched.' }),
      counts: z
        .strictObject({
          ok: count.meta({ description: 'Currencies published as the dataset has them.' }),
          held: count.meta({ description: 'Currencies whose value in the dataset is missing or implausible.' }),
          accepted: count.meta({ description: 'Currencies whose new level has just been accepted.' }),
          left_out: count.meta({
            description: 'Of the held ones, those without a recent good rate: they are not published.',
          }),
        })
        .meta({ description: 'How many currencies are in each state.' }),
      currencies: z
        .array(
          z
            .strictObject({
              code: codeSchema,
              state: z.enum(qualityStates).meta({
                description:
                  `\`held\`: the last good rate is published, for ${MAX_HELD_DAYS} days at most, until the value returns or ` +
                  'successive datasets agree on the new level: two, or three for a move of more than 25%. ' +
                  '`accepted`: they did, and the new level is published.',
              }),
              reason: z.enum(qualityReasons).meta({
                description: 'Why: a jump that markets do not make, no value at all, or a new level that has stood.',
              }),
              since: fields.date.meta({ description: 'Date of the first dataset in this state.' }),
              published: rate.meta({ description: 'Units per 1 USD that are published; null when left out.' }),
              good_as_of: fields.date
                .nullable()
                .meta({ description: 'Date of the dataset that the published rate comes from; null when left out.' }),
              offered: rate.meta({ description: 'Units per 1 USD that the dataset has; null when missing.' }),
              offered_as_of: fields.date.meta({ description: 'Date of that dataset.' }),
              agreeing_datasets: count.meta({ description: 'Successive datasets that agree on the offered level.' }),
            })
            .meta({ id: 'CurrencyStatus', description: 'A currency that is not published as the dataset has it.' }),
        )
        .meta({ description: 'Every currency that is not plainly ok.' }),
    })
    .meta({ id: 'Status', description: 'The state of the data.' });
});

export type Status = z.infer<typeof statusSchema>;
type CurrencyStatus = Status['currencies'][number];

/** What the gate remembers of a currency, by the names of its fields here. */
const fieldOf = {
  state: 'state',
  reason: 'reason',
  since: 'since',
  published: 'published',
  goodAsOf: 'good_as_of',
  offered: 'offered',
  offeredAsOf: 'offered_as_of',
  agreeing: 'agreeing_datasets',
} as const satisfies Record<keyof Quality, keyof CurrencyStatus>;
const names = Object.entries(fieldOf) as [keyof Quality, keyof CurrencyStatus][];

export function buildStatus({ asOf, retrievedAt, rates, quality }: Snapshot): Status {
  const states = [...quality.values()];
  const held = states.filter(({ state }) => state === 'held');
  return {
    success: true,
    rate_as_of: asOf,
    retrieved_at: retrievedAt,
    counts: {
      ok: rates.size - states.filter(({ published }) => published !== null).length,
      held: held.length,
      accepted: states.length - held.length,
      left_out: held.filter(({ published }) => published === null).length,
    },
    currencies: [...quality].map(([code, remembered]) => {
      const fields = names.map(([name, field]) => [field, remembered[name]]);
      return { code, ...Object.fromEntries(fields) } as CurrencyStatus;
    }),
  };
}

/**
 * The quality gate's memory, read back from what {@link buildStatus} published, and of which day it is. Another
 * version's document may have other fields beside.
 *
 * @throws {z.ZodError}
 */
export function parseStatus(document: unknown): { readonly asOf: string; readonly quality: Map<string, Quality> } {
  const { rate_as_of: asOf, currencies } = z
    .object({ rate_as_of: statusSchema.shape.rate_as_of, currencies: statusSchema.shape.currencies })
    .parse(document);
  const remembered = currencies.map((status): [string, Quality] => {
    const fields = names.map(([name, field]) => [name, status[field]]);
    return [status.code, Object.fromEntries(fields) as Quality];
  });
  return { asOf, quality: new Map(remembered) };
}
