import { z } from 'zod';
import { doubtReasonsInWords } from '../../archive/official-doubts.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';
import { reasonsInWords, statesInWords } from '../../validation/snapshot/quality.ts';
import { banksStatusSchema } from '../documents/official-status.ts';
import { publishEntrySchema } from '../documents/publish-entry.ts';
import { statusSchema } from '../documents/status.ts';
import { datedConversionSchema } from '../endpoints/convert-on-date.schema.ts';
import { enumOf } from '../../text/enum-of.ts';
import { errorCodes } from '../error.schema.ts';
import { fields } from '../fields.schema.ts';

const path = z.string().regex(/^\//);
const perUsd = z.number().positive().nullable();
const conversion = datedConversionSchema.shape;
const bankStatus = banksStatusSchema.element.shape;

const ofStatus = statusSchema.shape.currencies.element.pick({
  ...{ since: true, basis: true, agreeing_datasets: true, needed_datasets: true, bound: true, ends_by: true },
});

const states = {
  ok: 'the source’s value is valid and published',
  ...statesInWords,
  rejected: 'the source’s value of this past day is rejected in retrospect, and no rate is published',
  missing: 'the source has no value on this past day',
};

const currency = z
  .strictObject({
    code: codeSchema,
    state: enumOf(states, 'State of the currency on `date`.'),
    reason: z
      .enum(Object.keys(reasonsInWords))
      .nullable()
      .describe('Reason for the state, as in `/api/v1/status`. Null if the state is `ok` or `missing`.'),
    explanation: z.string().describe('Why the value is valid or not, and what is published instead.'),
    source_value: perUsd.describe('Source value in units per 1 USD. Null if the source has none.'),
    source_value_file: path.nullable().describe('File that has the source value. Null if the source has none.'),
    published: perUsd.describe('Published rate in units per 1 USD. Null if no rate is published for `date`.'),
    published_file: path.describe('File that has the published rates of `date`.'),
    published_as_of: fields.date
      .nullable()
      .describe('Date of the published rate, which is before `date` if the rate is held. Null if there is none.'),
    status: ofStatus
      .nullable()
      .describe(
        'Further fields of the currency’s entry in `/api/v1/status`. Null if it has none, or if `date` isn’t the newest day.',
      ),
    composed_from: z
      .string()
      .nullable()
      .describe(
        'Bank’s table, or peg, from which this service composed the value because the dataset has stopped. Otherwise null.',
      ),
    witnesses: z
      .array(z.string())
      .describe('Comparisons of the source value with independent sources, a sentence each.'),
    facts: z
      .array(z.string())
      .describe('Facts about the currency that matter for its rate: peg, redenomination, several rates.'),
  })
  .describe('A currency of the pair.');

const bank = z
  .strictObject({
    quotes: z
      .array(
        z.strictObject({
          code: codeSchema,
          quote: z.string().describe('The quote as the bank published it, such as `100 HUF = 1.0999 PLN, 2026-01-05`.'),
          value: z.string().describe('The bank’s number, with the bank’s digits.'),
          units: z.int().positive().describe('Number of units that the value is for.'),
          date: fields.date.describe('Date of the quote.'),
          reference: z.string().nullable().describe('Number of the bank’s table. Null if its tables have no numbers.'),
          file: path.describe('File that has the quote, in the row of `date`.'),
          column: z.string().describe('Column of the quote in the file.'),
        }),
      )
      .describe('Quotes of the pair’s currencies. The bank’s own currency has none.'),
    problem: bankStatus.problem,
    doubts: z
      .array(
        z.strictObject({
          table: fields.table,
          date: fields.date.describe('Day in doubt.'),
          code: codeSchema.nullable().describe('Code of the currency in doubt. Null if the whole day is in doubt.'),
          reason: enumOf(doubtReasonsInWords, 'Reason for the doubt.'),
          since: fields.date.describe('Date of the first check since which the bank’s files have said the same.'),
          ends_by: fields.date.nullable().describe('Date on which the bank’s file is followed if it stays the same.'),
          explanation: z.string().describe('The doubt in a sentence.'),
        }),
      )
      .describe('Doubts because of which the rate may be older than the bank’s newest, or not what its file says.'),
    corrections: z
      .array(z.strictObject(bankStatus.corrections.shape.newest.unwrap().shape))
      .describe('Recent corrections of the quotes, the latest last.'),
    late: z
      .array(z.strictObject(bankStatus.late.shape.newest.unwrap().shape))
      .describe('The quotes that were recently added after other rates of their day, or after a later day.'),
  })
  .describe('Facts about a bank’s rate.');

const publish = z
  .strictObject({
    date: fields.date.describe('Date of the newest dataset.'),
    retrieved_at: fields.instant.describe('Time when this dataset was first fetched.'),
    recorded: z.boolean().describe('Whether the rates are recorded rates of a local preview.'),
    source_url: publishEntrySchema.shape.source.shape.url.describe('URL that the dataset was fetched from.'),
    source_sha256: publishEntrySchema.shape.source.shape.sha256.describe(
      'SHA-256 of the dataset as fetched. Null if it wasn’t kept.',
    ),
    version: z.string().describe('Version of the code that built the site.'),
    commit: z.string().nullable().describe('Commit of this code. Null if unknown.'),
    entry: path.describe('File with these facts.'),
    checksums: path.describe('File with the SHA-256 of every file of the site, including `entry`.'),
    log: path.describe('Publish log of the year, whose lines form a chain of hashes. It has the hash of `checksums`.'),
  })
  .describe('The newest publish, which vouches for the files of the site. Null if its entry can’t be read.');

/** Why a rate is what it is. */
export const rateExplanationSchema = z
  .strictObject({
    success: fields.success,
    from: fields.from,
    to: fields.to,
    requested_date: fields.date
      .nullable()
      .describe('Requested day. Null for the newest rate, and if `requested_before` isn’t null.'),
    requested_before: fields.date
      .nullable()
      .describe('Date before which the last rate was requested. Null if the request has no such date.'),
    date: fields.date.describe(
      'The day that is explained: the requested day, the day before `requested_before` or, without a date, the newest.',
    ),
    summary: z.string().describe('The rate and its day, or why the rate is missing.'),
    rate: fields.rate.nullable().describe('Units of `to` per 1 unit of `from`. Null if the API returns an error.'),
    rate_as_of: conversion.rate_as_of.nullable(),
    is_of_date: z
      .boolean()
      .describe(
        'Whether the rate is one of the rates of `date`, even if it’s held. If false, it’s from an earlier day, or null.',
      ),
    calculation: z.string().nullable().describe('How the rate is calculated. Null if `date` has no rate.'),
    error: z
      .strictObject({
        code: z.enum(Object.keys(errorCodes)).describe('Kind of the error.'),
        message: z.string().describe('What is wrong and what to do.'),
      })
      .nullable()
      .describe('The API’s error for the same request. Null if the API returns a rate.'),
    not_archived: z
      .string()
      .nullable()
      .describe('Why the archive has no dataset of `date`. Null if it has one, or if the source is a bank.'),
    rate_type: conversion.rate_type,
    source: conversion.source,
    sources: conversion.sources,
    reference: conversion.reference,
    held: conversion.held,
    withheld: conversion.withheld,
    rule: conversion.rule,
    notes: z
      .array(z.string())
      .describe('The units of the pair’s sub-units and metals, and what the dataset’s rate of USD is.'),
    currencies: z
      .array(currency)
      .describe('The pair’s currencies except USD, the base of market rates. Empty for a bank’s rate.'),
    bank: bank.nullable().describe('Facts about a bank’s rate. Null for a market rate.'),
    publish: publish.nullable(),
    links: z
      .strictObject({
        receipt: path.describe('Page that shows where the rate comes from and can check the hashes.'),
        api: path.describe('API request for the rate.'),
        files: z.array(path).describe('Files with these facts.'),
      })
      .describe('URLs on this site, without its origin.'),
  })
  .meta({ id: 'RateExplanation', description: 'Why a rate is what it is.' });

export type RateExplanation = z.infer<typeof rateExplanationSchema>;
