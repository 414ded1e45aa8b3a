import { ratesOn } from '../../rates/cross-rate.ts';
import { elementAt } from '../../rates/element-at.ts';
import { dateOfRates, datesOf, type DayRates, heldAmong } from '../../rates/day-rates.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { code, date, inUpperCase, possibleCode, required, source } from '../declaration/parameters.ts';
import { synonyms } from '../declaration/synonyms.ts';
import { addresses } from '../paths.ts';
import { referenceOf } from '../published/bank-day.ts';
import { readFrom } from '../read/rate-source.ts';
import type { Site } from '../read/site.ts';
import { market, marketReference, type SourceFields } from '../source-fields.ts';
import { requestAddress } from '../request-address.ts';
import { serialize } from '../serialize.ts';
import {
  type DatedRates,
  datedRatesSchema,
  ratesByBaseDocumentation,
  ratesOnDateDocumentation,
} from './dated-rates.schema.ts';

const baseCode = (description: string) => inUpperCase({ ...code(description), synonyms: synonyms.from });

const symbols = {
  kind: 'codes',
  description:
    'Codes of the currencies to return, in upper or lower case, separated by commas. All currencies by default.',
  synonyms: synonyms.to,
  parse: (text: string) => [...new Set(text.split(',').map((code) => possibleCode(code.trim())))],
} as const;

export const ratesOnDate = ownEndpoint({
  path: addresses.ratesOnDate,
  parameters: {
    // A text with a digit is a date, because currency codes have no digits.
    date: required({ ...date('date', 'Date of the rates.'), form: String.raw`[^/]*\d[^/]*` }),
    base: baseCode(
      'Code of the base currency, in upper or lower case. USD by default. With a bank as the source, the bank’s own currency.',
    ),
    symbols,
    source,
  },
  schema: datedRatesSchema,
  handle: (wanted, site) => ratesFor(wanted, site),
  example: ({ day }) => buildDatedRates({ day, base: 'EUR', codes: ['USD', 'GBP'] }),
  hasFile: true,
  documentation: ratesOnDateDocumentation,
});

/** Today's rates on a base. */
export const ratesByBase = ownEndpoint({
  path: addresses.ratesByBase,
  parameters: {
    base: required({ ...baseCode('Code of the base currency, in upper or lower case.'), form: String.raw`[^/\d]+` }),
    symbols,
    source,
  },
  schema: datedRatesSchema,
  handle: (wanted, site) => ratesFor(wanted, site),
  example: ({ today }) => buildDatedRates({ day: today, base: 'EUR' }),
  hasFile: true,
  documentation: ratesByBaseDocumentation,
});

interface Wanted {
  /** Today by default. */
  readonly date?: string | undefined;
  readonly base?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly source: string;
}

/**
 * The rates of a day, or the newest rates.
 *
 * @param newest how to request the newest rates, by default as the path of another request
 */
export function ratesFor(
  { date, base: given, symbols: codes, source }: Wanted,
  site: Site,
  newest?: string,
): Promise<string> {
  return readFrom(source, site, async (rates) => {
    const base = given ?? rates.base;
    const others = [...(codes ?? []), 'EUR', 'USD'].filter((code) => code !== base);
    const day = await rates.dayWith([base, ...(codes ?? [])], date, {
      newest: newest ?? `Use ${newestRates(base, codes, source)}`,
      pairOf: (missing) => [base, others.find((code) => missing.includes(code)) ?? elementAt(others, 0)],
    });
    return serialize(buildDatedRates({ day, base, codes, reference: rates.reference }));
  });
}

/** The path of the newest rates on a base. */
function newestRates(base: string, codes: readonly string[] | undefined, source: string): string {
  const rest = { ...(codes && { symbols: codes.join() }), ...(source !== market && { source }) };
  return requestAddress(addresses.ratesByBase, new Map(Object.entries({ base: base.toLowerCase(), ...rest })));
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
  const rates = base === 'USD' && !reference ? [...day.rates] : ratesOn(base, day.rates, day.quotation);
  const wanted = codes ? rates.filter(([code]) => codes.includes(code)) : rates;
  // The other rates are computed from the base's, so its date matters even if the response lacks its rate.
  const held = codes ? heldAmong(day.held, [base, ...codes]) : day.held;
  return {
    success: true,
    base,
    rate_as_of: dateOfRates(day, base),
    ...(reference ?? marketReference(day.sources, ...datesOf({ ...day, held }))),
    ...referenceOf(day, [base, ...wanted.map(([code]) => code)]),
    held: Object.fromEntries(held),
    rates: Object.fromEntries(wanted),
  };
}
