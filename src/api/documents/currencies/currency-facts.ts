import { z } from 'zod';
import { byPublishedOrder, catalogue } from '../../../money/currencies/catalogue.ts';
import { codeSchema, type Currency, currencySchema } from '../../../money/currencies/currency.schema.ts';
import { type Citation, sourceKindsInWords } from '../../../money/currencies/citation.ts';
import { isoCurrencyOf } from '../../../money/currencies/iso-4217.ts';
import {
  pegs,
  retiredCurrencies,
  retiredSources,
  redenominations,
  severalRates,
} from '../../../money/currencies/facts.ts';
import { subUnits } from '../../../money/currencies/sub-units.ts';
import { tenderCountriesOf } from '../../../money/currencies/tender-countries.ts';
import type { PastDay } from '../../../money/past-rates.ts';
import { fields } from '../../fields.schema.ts';
import { listedTypes } from './currency-list.ts';
import { present } from '../../../text/present.ts';
import { enumOf } from '../../../text/enum-of.ts';

const sources = z
  .array(
    z
      .strictObject({
        kind: enumOf(sourceKindsInWords, 'Who published the source.'),
        title: z.string().min(1).describe('Title of the source.'),
        url: z.url().nullable().describe('URL of the source. Null if it has no stable URL, as for most laws.'),
      })
      .meta({ id: 'Citation', description: 'A source of a fact about a currency.' }),
  )
  .min(1)
  .describe('Sources of the fact, the best source first.');
const perUsd = z.number().positive().describe('Rate in units per 1 USD.');
const partialDate = z.string().regex(/^\d{4}(-\d\d){0,2}$/);
const peg = z.strictObject({
  anchor: codeSchema.describe('Code of the currency that this currency follows.'),
  parity: z
    .number()
    .positive()
    .nullable()
    .describe(
      'Official parity in units per 1 unit of the anchor, or null. If every source is `press`, the parity isn’t ' +
        'published in place of a rate that is in doubt.',
    ),
  since: partialDate.nullable().describe('Start of the peg: a year, a month or a date. Null if unknown.'),
  authority: z.string().describe('Institution that maintains the peg.'),
  sources,
});
const redenomination = z.strictObject({
  date: fields.date.describe('First day of the new unit.'),
  ratio: z.number().positive().describe('Number of old units per new unit.'),
  sources,
});
const rates = z.strictObject({
  date: partialDate.describe('Period of the listed rates: a year, a month or a day.'),
  rates: z
    .array(
      z.strictObject({
        name: z.string().describe('Kind of rate, such as `official` or `parallel market`.'),
        per_usd: perUsd,
      }),
    )
    .describe('Rates of the currency, for comparison only. Don’t convert with them.'),
  in_dataset: z
    .array(
      z.strictObject({
        from: fields.date.describe('First date on which fawazahmed0/exchange-api uses this rate.'),
        rate: z
          .string()
          .nullable()
          .describe(
            'Which of the country’s rates the dataset uses, such as the official rate. Null if unknown, or if it’s none of the listed rates.',
          ),
      }),
    )
    .describe('Which of the country’s rates fawazahmed0/exchange-api uses, and since when.'),
  sources,
});
/** A currency or a metal with facts about it. */
export const currencyFactSchema = currencySchema
  .extend({
    numeric: z
      .string()
      .regex(/^\d{3}$/)
      .nullable()
      .meta({ description: 'Numeric code of ISO 4217. Null if it has none.', examples: ['978'] }),
    minor_units: z
      .int()
      .nonnegative()
      .nullable()
      .describe(
        'Number of decimal places in ISO 4217, such as 2 for EUR and 0 for JPY. Null if ISO 4217 has none: for crypto ' +
          'assets, and for currencies that aren’t in ISO 4217.',
      ),
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .describe('Countries where the currency is legal tender today, as two-letter ISO 3166 codes.'),
    peg: peg.nullable().describe('Peg to another currency. Null if the currency isn’t pegged.'),
    redenomination: redenomination.nullable().describe('Last redenomination since 2000 that kept the code, or null.'),
    several_rates: rates.nullable().describe('Official and market rates that differ widely. Null if none differ.'),
    first_day: fields.date.nullable().describe('First archived day with a valid rate. Null if there is none.'),
  })
  .strict();

const facts = currencyFactSchema
  .extend({ type: listedTypes })
  .meta({ id: 'CurrencyFacts', description: 'A supported currency with facts about it.' });

/** `/api/v1/currencies`: facts about all currencies, with their sources. */
export const currencyFactsSchema = z
  .strictObject({
    success: fields.success,
    count: z
      .int()
      .nonnegative()
      .describe(
        'Number of currencies listed. `/api/currencies` has a lower `count`, because it lacks currencies without a rate today.',
      ),
    currencies: z
      .array(facts)
      .describe(
        'Every supported currency, including those without a rate today: fiat by code, then crypto by code. `/api/v1/metals` lists metals.',
      ),
    retired: z
      .array(
        z.strictObject({
          code: codeSchema,
          successor: codeSchema.describe('Code of the currency that replaced this currency.'),
          date: fields.date.describe('Date of the replacement.'),
          amount: z
            .number()
            .positive()
            .describe('Number of units of this currency that were replaced by `becomes` units of `successor`.'),
          becomes: z
            .number()
            .positive()
            .describe('Number of units of `successor` that replaced `amount` units of this currency.'),
          sources,
        }),
      )
      .describe('Retired currencies that people still request.'),
    sub_units: z
      .array(
        z.strictObject({
          code: codeSchema.meta({ examples: ['GBX'] }),
          name: currencySchema.shape.name.meta({ examples: ['British Penny'] }),
          symbol: currencySchema.shape.symbol.meta({ examples: ['p'] }),
          sub_unit_of: codeSchema.meta({
            description: 'Code of the currency that the sub-unit belongs to.',
            examples: ['GBP'],
          }),
          factor: z
            .number()
            .positive()
            .meta({ description: 'Units of `sub_unit_of` in 1 sub-unit.', examples: [0.01] }),
        }),
      )
      .describe(
        'Sub-units in which stock exchanges quote prices. Conversions, rates and histories in ' +
          '`/api/v1` accept their codes.',
      ),
  })
  .refine(({ count, currencies }) => count === currencies.length, 'count must be the number of currencies')
  .meta({ id: 'CurrencyFactsList', description: 'Facts about all currencies.' });

export type CurrencyFactsList = z.infer<typeof currencyFactsSchema>;

/** @param days days with valid rates, in ascending order */
export function buildCurrencyFacts(days: readonly PastDay[]): CurrencyFactsList {
  const currencies = factsAbout(catalogue.toSorted(byPublishedOrder), days).flatMap(({ type, ...fact }) =>
    type === 'metal' ? [] : [{ type, ...fact }],
  );
  const retired = Array.from(retiredCurrencies.values(), (currency) => ({
    ...currency,
    sources: published(present(retiredSources.get(currency.code), `source for ${currency.code}`)),
  }));
  const sub_units = Array.from(subUnits.values(), ({ of, ...unit }) => ({ ...unit, sub_unit_of: of, factor: 0.01 }));
  return { success: true, count: currencies.length, currencies, retired, sub_units };
}

/** Facts about currencies or metals. @param days days with valid rates, in ascending order */
export function factsAbout(currencies: readonly Currency[], days: readonly PastDay[]) {
  return currencies.map(({ code, name, symbol, flag, type }) => {
    const peg = pegs.get(code);
    const redenomination = redenominations.get(code);
    const several = severalRates.get(code);
    return {
      ...{ code, name, symbol, flag, type },
      ...(isoCurrencyOf(code) ?? { numeric: null, minor_units: null }),
      countries: [...tenderCountriesOf(code)],
      peg: peg
        ? {
            anchor: peg.anchor,
            parity: peg.parity,
            since: peg.since,
            authority: peg.authority,
            sources: published(peg.sources),
          }
        : null,
      redenomination: redenomination
        ? { date: redenomination.date, ratio: redenomination.ratio, sources: published(redenomination.sources) }
        : null,
      several_rates: several
        ? {
            date: several.date,
            rates: [...several.rates],
            in_dataset: [...several.in_dataset],
            sources: published(several.sources),
          }
        : null,
      first_day: days.find(({ rates }) => rates.has(code))?.date ?? null,
    };
  });
}

function published(sources: readonly Citation[]) {
  return sources.map(({ kind, title, url }) => ({ kind, title, url: url ?? null }));
}
