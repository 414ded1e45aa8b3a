import { z } from 'zod';
import { codeSchema } from '../money/currencies/currency.schema.ts';
import { dateSchema, instantSchema } from '../money/calendar.schema.ts';
import { enumOf } from '../text/enum-of.ts';
import type { Immutable } from '../text/immutable.ts';
import { doubtReasonsInWords, withheldReasonsInWords } from './official-doubts.ts';

const value = z.number().positive().nullable();

/** A day in a bank's files that isn't taken over as the files have it. */
export const officialDoubtSchema = z.strictObject({
  date: dateSchema.describe('Day in doubt.'),
  reason: enumOf(doubtReasonsInWords, 'Reason for the doubt.'),
  code: codeSchema
    .nullable()
    .describe(
      'Code of the currency in doubt, or of the first of several. Null if the whole day is in doubt, or if the currency is unknown.',
    ),
  value: value.describe('Value in the bank’s file, for 1 unit. Null if it has none.'),
  since: dateSchema.describe('Date of the first check since which the bank’s files have said the same.'),
});

export type OfficialDoubt = Immutable<z.infer<typeof officialDoubtSchema>>;

/** When and why a rate waits that a bank has for a day, and that isn't published yet. */
export const withheldSchema = z
  .strictObject({
    date: dateSchema.describe('Day of the rate that waits.'),
    reason: enumOf(withheldReasonsInWords, 'Why it waits.'),
    ends_by: dateSchema.describe(
      'Date by which it’s published, or counts as not quoted, if the bank’s file stays the same.',
    ),
  })
  .meta({ id: 'Withheld', description: 'A day for which a bank’s rate waits, because it’s in doubt.' });

export type Withheld = Immutable<z.infer<typeof withheldSchema>>;

/** {@link withheldSchema} in a list of everything of a table that waits. */
export const tableWithheldSchema = withheldSchema
  .extend({
    code: codeSchema.nullable().describe('Code of the currency whose rate waits. Null if the whole day waits.'),
  })
  .meta({
    id: 'TableWithheld',
    description: 'A rate, or a whole day, of a bank’s table that waits, because it’s in doubt.',
  });

export type TableWithheld = Immutable<z.infer<typeof tableWithheldSchema>>;

/** A change of the published official rates: a correction or, if there was no value before, a late value. */
export const correctionSchema = z.strictObject({
  date: dateSchema.describe('Day of the changed rate.'),
  code: codeSchema,
  old: value.describe('Rate before, for 1 unit. Null if the rate is late, so there was none.'),
  new: value.describe('Rate from then on, for 1 unit. Null if the rate was removed.'),
  at: instantSchema.describe('Time of the change.'),
});

export type Correction = Immutable<z.infer<typeof correctionSchema>>;

/** What is known about a bank's table besides its rates. */
export const tableStateSchema = z.strictObject({
  asked_from: dateSchema.nullable().describe('The bank was asked for all days from this date on.'),
  problem: z
    .string()
    .nullable()
    .describe('Reason why the last check could not use the bank’s file. Null if it had no problem.'),
  problem_since: instantSchema
    .nullable()
    .describe('Time of the first check with a problem. Null if the last check had no problem.'),
  doubts: z
    .array(officialDoubtSchema)
    .describe('Every day for which the bank’s file isn’t followed, because it’s in doubt.'),
});

export type TableState = Immutable<z.infer<typeof tableStateSchema>>;
