import { z } from 'zod';
import { byPublishedOrder, catalogue } from '../../currencies/catalogue.ts';
import { codeSchema, currencySchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { isoCurrencyOf } from '../../currencies/iso-4217.ts';
import { pegs } from '../../currencies/pegs.ts';
import { redenominations } from '../../currencies/redenominations.ts';
import { retiredSources } from '../../currencies/retired-sources.ts';
import { retiredCurrencies } from '../../currencies/retired.ts';
import { severalRates } from '../../currencies/several-rates.ts';
import { tenderCountriesOf } from '../../currencies/tender-countries.ts';
import type { PastDay } from '../../rates/past-rates.ts';
import { fields } from '../format/fields.ts';
import { present } from '../../text/present.ts';

/** `/api/v1/currencies`: all that is known of currencies, with who says so. */
export const currencyFactsSchema = /* @__PURE__ */ defineSchema(() => {
  const source = z.string().meta({ description: 'Who says so: an address, or the legal act.' });
  const perUsd = z.number().positive().meta({ description: 'Units per 1 USD.' });
  const partialDate = z.string().regex(/^\d{4}(-\d\d){0,2}$/);
  const peg = z.strictObject({
    anchor: codeSchema.meta({ description: 'The currency that it follows.' }),
    parity: z.number().positive().nullable().meta({
      description: 'Units per 1 unit of the anchor; null where nobody states a parity.',
    }),
    since: partialDate.nullable().meta({ description: 'When that began, as exactly as it is known.' }),
    authority: z.string().meta({ description: 'Who holds it.' }),
    source,
  });
  const redenomination = z.strictObject({
    date: fields.date.meta({ description: 'The first day of the new unit.' }),
    ratio: z.number().positive().meta({ description: 'So many old units became one new unit.' }),
    source,
  });
  const rates = z.strictObject({
    date: partialDate.meta({ description: 'When they stood so.' }),
    rates: z
      .array(z.strictObject({ name: z.string().meta({ description: 'What it is called.' }), per_usd: perUsd }))
      .meta({ description: 'The rates, to tell how far apart they are: nothing to convert with.' }),
    given: z
      .array(
        z.strictObject({
          from: fields.date.meta({ description: 'The first of the dataset’s days that give it.' }),
          rate: z.string().nullable().meta({ description: 'Its name; null where it cannot be told which it is.' }),
        }),
      )
      .meta({ description: 'Which of them the dataset gives.' }),
    source,
  });
  const facts = currencySchema
    .extend({
      numeric: z
        .string()
        .regex(/^\d{3}$/)
        .nullable()
        .meta({ description: 'ISO 4217’s number; null where it has none.', examples: ['978'] }),
      minor_units: z.int().nonnegative().nullable().meta({
        description: 'Digits after the decimal point that ISO 4217 gives it; null where it has none.',
      }),
      countries: z.array(z.string().regex(/^[A-Z]{2}$/)).meta({
        description: 'Where it is legal tender today, as ISO 3166 codes of two letters.',
      }),
      peg: peg.nullable().meta({ description: 'What it is tied to; null where it is to nothing.' }),
      redenomination: redenomination.nullable().meta({ description: 'The last one since 2000 that kept the code.' }),
      several_rates: rates.nullable().meta({ description: 'Where the official rate and the market’s are far apart.' }),
      first_day: fields.date.nullable().meta({
        description: 'First archived day with a valid rate. Null if there is none.',
      }),
    })
    .strict()
    .meta({ id: 'CurrencyFacts', description: 'A supported currency, and what is known of it.' });
  return z
    .strictObject({
      success: fields.success,
      count: z.int().nonnegative().meta({ description: 'Number of currencies listed.' }),
      currencies: z.array(facts).meta({
        description: 'Every supported currency, published today or not: fiat by code, then crypto by code.',
      }),
      retired: z
        .array(
          z.strictObject({
            code: codeSchema,
            successor: codeSchema.meta({ description: 'The currency that took its place.' }),
            date: fields.date.meta({ description: 'The day on which it did.' }),
            amount: z.number().positive().meta({ description: 'So much of the old currency became,' }),
            becomes: z.number().positive().meta({ description: 'so much of the new one.' }),
            source,
          }),
        )
        .meta({ description: 'Currencies that are no more, and that people still ask for.' }),
    })
    .refine(({ count, currencies }) => count === currencies.length, 'count must be the number of currencies')
    .meta({ id: 'CurrencyFactsList', description: 'All that is known of currencies.' });
});

export type CurrencyFactsList = z.infer<typeof currencyFactsSchema>;

/** @param days the valid rates, in the order of the dates */
export function buildCurrencyFacts(days: readonly PastDay[]): CurrencyFactsList {
  const currencies = catalogue.toSorted(byPublishedOrder).map(({ code, name, symbol, flag, type }) => {
    const iso = isoCurrencyOf(code);
    const peg = pegs.get(code);
    const redenomination = redenominations.get(code);
    const several = severalRates.get(code);
    return {
      ...{ code, name, symbol, flag, type },
      numeric: iso?.number ?? null,
      minor_units: iso?.minorUnits ?? null,
      countries: [...tenderCountriesOf(code)],
      peg: peg
        ? { anchor: peg.anchor, parity: peg.parity, since: peg.since, authority: peg.authority, source: peg.source }
        : null,
      redenomination: redenomination
        ? { date: redenomination.date, ratio: redenomination.ratio, source: redenomination.source }
        : null,
      several_rates: several
        ? {
            date: several.date,
            rates: several.rates.map(({ name, perUsd }) => ({ name, per_usd: perUsd })),
            given: several.given.map(({ from, rate }) => ({ from, rate })),
            source: several.source,
          }
        : null,
      first_day: days.find(({ rates }) => rates.has(code))?.date ?? null,
    };
  });
  const retired = Array.from(retiredCurrencies.values(), (currency) => ({
    ...currency,
    source: present(retiredSources.get(currency.code), `source for ${currency.code}`),
  }));
  return { success: true, count: currencies.length, currencies, retired };
}
