import { z } from 'zod';
import type { OfficialProblem, OfficialRates } from '../../archive/official-rates.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { elementAt } from '../../rates/element-at.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { mirrorOutcomesInWords } from '../../snapshot/asked-mirrors.ts';
import { explainQuality } from '../../snapshot/explain-quality.ts';
import { basesInWords, type QualityState, reasonsInWords, statesInWords } from '../../snapshot/quality.ts';
import { round } from '../../rates/round.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { agreementLevels, outcomesInWords } from '../../snapshot/witnesses.ts';
import { present } from '../../text/present.ts';
import { fields } from '../format/fields.ts';

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
      stale_since: fields.instant.nullable().meta({
        description: 'When a check first found the rates stale, as `/api/v1/rates` reports. Null if they aren’t.',
      }),
      recorded: z.boolean().meta({
        description:
          'Whether the site is a preview of recorded rates, made because no mirror was usable. False on every published site.',
      }),
      mirrors: z
        .array(
          z.strictObject({
            mirror: z.url().meta({ description: 'URL of the mirror.' }),
            outcome: enumOf(mirrorOutcomesInWords, 'What became of the request.'),
            date: fields.date.nullable().meta({ description: 'Date of the mirror’s dataset. Null if it gave none.' }),
          }),
        )
        .meta({
          description:
            'Every mirror of the dataset, and the date that it had when this dataset was first fetched. If the rates are ' +
            'stale, the date that it had at the last check.',
        }),
      judged_by_days: count.meta({
        description:
          'Number of archived days, this one included, that the rates are validated against. See `/api/v1/archive`.',
      }),
      counts: z
        .strictObject({
          ok: count.meta({ description: 'Number of currencies that are published and in none of the other states.' }),
          held: count.meta({ description: 'Number of currencies published with another rate than the source value.' }),
          accepted: count.meta({ description: 'Number of currencies whose new level has just been accepted.' }),
          frozen: count.meta({
            description: 'Number of currencies that are published and marked, because their digits don’t change.',
          }),
          left_out: count.meta({ description: 'Number of currencies that are not published.' }),
        })
        .meta({ description: 'Number of currencies in each state.' }),
      currencies: z
        .array(
          z
            .strictObject({
              code: codeSchema,
              state: enumOf(statesInWords, 'What is published.'),
              reason: enumOf(reasonsInWords, 'Why.'),
              since: fields.date.meta({ description: 'Date of the first dataset in this state.' }),
              explanation: z.string().meta({
                description:
                  'Why the currency is in this state, since when, how many datasets agree, when the state ends and what is ' +
                  'published, in plain English sentences. Their wording may change.',
              }),
              published: rate.meta({
                description: 'Published rate in units per 1 USD. Null if the currency is omitted.',
              }),
              good_as_of: fields.date
                .nullable()
                .meta({ description: 'The published rate’s own date. Null if the currency is omitted.' }),
              published_from: z
                .enum(keysOf(basesInWords))
                .nullable()
                .meta({
                  description:
                    `What a held rate is made from. ${listInWords(basesInWords)} Null if the published rate is the ` +
                    'source value, or the currency is omitted.',
                }),
              offered: rate.meta({ description: 'Source value in units per 1 USD. Null if the dataset has none.' }),
              offered_as_of: fields.date.meta({ description: 'Date of the dataset that `offered` is from.' }),
              agreeing_datasets: count.meta({
                description: 'Number of datasets in a row, the newest included, that agree on the level of `offered`.',
              }),
              needed_datasets: count.nullable().meta({
                description:
                  'Number of agreeing datasets in a row that it takes to accept that level. Null if no number does.',
              }),
              bound: z
                .number()
                .min(1)
                .nullable()
                .meta({
                  description:
                    'Largest factor between `offered` and the last good rate, or the official parity, that would not be in ' +
                    'doubt. Null if no bound decided.',
                  examples: [1.05],
                }),
              witnesses: z
                .array(witness)
                .meta({ description: 'Hosts of the witnesses that decided. Empty if none did.' }),
              ends_by: fields.date.nullable().meta({
                description:
                  'Date on which this state ends at the latest, if the datasets to come agree. Null if it takes another ' +
                  'source value or a person to end it.',
              }),
            })
            .meta({ id: 'CurrencyStatus', description: 'State of a currency that isn’t plainly ok.' }),
        )
        .meta({ description: 'Every currency that isn’t plainly ok.' }),
      official: z
        .strictObject({
          rate_as_of: fields.date.meta({ description: 'Date of the newest official rates.' }),
          problem: z.string().nullable().meta({
            description: 'Why no newer official rates could be added at the last check. Null if nothing was wrong.',
          }),
          problem_since: fields.instant
            .nullable()
            .meta({ description: 'When a check first found a problem. Null if nothing was wrong at the last check.' }),
        })
        .meta({ description: 'State of the European Central Bank’s rates, which `source=ecb` returns.' }),
      witnesses: z
        .strictObject({
          asked_at: fields.instant.nullable().meta({
            description:
              'When the witnesses were requested, which happens once for each dataset, when it is first fetched. Null if no ' +
              'witness was requested.',
          }),
          asked: z
            .array(
              z.strictObject({
                witness: witness.meta({ description: 'Host of the witness.' }),
                outcome: enumOf(outcomesInWords, 'What became of the request.'),
                compared: count.meta({ description: 'Number of currencies compared with the dataset.' }),
                agreeing: z
                  .array(
                    z.strictObject({
                      within_percent: z
                        .number()
                        .positive()
                        .meta({ description: 'Largest distance between two rates that agree, in percent.' }),
                      currencies: count.meta({ description: 'Number of compared currencies that agree.' }),
                    }),
                  )
                  .meta({ description: 'How many of the compared currencies agree with the dataset, by distance.' }),
              }),
            )
            .meta({ description: 'Every witness that was requested, and how far it agrees with the dataset.' }),
          disputed: z
            .array(
              z.strictObject({
                code: codeSchema,
                witness: witness.meta({ description: 'Host of the witness that is far from the dataset.' }),
                ratio: z.number().positive().meta({ description: 'The witness’s rate, divided by the dataset’s.' }),
                since: fields.date.meta({
                  description: 'Date of the first dataset that the witness was far from, without having agreed since.',
                }),
                frozen: z.boolean().meta({
                  description:
                    'Whether the witness’s rate has not moved for days, so that it has no say for this currency.',
                }),
              }),
            )
            .meta({
              description:
                'Every currency for which a witness is away from the dataset by more than 5%, or 25% for a crypto asset. A ' +
                'currency that isn’t also in `currencies` is published as the dataset has it: a witness may err.',
            }),
          unwitnessed: z
            .array(codeSchema)
            .meta({ description: 'Codes of the dataset’s currencies that no witness was compared in.' }),
        })
        .meta({
          id: 'Witnesses',
          description:
            'Comparison of the dataset with its witnesses: independent sources that are used only to cross-check. Their rates ' +
            'are not published.',
        }),
    })
    .meta({ id: 'Status', description: 'State of the data: which rates are not simply the dataset’s, and why.' });
});

export type Status = z.infer<typeof statusSchema>;

/** Its keys, each explained in the description. */
function enumOf<T extends Readonly<Record<string, string>>>(words: T, description: string) {
  return z.enum(keysOf(words)).meta({ description: `${description} ${listInWords(words)}` });
}

function keysOf<T extends object>(words: T): (keyof T & string)[] {
  return Object.keys(words) as (keyof T & string)[];
}

/** `held`: its meaning. `left_out`: … */
function listInWords(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join(' ');
}

/** @param validatedByDays how many archived days there are, the snapshot's included */
export function buildStatus(snapshot: Snapshot, validatedByDays: number, official: OfficialRates): Status {
  const { asOf, retrievedAt, staleSince, isRecorded, mirrors, quality, hearing, disputes } = snapshot;
  return {
    success: true,
    rate_as_of: asOf,
    retrieved_at: retrievedAt,
    stale_since: staleSince,
    recorded: isRecorded,
    mirrors: mirrors.map(({ mirror, outcome, date }) => ({ mirror, outcome, date })),
    judged_by_days: validatedByDays,
    counts: countStates(snapshot),
    currencies: Array.from(quality, ([code, each]) => ({
      code,
      state: each.state,
      reason: each.reason,
      since: each.since,
      explanation: explainQuality(code, each),
      published: each.published,
      good_as_of: each.publishedAsOf,
      published_from: each.basis,
      offered: each.sourceValue,
      offered_as_of: asOf,
      agreeing_datasets: each.agreeing,
      needed_datasets: each.needed,
      bound: each.bound === null ? null : round(each.bound),
      witnesses: [...each.witnesses],
      ends_by: each.endsBy,
    })),
    official: {
      rate_as_of: present(official.days.at(-1), 'official day').date,
      problem: official.problem?.problem ?? null,
      problem_since: official.problem?.since ?? null,
    },
    witnesses: {
      asked_at: hearing.askedAt,
      asked: hearing.asked.map(({ witness, outcome, compared, agreeing }) => ({
        witness,
        outcome,
        compared,
        agreeing: agreementLevels.map((percent, index) => ({
          within_percent: percent,
          currencies: elementAt(agreeing, index),
        })),
      })),
      disputed: disputes.map(({ code, witness, ratio, since, frozen }) => ({ code, witness, ratio, since, frozen })),
      unwitnessed: [...hearing.unwitnessed],
    },
  };
}

/** How many currencies are in each state. */
export function countStates({ rates, quality }: Pick<Snapshot, 'rates' | 'quality'>): Status['counts'] {
  const states = [...quality.values()].map(({ state }) => state);
  const countOf = (state: QualityState) => states.filter((other) => other === state).length;
  const [held, accepted, frozen] = [countOf('held'), countOf('accepted'), countOf('frozen')];
  return { ok: rates.size - held - accepted - frozen, held, accepted, frozen, left_out: countOf('left_out') };
}

/**
 * Reads back what {@link buildStatus} published: the day, when it was fetched, since when it is stale, the number of
 * archived days, and which mirrors and witnesses were requested.
 * All other fields are ignored: they are computed again from the archive, and another version may have others.
 */
export function parseStatus(document: unknown) {
  const { rate_as_of, retrieved_at, stale_since, recorded, mirrors, judged_by_days, witnesses, official } =
    statusSchema.shape;
  const { asked_at, asked, unwitnessed } = witnesses.shape;
  const hearing = z.object({
    asked_at,
    asked: z.array(z.object({ ...asked.element.shape, outcome: outcomeOfAnyVersion })),
    unwitnessed,
  });
  const status = z
    .object({
      rate_as_of,
      retrieved_at: retrieved_at.optional(),
      stale_since: stale_since.optional(),
      recorded: recorded.optional(),
      mirrors: mirrors.optional().catch(undefined),
      judged_by_days: judged_by_days.optional(),
      witnesses: hearing.optional(),
      official: z.object(official.shape).optional(),
    })
    .parse(document);
  return {
    asOf: status.rate_as_of,
    retrievedAt: status.retrieved_at,
    staleSince: status.stale_since,
    isRecorded: status.recorded,
    mirrors: status.mirrors,
    validatedByDays: status.judged_by_days,
    official: status.official && {
      last: status.official.rate_as_of,
      problem: problemOf(status.official.problem, status.official.problem_since),
    },
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

function problemOf(problem: string | null, since: string | null): OfficialProblem | null {
  return problem !== null && since !== null ? { problem, since } : null;
}

/** An outcome that this version doesn't list is read as `unusable`: in every version only a witness that was `heard` counts. */
const outcomeOfAnyVersion = /* @__PURE__ */ defineSchema(() =>
  z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .transform((outcome) => (isKeyOf(outcomesInWords, outcome) ? outcome : 'unusable')),
);
