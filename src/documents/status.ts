import { z } from 'zod';
import { codeSchema } from '../currencies/currency.ts';
import { defineSchema } from '../currencies/define-schema.ts';
import { qualityReasons, type QualityState, qualityStates, reasonsInWords, statesInWords } from '../rates/quality.ts';
import type { Snapshot } from '../rates/snapshot.ts';
import { agreementLevels, type Hearing, outcomesInWords, witnessOutcomes } from '../rates/witnesses.ts';
import { fields } from './fields.ts';

/** `/api/v1/status`: which rates are not simply the dataset's, and why. */
export const statusSchema = /* @__PURE__ */ defineSchema(() => {
  const count = z.int().nonnegative();
  const rate = z.number().positive().nullable();
  const witness = z
    .string()
    .regex(/^[\w.:[\]-]{1,260}$/)
    .meta({ examples: ['api.frankfurter.dev'] });
  return z
    .strictObject({
      success: fields.success,
      rate_as_of: fields.date.meta({ description: 'Date of the source dataset.' }),
      retrieved_at: fields.instant.meta({ description: 'When this dataset was first fetched.' }),
      judged_by_days: count.meta({
        description: 'How many archived days, this one included, the rates are judged by. See `/api/v1/archive`.',
      }),
      counts: z
        .strictObject({
          ok: count.meta({ description: 'Currencies published as the dataset has them.' }),
          held: count.meta({ description: 'Currencies published as an earlier dataset had them.' }),
          accepted: count.meta({ description: 'Currencies whose new level has just been accepted.' }),
          left_out: count.meta({ description: 'Currencies that are not published.' }),
        })
        .meta({ description: 'How many currencies are in each state.' }),
      currencies: z
        .array(
          z
            .strictObject({
              code: codeSchema,
              state: z.enum(qualityStates).meta({ description: toldInWords(statesInWords) }),
              reason: z.enum(qualityReasons).meta({ description: `Why. ${toldInWords(reasonsInWords)}` }),
              since: fields.date.meta({
                description: 'Date of the first dataset that is not believed, or of the accepted one.',
              }),
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
      witnesses: z
        .strictObject({
          asked_at: fields.instant.nullable().meta({
            description: 'When they were asked: once a dataset, when it was first fetched. Null where nobody was.',
          }),
          asked: z
            .array(
              z.strictObject({
                witness: witness.meta({ description: 'Its host.' }),
                outcome: z.enum(witnessOutcomes).meta({ description: toldInWords(outcomesInWords) }),
                compared: count.meta({ description: 'How many currencies both have.' }),
                agreeing: z
                  .array(
                    z.strictObject({
                      within_percent: z.number().positive().meta({ description: 'How near two rates must be.' }),
                      currencies: count.meta({ description: 'How many are.' }),
                    }),
                  )
                  .meta({ description: 'In how many of these it agrees.' }),
              }),
            )
            .meta({ description: 'Every witness that was asked, and how far it agrees with the dataset.' }),
          disputed: z
            .array(
              z.strictObject({
                code: codeSchema,
                witness: witness.meta({ description: 'Who disputes it.' }),
                ratio: z.number().positive().meta({ description: 'The witness’s rate, divided by the dataset’s.' }),
                since: fields.date.meta({ description: 'Date of the first dataset that it disputes.' }),
              }),
            )
            .meta({
              description:
                'Every currency of which a witness says otherwise, by more than 5%, or 25% for a crypto asset. Unless it is ' +
                'among `currencies`, it is published as the dataset has it: a witness may err.',
            }),
          unwitnessed: z
            .array(codeSchema)
            .meta({ description: 'Currencies of the dataset of which no witness that was heard says anything.' }),
        })
        .meta({
          id: 'Witnesses',
          description:
            'What independent sources say of the dataset. Their rates are not published: only whether they agree.',
        }),
    })
    .meta({ id: 'Status', description: 'The state of the data.' });
});

export type Status = z.infer<typeof statusSchema>;

/** `held`: what it means. `left_out`: … */
function toldInWords(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join(' ');
}

/** @param judgedByDays how many archived days there are, the snapshot's included */
export function buildStatus(snapshot: Snapshot, judgedByDays: number): Status {
  const { asOf, retrievedAt, quality, hearing, disputes } = snapshot;
  return {
    success: true,
    rate_as_of: asOf,
    retrieved_at: retrievedAt,
    judged_by_days: judgedByDays,
    counts: countStates(snapshot),
    currencies: Array.from(quality, ([code, each]) => ({
      code,
      state: each.state,
      reason: each.reason,
      since: each.since,
      published: each.published,
      good_as_of: each.publishedAsOf,
      offered: each.sourceValue,
      offered_as_of: asOf,
      agreeing_datasets: each.agreeing,
    })),
    witnesses: {
      asked_at: hearing.askedAt,
      asked: hearing.asked.map(({ witness, outcome, compared, agreeing }) => ({
        witness,
        outcome,
        compared,
        agreeing: agreementLevels.map((percent, index) => ({
          within_percent: percent,
          currencies: agreeing[index] ?? 0,
        })),
      })),
      disputed: disputes.map(({ code, witness, ratio, since }) => ({ code, witness, ratio, since })),
      unwitnessed: [...hearing.unwitnessed],
    },
  };
}

/** How many currencies are in each state. */
export function countStates({ rates, quality }: Pick<Snapshot, 'rates' | 'quality'>): Status['counts'] {
  const states = [...quality.values()].map(({ state }) => state);
  const countOf = (state: QualityState) => states.filter((other) => other === state).length;
  const [held, accepted, leftOut] = [countOf('held'), countOf('accepted'), countOf('left_out')];
  return { ok: rates.size - held - accepted, held, accepted, left_out: leftOut };
}

/** What a status tells the next publish. */
export interface PublishedStatus {
  readonly asOf: string;
  /** Left out by the earliest versions, which had no archive. */
  readonly judgedByDays: number | undefined;
  /** Left out by versions that asked no witnesses. */
  readonly hearing: Hearing | undefined;
}

/**
 * Of which day a status is, how many archived days it was judged by and who was asked, read back from what
 * {@link buildStatus} published. Another version's document may have other fields beside.
 *
 * @throws {z.ZodError}
 */
export function parseStatus(document: unknown): PublishedStatus {
  const { rate_as_of, judged_by_days, witnesses } = statusSchema.shape;
  const asked = z.object(witnesses.shape.asked.element.shape);
  const hearing = z.object({ ...witnesses.shape, asked: z.array(asked) });
  const status = z
    .object({ rate_as_of, judged_by_days: judged_by_days.optional(), witnesses: hearing.optional() })
    .parse(document);
  return {
    asOf: status.rate_as_of,
    judgedByDays: status.judged_by_days,
    hearing: status.witnesses && {
      askedAt: status.witnesses.asked_at,
      asked: status.witnesses.asked.map(({ agreeing, ...rest }) => ({
        ...rest,
        agreeing: agreementLevels.map(
          (percent) => agreeing.find(({ within_percent }) => within_percent === percent)?.currencies ?? 0,
        ),
      })),
      unwitnessed: status.witnesses.unwitnessed,
    },
  };
}
