import { z } from 'zod';
import { publishedOrder } from '../../currencies/catalogue.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { fields } from '../format/fields.ts';
import { paths, proofPaths } from '../format/paths.ts';
import { present } from '../../text/present.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';

/** `/api/v1/archive`: what we have of what the source said, day by day, and where. */
export const archiveIndexSchema = /* @__PURE__ */ defineSchema(() => {
  const count = z.int().nonnegative();
  const url = z
    .string()
    .regex(/^\/archive\/(ecb\/)?[\w-]+\.csv$/)
    .meta({ description: 'Where the file is, on this host.' });
  const bytes = count.meta({ description: 'Its size.' });
  const year = z
    .string()
    .regex(/^\d{4}$/)
    .meta({ description: 'Which year.', examples: ['2026'] });
  const years = z
    .array(z.strictObject({ year, days: count.meta({ description: 'Number of days in the file.' }), url, bytes }))
    .min(1);
  return z
    .strictObject({
      success: fields.success,
      first: fields.date.meta({ description: 'The first archived day.' }),
      last: fields.date.meta({ description: 'The newest one.' }),
      days: count.meta({ description: 'How many days are archived.' }),
      years: years.meta({
        description:
          'A CSV file for each year, `date,AED,AFN,…`: units per 1 USD, as the source had them, valid or not; empty ' +
          'where it had none.',
      }),
      official: z
        .strictObject({
          first: fields.date.meta({ description: 'First day with official rates.' }),
          last: fields.date.meta({ description: 'Newest day with official rates.' }),
          days: count.meta({ description: 'Number of days with official rates.' }),
          years: years.meta({
            description: 'A CSV file for each year, `date,AUD,BGN,…`: units per 1 EUR, the bank’s own numbers.',
          }),
        })
        .meta({ description: 'The European Central Bank’s euro reference rates, which `source=ecb` returns.' }),
      codes: z.array(codeSchema).meta({ description: 'Currencies that have a valid rate on some day.' }),
      gaps: z.array(fields.date).meta({ description: 'Days that the source never had.' }),
      faults: z.strictObject({ count: count.meta({ description: 'How many values that are.' }), url, bytes }).meta({
        description: 'A CSV file of every rejected value: `date,code,value,reason`.',
      }),
      evidence: z.strictObject({ count: count.meta({ description: 'How many lines it has.' }), url, bytes }).meta({
        description:
          'A CSV file of what witnesses said, where it decided or disputed something, and of the first word of each year: ' +
          '`date,code,witness,ratio,as_of`. `ratio` is the witness’s rate, divided by the dataset’s; `as_of` its date.',
      }),
      receipts: z
        .array(
          z.strictObject({
            year,
            url: z
              .string()
              .regex(/^\/receipts\/\d{4}\.jsonl$/)
              .meta({ description: 'Where the file is, on this host.' }),
          }),
        )
        .meta({
          description:
            'Files with a line of JSON for each state of the site: which dataset from where, the SHA-256 of its bytes, by ' +
            'which code it was validated, the SHA-256 of `/SHA256SUMS` and that of the line before. `/receipts/newest.json` ' +
            'is the last line, but for the former hash; `/archive/source.json` the newest dataset’s bytes.',
        }),
    })
    .meta({ id: 'Archive', description: 'What the source said, day by day.' });
});

export type ArchiveIndex = z.infer<typeof archiveIndexSchema>;

export function buildArchiveIndex({
  years,
  faults,
  evidence,
  receipts,
  validDays,
  gaps,
  days,
  first,
  last,
  official,
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
    official: {
      first: present(official.days[0], 'official day').date,
      last: present(official.days.at(-1), 'official day').date,
      days: official.days.length,
      years: official.years.map(({ year, days, body }) => ({
        year,
        days,
        url: `/${paths.officialYear(year)}`,
        bytes: body.length,
      })),
    },
    codes: publishedOrder.filter((code) => validDays.some(({ rates }) => rates.has(code))),
    gaps: [...gaps],
    faults: { count: faults.count, url: `/${paths.archiveFaults}`, bytes: faults.body.length },
    evidence: { count: evidence.count, url: `/${paths.archiveEvidence}`, bytes: evidence.body.length },
    receipts: receipts.map((year) => ({ year, url: `/${proofPaths.receiptsYear(year)}` })),
  };
}
