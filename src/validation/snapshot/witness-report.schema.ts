import { z } from 'zod';
import { WITNESS } from '../../archive/comparison.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';
import { dateSchema, instantSchema } from '../../money/calendar.schema.ts';
import { enumOf } from '../../text/enum-of.ts';
import type { Immutable } from '../../text/immutable.ts';
import { outcomesInWords } from './witness-report.ts';

const count = z.int().nonnegative();

/** The name of a witness: its host. */
export const witnessSchema = z
  .string()
  .regex(WITNESS)
  .meta({ examples: ['api.frankfurter.dev'] });

const requestedWitnessSchema = z.strictObject({
  witness: witnessSchema.describe('Host of the witness.'),
  outcome: enumOf(outcomesInWords, 'Outcome of the request.'),
  compared: count.describe('Number of currencies compared with the dataset.'),
  agreeing: z
    .array(
      z.strictObject({
        within_percent: z
          .number()
          .positive()
          .describe('Tolerance in percent: rates agree if they differ by at most this much.'),
        currencies: count.describe('Number of compared currencies whose rates agree within this tolerance.'),
      }),
    )
    .describe('Number of currencies that agree with the dataset, for each tolerance.'),
});

export type RequestedWitness = Immutable<z.infer<typeof requestedWitnessSchema>>;

export const witnessReportSchema = z.strictObject({
  requested_at: instantSchema
    .nullable()
    .describe(
      'Time when the witnesses were requested: once for each dataset, when it is first fetched. Null if no ' +
        'witness was requested.',
    ),
  requested: z
    .array(requestedWitnessSchema)
    .describe('Every requested witness, and how far it agrees with the dataset.'),
  unwitnessed: z
    .array(codeSchema)
    .describe('Codes of the dataset’s currencies that weren’t compared with any witness.'),
});

export type WitnessReport = Immutable<z.infer<typeof witnessReportSchema>>;

/** A large difference between a witness's rate and the dataset's. */
export const disputeSchema = z.strictObject({
  code: codeSchema,
  witness: witnessSchema.describe('Host of the witness that differs from the dataset.'),
  ratio: z.number().positive().describe('The witness’s rate divided by the dataset’s, in four digits.'),
  since: dateSchema.describe('Date of the dataset since which the witness has differed in every comparison.'),
  frozen: z
    .boolean()
    .describe(
      'Whether the witness’s rate hasn’t changed for days, as far as four digits of `ratio` show. Such a rate ' +
        'doesn’t affect validation.',
    ),
});

export type Dispute = Immutable<z.infer<typeof disputeSchema>>;
