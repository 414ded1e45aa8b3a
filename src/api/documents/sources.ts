import { z } from 'zod';
import type { QuotedPeriods } from '../../archive/quoted-periods.ts';
import { type Provider, providerOn } from '../../sources/provider.ts';
import { tableWithheldSchema } from '../../archive/official-rates.schema.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';
import type { Bank, Rhythm } from '../../sources/bank.ts';
import { banks } from '../../sources/banks.ts';
import { type ArchiveFiles, isAvailable, type SourceRates, type TableRates } from './archive-files.ts';
import { fields } from '../fields.schema.ts';
import { attributed } from '../source-fields.ts';
import { enumOf } from '../../text/enum-of.ts';

const rhythmsInWords: Readonly<Record<Rhythm, string>> = {
  'business days': 'the bank has rates for Monday to Friday, except holidays',
  'weeks of business days': 'the same, but a week’s rates are published together in the next week',
  'calendar days': 'the source has rates for every day',
  'Tuesdays to Saturdays': 'the bank has rates for the day after each business day',
  Wednesdays: 'the bank has rates once a week, usually for Wednesday',
  quarters: 'the bank has rates for the last day of each quarter, and for days on which it amends them',
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
              .describe('What the source’s terms allow, or where to read them. Null for the dataset: see `license`.'),
            transport: fields.transport.nullable().describe(`${fields.transport.description} Null for the dataset.`),
            quoted_currency: codeSchema.describe(
              'Currency in which the source quotes, and the default base of `/api/v1/rates`.',
            ),
            quotation: enumOf(quotationsInWords, 'How the source quotes.'),
            quoted_inversely: z
              .array(codeSchema)
              .describe('Currencies that the source quotes in the other direction than `quotation` says.'),
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
      .describe('The site’s sources, the dataset first. A site lacks the banks that it has never asked.'),
  })
  .meta({ id: 'Sources', description: 'The sources of rates, the dataset first.' });

export type Sources = z.infer<typeof sourcesSchema>;
type SourceEntry = Sources['sources'][number];

export function buildSources({ sources, providers, last }: ArchiveFiles): Sources {
  return {
    success: true,
    sources: sources.filter(isAvailable).map((rates) => entryOf(rates, providerOn(providers, last))),
  };
}

/** @param provider the market's newest */
function entryOf({ source, tables, periods, problem }: SourceRates, provider: Provider): SourceEntry {
  const bank = banks.find((bank) => bank === source);
  return {
    key: source.key,
    ...(bank?.source ?? attributed(provider)),
    ...{ terms: bank ? termsInWords(bank) : null, transport: bank?.transport ?? null, quoted_currency: source.base },
    ...{ quotation: source.quotation.usual, quoted_inversely: [...source.quotation.inverse] },
    ...reachOf(tables[0]),
    problem,
    tables: tables.map((rates) => {
      const { table, withheld, isComplete } = rates;
      return {
        ...{ key: table.key, rhythm: table.rhythm, days_back: table.daysBack, ...reachOf(rates) },
        ...(withheld.length > 0 && { withheld: [...withheld] }),
        is_complete: isComplete,
      };
    }),
    currencies: currenciesIn(periods),
  };
}

function termsInWords({ name, terms }: Bank): string {
  return typeof terms === 'string' ? terms : `Ratesheet’s authors haven’t read the terms of ${name}: ${terms.unread}`;
}

function reachOf(rates: TableRates | undefined) {
  return { first: rates?.days[0]?.date ?? null, last: rates?.days.at(-1)?.date ?? null };
}

function currenciesIn(periods: QuotedPeriods): SourceEntry['currencies'] {
  return Object.fromEntries(
    Array.from(periods, ([code, ofCode]) => [code, ofCode.map(([first, last]) => ({ first, last }))]),
  );
}
