import { z } from 'zod';
import { transportsInWords } from '../sources/bank.ts';
import { banks, bankTables } from '../sources/banks.ts';
import { enumOf } from '../text/enum-of.ts';
import { codeSchema } from '../money/currencies/currency.schema.ts';
import { dateSchema, instantSchema, isoDate } from '../money/calendar.schema.ts';
import { withheldSchema } from '../archive/official-rates.schema.ts';
import { COMPUTED_DIGITS } from '../money/rounding/round.ts';

const attribution = z
  .string()
  .optional()
  .meta({
    description: 'Text to show with the rates. Omitted if the source doesn’t require one.',
    examples: [banks[0].source.attribution],
  });

/** A document of another version may have keys of other banks. */
const key = z.string().regex(/^[a-z][a-z\d-]*$/);

/** Fields that several documents share. */
export const fields = {
  bank: key.meta({
    description: 'Key of the bank: the value of the parameter `source`.',
    examples: banks.map((bank) => bank.key),
  }),
  /** The key of a bank's table. */
  table: key.meta({
    description: 'Key of the bank’s table: the bank’s key, with a suffix for a further table.',
    examples: bankTables.map(({ table }) => table.key),
  }),
  transport: enumOf(transportsInWords, 'How the bank’s rates are downloaded.'),
  success: z.literal(true).describe('Always true in a response with status 200.'),
  base: z.literal('USD').describe('Currency that every rate is relative to. Always USD.'),
  from: codeSchema.meta({ description: 'Source currency code.', examples: ['USD'] }),
  to: codeSchema.meta({ description: 'Target currency code.', examples: ['EUR'] }),
  date: dateSchema,
  instant: instantSchema,
  timestamp: z.iso.datetime({ precision: 3 }).meta({
    description:
      'Time when the site fetched its newest dataset, ISO 8601 in UTC with milliseconds. It isn’t the time of the rate.',
    examples: ['2026-09-29T06:17:00.000Z'],
  }),
  rate: z
    .number()
    .positive()
    .meta({
      description: `Units of the target currency per 1 unit of the source currency, ${rounded(COMPUTED_DIGITS)}.`,
      examples: [0.88022588],
    }),
  rateType: z.literal('daily_reference').describe('Kind of rate: a daily reference rate, not a live market rate.'),
  /** The field `rate_type` of endpoints with the parameter `source`. */
  rateTypeOfSource: z
    .enum(['daily_reference', 'official_reference'])
    .describe(
      'Kind of rate. `daily_reference`: a daily reference rate of the dataset, not a live market rate. ' +
        '`official_reference`: an official rate of a bank, returned if `source` names the bank.',
    ),
  source: z
    .strictObject({
      name: z.string().describe('Name of the dataset.'),
      url: z.url().describe('URL of the dataset’s project.'),
      license: z
        .string()
        .describe(
          'SPDX identifier of the source’s license. For a bank, `LicenseRef-…-reuse-with-attribution`: reuse with `attribution`. `/api/v1/sources` has the terms. ' +
            'For rates that this service composed from several banks’, the terms of these banks apply.',
        ),
      attribution,
    })
    .describe('Origin of the rates. If the site has changed its source, this is the newest source.'),
  /** The field `reference` of endpoints with the parameter `source`. */
  reference: z
    .string()
    .optional()
    .meta({
      description:
        'Number of the bank’s table that has the rates, or two numbers with a comma. Omitted if the source doesn’t ' +
        'number its tables.',
      examples: ['043/A/NBP/2026'],
    }),
  sources: z
    .array(
      z.strictObject({
        first: isoDate.describe('First day of the rates from this source.'),
        name: z.string().describe('Name of the source.'),
        url: z.url().describe('URL of the source’s project.'),
        license: z.string().describe('SPDX identifier of the source’s license.'),
        attribution,
      }),
    )
    .min(2)
    .optional()
    .describe('Every source of the rates, the earliest first. Omitted if there is only one.'),
  held: z.record(codeSchema, isoDate).meta({
    description:
      'Date of each held rate, by code. Empty if no rate is held. A rate is held if the source’s value is in doubt ' +
      'or missing. Then the last good rate or the official parity is published instead.',
    examples: [{ HKD: '2026-09-24' }],
  }),
  /** The field `withheld` of endpoints with the parameter `source`. */
  withheld: z
    .record(codeSchema, z.array(withheldSchema).min(1))
    .optional()
    .meta({
      description:
        'Days for which the bank has a rate that isn’t published yet, because it’s in doubt, by code of the currency. ' +
        'Omitted if no rate waits, and for market rates.',
      examples: [{ USD: [{ date: '2026-10-05', reason: 'contradicted', ends_by: '2026-10-19' }] }],
    }),
  /** The field `unit_changes` of documents with rates of several days. */
  unitChanges: z
    .array(
      z.strictObject({
        code: codeSchema,
        date: isoDate.describe('First day of the new unit, `YYYY-MM-DD`.'),
        ratio: z.number().positive().describe('Number of old units that became one new unit.'),
      }),
    )
    .min(1)
    .optional()
    .meta({
      description:
        'Redenominations after the first day, ascending: rates before such a `date` are in the old unit of the currency, ' +
        'and can’t be compared with later rates. Omitted if there is none.',
      examples: [[{ code: 'SYP', date: '2026-01-01', ratio: 100 }]],
    }),
  rates: z
    .record(codeSchema, z.number().positive())
    .refine((rates) => rates['USD'] === 1, 'USD must be 1')
    .describe('Units of each currency per 1 USD, by code, with all digits of the dataset. USD itself is 1.'),
};

/** The part of a field's description that says how its numbers are rounded. */
export function rounded(digits: number): string {
  return `rounded to ${digits} significant digits`;
}
