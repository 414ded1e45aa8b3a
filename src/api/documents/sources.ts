import { z } from 'zod';
import type { QuotedPeriods } from '../../archive/quoted-periods.ts';
import { providerOn } from '../../sources/provider.ts';
import { tableWithheldSchema } from '../../archive/official-rates.schema.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';
import { banks } from '../../sources/banks.ts';
import { type ArchiveFiles, type PublishedTable } from './archive-files.ts';
import { marketPeriods, periodsOfBank } from './series/series-files.ts';
import { fields } from '../fields.schema.ts';
import { market } from '../../sources/market.ts';
import { attributed } from '../source-fields.ts';
import { enumOf } from '../../text/enum-of.ts';

const rhythmsInWords = {
  'business days': 'the bank has rates for Monday to Friday, except holidays',
  'calendar days': 'the source has rates for every day',
  Wednesdays: 'the bank has rates once a week, usually for Wednesday',
};

const quotationsInWords = {
  direct: 'units of `quoted_currency` per unit of a currency',
  indirect: 'units of a currency per 1 unit of `quoted_currency`',
};

const { name, url, license, attribution } = fields.source.shape;
const day = fields.date.nullable();

/** `/api/v1/sources`: the values of the parameter `source`, and what each source has. */
export const sourcesSchema = z
  .strictObject({
    success: fields.success,
    sources: z
      .array(
        z
          .strictObject({
            key: z.string().describe('Value of the parameter `source`.'),
            name,
            url,
            license,
            attribution,
            terms: z
              .string()
              .nullable()
              .describe('What the source’s terms allow. Null for the dataset: see `license`.'),
            quoted_currency: codeSchema.describe(
              'Currency in which the source quotes, and the default base of `/api/v1/rates`.',
            ),
            quotation: enumOf(quotationsInWords, 'How the source quotes.'),
            first: day.describe('First day with rates. Null if there are none yet.'),
            last: day.describe('Newest day with rates. Null if there are none yet.'),
            problem: z
              .string()
              .nullable()
              .describe('What was wrong in the last check for new rates. Null if nothing was. See `/api/v1/status`.'),
            tables: z
              .array(
                z.strictObject({
                  key: z.string().describe('Key of the table, as in `/archive/{key}/{year}.csv`.'),
                  rhythm: enumOf(rhythmsInWords, 'On which days the table has rates.'),
                  days_back: z
                    .int()
                    .positive()
                    .describe('If a day has no rates, the last rates before it count for this number of days.'),
                  first: day.describe('First day with rates.'),
                  last: day.describe('Newest day with rates.'),
                  withheld: z
                    .array(tableWithheldSchema)
                    .min(1)
                    .optional()
                    .describe('Rates and days that wait, because they’re in doubt. Omitted if nothing waits.'),
                  is_complete: z
                    .boolean()
                    .describe('Whether all days since the source’s first day have been asked for.'),
                }),
              )
              .describe('The source’s lists of rates. If a currency is in several of them, the first list counts.'),
            currencies: z
              .record(codeSchema, z.array(z.strictObject({ first: fields.date, last: fields.date })).min(1))
              .describe('For each currency, the periods in which the source quotes it.'),
          })
          .meta({ id: 'Source', description: 'A source of rates.' }),
      )
      .describe('The sources, the dataset first.'),
  })
  .meta({ id: 'Sources', description: 'The sources of rates, the dataset first.' });

export type Sources = z.infer<typeof sourcesSchema>;
type SourceEntry = Sources['sources'][number];

export function buildSources(archive: ArchiveFiles): Sources {
  const ofBanks = banks.map((bank) => {
    return sourceOfBank(archive.official.filter((table) => table.bank === bank));
  });
  return { success: true, sources: [sourceOfMarket(archive), ...ofBanks.flat()] };
}

function sourceOfMarket({ validDays, first, last, missing, providers }: ArchiveFiles): SourceEntry {
  return {
    key: market.key,
    ...attributed(providerOn(providers, last)),
    ...{ terms: null, quoted_currency: market.base, quotation: market.quotation, first, last, problem: null },
    tables: market.tables.map(({ key, rhythm, daysBack }) => ({
      ...{ key, rhythm, days_back: daysBack, first, last },
      is_complete: missing.length === 0,
    })),
    currencies: currenciesIn(marketPeriods(validDays)),
  };
}

function sourceOfBank(tables: readonly PublishedTable[]): SourceEntry[] {
  const [table] = tables;
  if (!table) return [];
  const { bank, days } = table;
  return [
    {
      key: bank.key,
      ...bank.source,
      ...{ terms: bank.terms, quoted_currency: bank.base, quotation: bank.quotation },
      ...reachOf(days),
      problem: tables.find(({ problem }) => problem !== null)?.problem ?? null,
      tables: tables.map(({ table: { key, rhythm, daysBack, firstDay }, days, asked_from, withheld }) => ({
        ...{
          key,
          rhythm,
          days_back: daysBack,
          ...reachOf(days),
          ...(withheld.length > 0 && { withheld: [...withheld] }),
        },
        is_complete: asked_from !== null && asked_from <= firstDay,
      })),
      currencies: currenciesIn(periodsOfBank(bank, tables)),
    },
  ];
}

function reachOf(days: PublishedTable['days']) {
  return { first: days[0]?.date ?? null, last: days.at(-1)?.date ?? null };
}

function currenciesIn(periods: QuotedPeriods): SourceEntry['currencies'] {
  return Object.fromEntries(
    Array.from(periods, ([code, ofCode]) => [code, ofCode.map(([first, last]) => ({ first, last }))]),
  );
}
