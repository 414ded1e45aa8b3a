import { marketDays, newestRates } from '../query/market-days.ts';
import { type Currency } from '../../money/currencies/currency.schema.ts';
import { isDate, type IsoDate } from '../../money/calendar.ts';
import { elementAt } from '../../money/element-at.ts';
import { providerOn } from '../../sources/provider.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { endpoint } from '../declaration/endpoint.ts';
import { ApiError } from '../error.ts';
import { type CompatFormat, firstValues } from '../declaration/format.ts';
import { type Parameter, type Parameters, required, type Values } from '../declaration/parameters.ts';
import type { Site } from '../query/site.ts';
import { termsOf } from '../source-fields.ts';
import { serialize } from '../serialize.ts';
import { namesSchema } from './frankfurter/frankfurter-v1.schema.ts';
import { openExchangeRatesErrorSchema, openExchangeRatesSchema } from './open-exchange-rates.schema.ts';
import { baseCode, codes } from './rates/compat-query.ts';
import { noRatesError } from './rates/rate-table.ts';
import { ratesOfDay } from './rates/rates-on-base.ts';
import { ratesAsObject } from './rates-as-object.ts';

/* Open Exchange Rates. Source: https://docs.openexchangerates.org/reference/ (latest-json, historical-json, errors…). */

/** Descriptions of errors by name. */
const descriptions = {
  empty_symbols: 'Empty symbols. Use codes such as symbols=EUR,GBP, or omit symbols for all currencies',
  invalid_base: 'Unsupported base. See /oxr/currencies.json for the currencies',
  not_allowed: 'Unsupported parameter. Remove callback, only_alternative, show_bid_ask and show_inactive',
  not_available: 'No rates on that date or base. Use another date or base',
  not_found: 'Unknown path. Use /oxr/latest.json, /oxr/historical/YYYY-MM-DD.json or /oxr/currencies.json',
};

const errorOf = (
  status: ApiError['status'],
  name: keyof typeof descriptions,
  description: string = descriptions[name],
) => new ApiError<keyof typeof descriptions>(status, name, description);

/** A parameter that is on unless it's `0` or `false`. */
const flag = (description: string): Parameter<boolean> => ({
  ...{ kind: 'choice', choices: ['true', '1', 'false', '0'], description },
  parse: (text) => !/^(0|false)$/.test(text),
});

/** A parameter that we don't support. It's rejected if it's on, because it would change the response. */
const unsupported: Parameter<void> = {
  ...{
    kind: 'choice',
    choices: ['false', '0'],
    description: 'Not supported, so it can only be off.',
    example: 'false',
  },
  parse(text) {
    if (!/^(0|false)$/.test(text)) throw errorOf(403, 'not_allowed');
  },
};

const parameters = {
  callback: unsupported,
  only_alternative: unsupported,
  show_bid_ask: unsupported,
  show_inactive: unsupported,
  symbols: {
    ...codes,
    parse(text: string, name: string) {
      if (text.trim() === '') throw errorOf(400, 'empty_symbols');
      return codes.parse(text, name);
    },
  },
  base: { ...baseCode, default: 'USD' },
  show_alternative: {
    ...flag('Whether the response has all crypto assets. Bitcoin is always included.'),
    default: 'false',
  },
  prettyprint: { ...flag('Whether the response is indented.'), default: 'true' },
  app_id: { kind: 'key', description: 'A key, which is ignored.', parse: (text: string) => text },
} as const satisfies Parameters;

const date: Parameter<IsoDate> = {
  ...{ kind: 'date', description: 'Day of the rates.' },
  parse(text) {
    if (!isDate(text)) throw errorOf(400, 'not_available');
    return text;
  },
};

export const openExchangeRates: CompatFormat = {
  name: 'Open Exchange Rates',
  roots: ['/oxr'],
  routes: ['/oxr/*'],
  read: (query) => firstValues(query),
  describe({ status, message, code }) {
    const description = code === 'not_found' ? descriptions.not_found : message;
    return { error: true, status, message: isKeyOf(descriptions, code) ? code : 'error', description };
  },
  errorSchema: openExchangeRatesErrorSchema,
  endpoints: [
    endpoint({
      path: '/oxr/latest.json',
      parameters,
      schema: openExchangeRatesSchema,
      handle: ratesOf,
    }),
    endpoint({
      path: '/oxr/historical/{date}.json',
      parameters: { ...parameters, date: required(date) },
      schema: openExchangeRatesSchema,
      handle: ratesOf,
    }),
    endpoint({
      path: '/oxr/currencies.json',
      parameters,
      schema: namesSchema,
      // As in `/oxr/latest.json`, Bitcoin is the only crypto asset by default.
      handle({ show_alternative, prettyprint }, site) {
        const { rates } = newestRates(site);
        const listed = [...site.day.currencies.values()].filter(
          (currency) => rates.has(currency.code) && (show_alternative || isUsual(currency)),
        );
        const names = Object.fromEntries(listed.map(({ code, name }) => [code, name]));
        return Promise.resolve(serialize(names, prettyprint ? 2 : 0));
      },
    }),
  ],
};

type Query = Values<typeof parameters> & { readonly date?: IsoDate };

async function ratesOf(
  { base, symbols: codes, date, show_alternative, prettyprint }: Query,
  site: Site,
): Promise<string> {
  const table = await ratesOfDay({ base, codes, date }, site);
  if (table.dates.length === 0) {
    const { codes: known } = await marketDays(site);
    if (!known.has(base)) throw errorOf(400, 'invalid_base');
    throw errorOf(
      400,
      'not_available',
      table.lack && noRatesError(table, { base, newest: 'Use /oxr/latest.json' }).message,
    );
  }
  const { currencies, today } = site.day;
  const providers = date === undefined ? today.providers : (await marketDays(site)).providers;
  const isListed = (code: string) => show_alternative || isUsual({ code, type: currencies.get(code)?.type });
  const { timestamp, rates } = ratesAsObject(base, table, isListed);
  const terms = termsOf(providerOn(providers, elementAt(table.dates, 0)));
  return serialize({ ...terms, timestamp, base, rates }, prettyprint ? 2 : 0);
}

function isUsual({ code, type }: { readonly code: string; readonly type: Currency['type'] | undefined }): boolean {
  return code === 'BTC' || type !== 'crypto';
}
