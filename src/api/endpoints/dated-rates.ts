import type { IsoDate } from '../../money/calendar.ts';
import { ratesOn } from '../../money/cross-rate.ts';
import { withoutMetals } from '../../money/currencies/metals.ts';
import { dateOfRates, datesOf, type DayRates, heldAmong, withheldAmong } from '../../archive/day-rates.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { code, date, inUpperCase, possibleCode, required, source } from '../declaration/parameters.ts';
import { synonyms } from '../declaration/synonyms.ts';
import { lackError } from '../lack-error.ts';
import { addresses } from '../paths.ts';
import { referenceOf } from '../query/banks/bank-day.ts';
import { isLack } from '../query/lack.ts';
import { RatesReader } from '../query/rates-reader.ts';
import type { Site } from '../query/site.ts';
import { banks } from '../../sources/banks.ts';
import { market } from '../../sources/market.ts';
import { marketReference, officialReference, type SourceFields } from '../source-fields.ts';
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
  handle: async (wanted, site) => serialize(await findRates(wanted, site)),
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
  handle: async (wanted, site) => serialize(await findRates(wanted, site)),
  example: ({ today }) => buildDatedRates({ day: today, base: 'EUR' }),
  hasFile: true,
  documentation: ratesByBaseDocumentation,
});

interface Wanted {
  /** Today by default. */
  readonly date?: IsoDate | undefined;
  /** The rates are of the last day that is strictly earlier than this date. */
  readonly before?: IsoDate | undefined;
  readonly base?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly source: string;
}

/**
 * The rates of a day, or the newest rates.
 *
 * @param newest how to request the newest rates, by default as the path of another request
 */
export async function findRates(
  { date, before, base: given, symbols, source }: Wanted,
  site: Site,
  newest?: string,
): Promise<DatedRates> {
  const reader = new RatesReader(source, site);
  const base = given ?? reader.source.base;
  const wanted = [base, ...(symbols ?? [])];
  const day = await reader.day(wanted, before ?? date, { isBefore: before !== undefined });
  if (isLack(day)) {
    throw lackError(day, {
      base,
      others: [...wanted, 'EUR', 'USD'].filter((code) => code !== base),
      newest: newest ?? `Use ${newestRates(base, symbols, source)}`,
      ...(before !== undefined && { before }),
      isInMarket: (before ?? date) === undefined && reader.isInMarket(wanted),
    });
  }
  const bank = banks.find(({ key }) => key === source);
  return buildDatedRates({ day, base, codes: symbols, reference: bank && officialReference(bank) });
}

/** The path of the newest rates on a base. */
function newestRates(base: string, codes: readonly string[] | undefined, source: string): string {
  const rest = { ...(codes && { symbols: codes.join() }), ...(source !== market.key && { source }) };
  return requestAddress(addresses.ratesByBase, new Map(Object.entries({ base: base.toLowerCase(), ...rest })));
}

export interface DatedRatesInput {
  readonly day: DayRates;
  /** Code of a currency that has a rate on the day. */
  readonly base: string;
  /** Codes of the currencies to return; omitted for all currencies, without metals other than the base. */
  readonly codes?: readonly string[] | undefined;
  /** Fields that name the source. By default, they name the source of market rates. */
  readonly reference?: SourceFields | undefined;
}

export function buildDatedRates({ day: all, base, codes, reference }: DatedRatesInput): DatedRates {
  const named = [base, ...(codes ?? [])];
  const day = { ...all, rates: withoutMetals(all.rates, named), held: withoutMetals(all.held, named) };
  // Market rates per 1 USD are the source's own numbers, so they aren't rounded.
  const rates = base === 'USD' && !reference ? [...day.rates] : ratesOn(base, day.rates, day.quotation);
  const wanted = codes ? rates.filter(([code]) => codes.includes(code)) : rates;
  // The other rates are computed from the base's, so its date matters even if the response lacks its rate.
  const held = codes ? heldAmong(day.held, named) : day.held;
  return {
    success: true,
    base,
    rate_as_of: dateOfRates(day, base),
    ...(reference ?? marketReference(day.providers, ...datesOf({ ...day, held }))),
    ...referenceOf(day, [base, ...wanted.map(([code]) => code)]),
    held: Object.fromEntries(held),
    ...withheldAmong(day, codes ? named : [...(day.withheld?.keys() ?? [])]),
    rates: Object.fromEntries(wanted),
  };
}
