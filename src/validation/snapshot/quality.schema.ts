import { z } from 'zod';
import { dateSchema } from '../../money/calendar.schema.ts';
import { enumOf, keysOf, listInWords } from '../../text/enum-of.ts';
import type { Immutable } from '../../text/immutable.ts';
import { basesInWords, reasonsInWords, statesInWords } from './quality.ts';
import { witnessSchema } from './witness-report.schema.ts';

const rate = z.number().positive().nullable();
const count = z.int().nonnegative();

/** The validation result of a currency whose state isn't `ok`. */
export const qualitySchema = z.strictObject({
  state: enumOf(statesInWords, 'State of the currency.'),
  reason: enumOf(reasonsInWords, 'Reason for the state.'),
  since: dateSchema.describe(
    'Date of the first dataset in this state. If the currency is held or omitted, its value in every dataset ' +
      'from this date on has been in doubt or missing.',
  ),
  published: rate.describe('Published rate in units per 1 USD. Null if the currency is omitted.'),
  published_as_of: dateSchema.nullable().describe('Date of the published rate. Null if the currency is omitted.'),
  basis: z
    .enum(keysOf(basesInWords))
    .nullable()
    .describe(
      `Basis of a held rate. ${listInWords(basesInWords)} Null if the published rate is the source ` +
        'value, or the currency is omitted.',
    ),
  source_value: rate.describe('Source value in units per 1 USD. Null if the dataset has none.'),
  agreeing_datasets: count.describe(
    'Number of datasets in a row, up to the newest, that agree on the level of `source_value`: each value is a ' +
      'plausible daily move from the value before it. If frozen, the number of business days.',
  ),
  needed_datasets: count
    .nullable()
    .describe('Number of agreeing datasets that are needed to accept `source_value`. Null if no number is enough.'),
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
    .array(witnessSchema)
    .describe('Hosts of the witnesses whose rates caused this state. Empty if no witness did.'),
  ends_by: dateSchema
    .nullable()
    .describe(
      'Date by which this state ends at the latest, if the next datasets agree too. A held currency without a ' +
        'value that can be accepted by then is omitted from this date on. Null if the state ends only when ' +
        'the source’s value changes, or when a person corrects a fact in the code, such as a redenomination.',
    ),
});

export type Quality = Immutable<z.infer<typeof qualitySchema>>;
