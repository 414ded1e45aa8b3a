import { z } from 'zod';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { COMPUTED_DIGITS } from '../../rates/round.ts';

/** Fields that several documents share. */
export const fields = /* @__PURE__ */ defineSchema(() => ({
  success: z.literal(true).meta({ description: 'Always true in an answer with status 200.' }),
  base: z.literal('USD').meta({ description: 'The currency that every rate is relative to. Always USD.' }),
  from: codeSchema.meta({ description: 'Source currency code.', examples: ['USD'] }),
  to: codeSchema.meta({ description: 'Target currency code.', examples: ['EUR'] }),
  date: z.iso.date().meta({ description: 'A day, `YYYY-MM-DD`.', examples: ['2026-09-29'] }),
  instant: z.iso.datetime({ precision: 3 }).meta({
    description: 'An instant, ISO 8601 in UTC with milliseconds.',
    examples: ['2026-09-29T06:17:00.000Z'],
  }),
  timestamp: z.iso.datetime({ precision: 3 }).meta({
    description: 'When the rates were fetched from the source, ISO 8601 in UTC with milliseconds.',
    examples: ['2026-09-29T06:17:00.000Z'],
  }),
  rate: z
    .number()
    .positive()
    .meta({
      description: `Units of the target currency per 1 unit of the source currency, ${rounded(COMPUTED_DIGITS)}.`,
      examples: [0.88022588],
    }),
  rateType: z.literal('daily_reference').meta({ description: 'A daily reference, not a live market rate.' }),
  /** For endpoints with the parameter `source`. */
  rateTypeOfSource: z.enum(['daily_reference', 'official_reference']).meta({
    description:
      '`daily_reference`: a daily reference, not a live market rate. `official_reference`: a reference rate of the ' +
      'European Central Bank, returned for `source=ecb`.',
  }),
  source: z
    .strictObject({
      name: z.string().meta({ description: 'Name of the dataset.' }),
      url: z.url().meta({ description: 'Address of the dataset’s project.' }),
      license: z.string().meta({ description: 'SPDX identifier of the dataset’s licence.' }),
      attribution: z
        .string()
        .optional()
        .meta({
          description: 'Text to show with the rates. Only for sources that require it.',
          examples: ['Source: European Central Bank'],
        }),
    })
    .meta({ description: 'Where the rates come from.' }),
  held: z.record(codeSchema, z.iso.date()).meta({
    description:
      'The date of each held rate, by code; empty if none is held. A rate is held if the source’s value is in doubt or ' +
      'missing: the last good rate is published in its place.',
    examples: [{ HKD: '2026-09-24' }],
  }),
  rates: z
    .record(codeSchema, z.number().positive())
    .refine((rates) => rates['USD'] === 1, 'USD must be 1')
    .meta({
      description: 'Units of each currency per 1 USD, by code, with all digits of the dataset. USD itself is 1.',
    }),
}));

/** The dataset that all rates come from. */
export const dataset = {
  name: 'fawazahmed0/exchange-api',
  url: 'https://github.com/fawazahmed0/exchange-api',
  license: 'CC0-1.0',
} as const;

/** What every document of past rates says of itself. */
export const reference = { rate_type: 'daily_reference', source: dataset } as const;

/** What every document of official rates says of itself. The bank allows any use with attribution. */
export const officialReference = {
  rate_type: 'official_reference',
  source: {
    name: 'European Central Bank, euro foreign exchange reference rates',
    url: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
    license: 'LicenseRef-ECB-reuse-with-attribution',
    attribution: 'Source: European Central Bank',
  },
} as const;

/** The values of the parameter `source`. */
export const sourceNames = ['market', 'ecb'] as const;

export type SourceName = (typeof sourceNames)[number];

/** What a document says of the source of its rates. */
export type Reference = typeof reference | typeof officialReference;

/** How a description tells of rounding. */
export function rounded(digits: number): string {
  return `rounded to ${digits} significant digits`;
}
