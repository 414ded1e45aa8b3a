import { z } from 'zod';
import { codeSchema } from '../../currencies/currency.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { ratesOn } from '../../rates/cross-rate.ts';
import { dateOfRates, datesOf, type DayRates, heldAmong } from '../../validation/snapshot/held-dates.ts';
import { COMPUTED_DIGITS } from '../../rates/round.ts';
import { fields, marketReference, type Reference, rounded } from '../format/fields.ts';

/** `/api/v1/rates/{day}`: the rates of a past day, or today's with another base. */
export const datedRatesSchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: fields.success,
      base: codeSchema.meta({ description: 'Currency that every rate is relative to.', examples: ['USD'] }),
      rate_as_of: fields.date.describe(
        'Date of the rates: the requested day, or the last earlier day that has rates. If the base is held, the ' +
          'date of its rate.',
      ),
      rate_type: fields.rateTypeOfSource,
      source: fields.source,
      sources: fields.sources,
      held: fields.held,
      rates: z
        .record(codeSchema, z.number().positive())
        .describe(
          'Units of each currency per 1 unit of the base, by code. With base USD, rates have all digits of the dataset. ' +
            `With another base, they are ${rounded(COMPUTED_DIGITS)}. On a past day, currencies without a valid rate are omitted.`,
        ),
    })
    .refine(({ base, rates }) => !(base in rates) || rates[base] === 1, 'the base must be 1')
    .meta({ id: 'DatedRates', description: 'Rates of one day on one base.' }),
);

export type DatedRates = z.infer<typeof datedRatesSchema>;

export interface DatedRatesInput {
  readonly day: DayRates;
  /** Code of a currency that has a rate on the day. */
  readonly base: string;
  /** Codes of the currencies to return; omitted for all currencies. */
  readonly codes?: readonly string[] | undefined;
  /** Fields that name the source. By default, they name the source of market rates. */
  readonly reference?: Reference | undefined;
}

export function buildDatedRates({ day, base, codes, reference }: DatedRatesInput): DatedRates {
  // Market rates per 1 USD are the source's own numbers, so they aren't rounded.
  const rates = base === 'USD' && !reference ? [...day.rates] : ratesOn(base, day.rates);
  const wanted = codes ? rates.filter(([code]) => codes.includes(code)) : rates;
  const held = codes ? heldAmong(day.held, codes) : day.held;
  return {
    success: true,
    base,
    rate_as_of: dateOfRates(day, base),
    ...(reference ?? marketReference(day.sources, ...datesOf({ ...day, held }))),
    held: Object.fromEntries(held),
    rates: Object.fromEntries(wanted),
  };
}
