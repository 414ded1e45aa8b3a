import { ratesOn } from '../../rates/cross-rate.ts';
import { isDate } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { dateOfRates, datesOf, type DayRates, heldAmong } from '../../validation/snapshot/held-dates.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { baseTwice, invalidDate } from '../error.ts';
import { code, inUpperCase, LAST_DATE, possibleCode, required, source } from '../declaration/parameters.ts';
import { addresses } from '../paths.ts';
import { readFrom } from '../read/rate-source.ts';
import { marketReference, type SourceFields, type SourceName } from '../source-fields.ts';
import { requestAddress } from '../request-address.ts';
import { serialize } from '../serialize.ts';
import { type DatedRates, datedRatesDocumentation, datedRatesSchema } from './dated-rates.schema.ts';

/** The rates of a date or, if the path has a currency's code, today's rates with this base. */
export const datedRates = ownEndpoint({
  path: addresses.datedRates,
  parameters: {
    day: required({
      kind: 'day',
      id: 'Day',
      description: 'Date, or a currency code for today’s rates with that base. Codes may have any case.' + LAST_DATE,
      parse(text): { readonly date?: string; readonly code?: string } {
        // Currency codes have no digits, so a text with a digit is a date.
        if (!/\d/.test(text)) return { code: possibleCode(text) };
        if (!isDate(text)) throw invalidDate('date', text);
        return { date: text };
      },
    }),
    base: inUpperCase(
      code(
        'Code of the base currency, in upper or lower case. USD by default, or EUR with `source=ecb`. If the path has ' +
          'a currency code, omit this parameter.',
      ),
    ),
    symbols: {
      kind: 'codes',
      description:
        'Codes of the currencies to return, in upper or lower case, separated by commas. All currencies by default.',
      parse: (text: string) => [...new Set(text.split(',').map((code) => possibleCode(code.trim())))],
    },
    source,
  },
  schema: datedRatesSchema,
  async handle({ day: { date, code }, base: given, symbols: codes, source }, site) {
    if (code !== undefined && given !== undefined && given !== code) throw baseTwice();
    return readFrom(source, site, async (rates) => {
      const base = code ?? given ?? rates.base;
      const others = [...(codes ?? []), 'EUR', 'USD'].filter((code) => code !== base);
      const day = await rates.dayWith([base, ...(codes ?? [])], date, {
        newest: `Use ${newestRates(base, codes, source)}`,
        pairOf: (missing) => [base, others.find((code) => missing.includes(code)) ?? elementAt(others, 0)],
      });
      return serialize(buildDatedRates({ day, base, codes, reference: rates.reference }));
    });
  },
  example: ({ day }) => buildDatedRates({ day, base: 'EUR', codes: ['USD', 'GBP'] }),
  file: {
    // The endpoint's example has a query with another base. A static file ignores queries, so the file's example has
    // the base USD.
    example: { id: 'DatedRatesFile', build: ({ day }) => buildDatedRates({ day, base: 'USD' }) },
  },
  documentation: datedRatesDocumentation,
});

/** The path of the newest rates on a base. */
function newestRates(base: string, codes: readonly string[] | undefined, source: SourceName): string {
  const rest = { ...(codes && { symbols: codes.join() }), ...(source !== 'market' && { source }) };
  return requestAddress(addresses.datedRates, new Map(Object.entries({ day: base.toLowerCase(), ...rest })));
}

export interface DatedRatesInput {
  readonly day: DayRates;
  /** Code of a currency that has a rate on the day. */
  readonly base: string;
  /** Codes of the currencies to return; omitted for all currencies. */
  readonly codes?: readonly string[] | undefined;
  /** Fields that name the source. By default, they name the source of market rates. */
  readonly reference?: SourceFields | undefined;
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
