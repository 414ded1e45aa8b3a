import { z } from 'zod';
import { publishedOrder } from '../../money/currencies/catalogue.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';
import { fields } from '../fields.schema.ts';
import { paths, proofPaths } from '../paths.ts';
import type { ArchiveFiles, PublishedTable } from './archive-files.ts';

const count = z.int().nonnegative();
const url = z
  .string()
  .regex(/^\/archive\/([\w-]+\/)?[\w-]+\.csv$/)
  .describe('Path of the file on this host.');
const bytes = count.describe('Size of the file in bytes.');
const year = z
  .string()
  .regex(/^\d{4}$/)
  .meta({ description: 'Year, four digits.', examples: ['2026'] });
const years = z
  .array(z.strictObject({ year, days: count.describe('Number of archived days in this year.'), url, bytes }))
  .min(1);

const ofTable = {
  first: fields.date.describe('First day with official rates.'),
  last: fields.date.describe('Newest day with official rates.'),
  days: count.describe('Number of days with official rates.'),
  years: years.describe(
    'CSV file of each year, such as `date,AUD,BGN,…`: the bank’s own numbers. `100 HUF` is a column with the rate of ' +
      '100 forints. `reference` is the number of the bank’s table.',
  ),
  corrections: z
    .strictObject({ count: count.describe('Number of changed, removed and late values.'), url, bytes })
    .describe(
      'CSV file of every change of the published official rates: `date,code,old,new,at`. `old` is empty if the value is ' +
        'late, `new` is empty if it was removed, and `at` is the time of the change. Values are for 1 unit.',
    ),
};

/** `/api/v1/archive`: the archived days, and the files that have the source's values. */
export const archiveIndexSchema = z
  .strictObject({
    success: fields.success,
    first: fields.date.describe('First archived day.'),
    last: fields.date.describe('Newest archived day.'),
    days: count.describe('Number of archived days.'),
    years: years.describe(
      'CSV file of each year, `date,AED,AFN,…`. Each cell is the source’s value in units per 1 USD, valid or not. A ' +
        'cell is empty if the source had no value.',
    ),
    banks: z
      .array(
        z.strictObject({
          table: fields.table,
          source: fields.bank,
          asked_from: fields.date.describe('The bank was asked for all days from this date on.'),
          ...ofTable,
        }),
      )
      .describe('The official rates of each bank’s table. A table without rates is omitted.'),
    sources: z
      .array(fields.sources.unwrap().element.omit({ attribution: true }))
      .optional()
      .describe('Sources of the days, the earliest first. Omitted if all days are from fawazahmed0/exchange-api.'),
    codes: z.array(codeSchema).describe('Codes of currencies that have a valid rate on at least one day.'),
    gaps: z.array(fields.date).describe('Dates that the source never published.'),
    missing: z
      .array(fields.date)
      .describe('Dates since the source’s first day that aren’t archived yet. Each publish downloads some of them.'),
    rejected: z
      .strictObject({ count: count.describe('Number of rejected values.'), url, bytes })
      .describe('CSV file of all rejected values: `date,code,value,reason`.'),
    evidence: z
      .strictObject({ count: count.describe('Number of comparisons.'), url, bytes })
      .describe(
        'CSV file of comparisons with witnesses: `date,code,witness,ratio,as_of`. It has the comparisons that ' +
          'affected or disputed a rate, and the comparison that ended each dispute. `ratio` is the witness’s rate ' +
          'divided by the dataset’s, in four digits. `as_of` is the date of the witness’s rate.',
      ),
    publish_log: z
      .array(
        z.strictObject({
          year,
          url: z
            .string()
            .regex(/^\/receipts\/\d{4}\.jsonl$/)
            .describe('Path of the file on this host.'),
        }),
      )
      .describe(
        'Publish log of each year: one line of JSON per publish. A line has the dataset’s URL and SHA-256, ' +
          'the version of the code, the SHA-256 of `/SHA256SUMS`, and the SHA-256 of the previous line. ' +
          'The newest line is also in `/receipts/newest.json`, without the SHA-256 of `/SHA256SUMS`.',
      ),
  })
  .meta({ id: 'Archive', description: 'The source’s values of each day.' });

export type ArchiveIndex = z.infer<typeof archiveIndexSchema>;

export function buildArchiveIndex({
  years,
  rejected,
  evidence,
  logYears,
  validDays,
  gaps,
  missing,
  days,
  first,
  last,
  official,
  providers,
}: ArchiveFiles): ArchiveIndex {
  return {
    success: true,
    first,
    last,
    days,
    years: years.map(({ year, days, body }) => ({
      year,
      days,
      url: `/${paths.archiveYear(year)}`,
      bytes: body.length,
    })),
    banks: official.flatMap((rates) => indexOfTable(rates) ?? []),
    ...(providers.length > 0 && { sources: providers }),
    codes: publishedOrder.filter((code) => validDays.some(({ rates }) => rates.has(code))),
    gaps: [...gaps],
    missing: [...missing],
    rejected: { count: rejected.count, url: `/${paths.archiveRejected}`, bytes: rejected.body.length },
    evidence: { count: evidence.count, url: `/${paths.archiveEvidence}`, bytes: evidence.body.length },
    publish_log: logYears.map((year) => ({ year, url: `/${proofPaths.publishLogYear(year)}` })),
  };
}

/** Undefined if the table has no rates. */
function indexOfTable({
  bank,
  table,
  days,
  asked_from,
  years,
  correctionsFile,
}: PublishedTable): ArchiveIndex['banks'][number] | undefined {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first === undefined || last === undefined || asked_from === null) return undefined;
  const { key } = table;
  return {
    ...{ table: key, source: bank.key, asked_from, first, last, days: days.length },
    years: years.map(({ year, days, body }) => {
      return { year, days, url: `/${paths.officialYear(key, year)}`, bytes: body.length };
    }),
    corrections: {
      count: correctionsFile.count,
      url: `/${paths.officialCorrections(key)}`,
      bytes: correctionsFile.body.length,
    },
  };
}
