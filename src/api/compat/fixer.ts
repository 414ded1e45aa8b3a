import { marketDays } from '../query/market-days.ts';
import { isInRange, parseAmount } from '../../money/amount.ts';
import { isDate, type IsoDate } from '../../money/calendar.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { present } from '../../text/present.ts';
import { endpoint } from '../declaration/endpoint.ts';
import { ApiError } from '../error.ts';
import { type CompatFormat } from '../declaration/format.ts';
import { type Parameter, type Parameters, required, type Values, withDefault } from '../declaration/parameters.ts';
import { buildConversion } from '../endpoints/convert.ts';
import { addresses } from '../paths.ts';
import type { Site } from '../query/site.ts';
import { serialize } from '../serialize.ts';
import { fixerConversionSchema, fixerErrorSchema, fixerSchema } from './fixer.schema.ts';
import { baseCode, codes } from './rates/compat-query.ts';
import { noRatesError } from './rates/rate-table.ts';
import { ratesOfDay } from './rates/rates-on-base.ts';
import { ratesAsObject } from './rates-as-object.ts';

/* fixer (data.fixer.io). Source: https://fixer.io/documentation (latest, historical, convert, errors). */

/** The metals that fixer lacks. It has gold and silver. */
const lacking = ['XPD', 'XPT'];

/** fixer's errors by name, with fixer's error codes. */
const errors = {
  invalid_api_function: [103, 'Unknown endpoint'],
  no_rates_available: [106, 'No rates of these currencies on that date. Use other currencies or another date'],
  invalid_base_currency: [201, unsupported('base')],
  invalid_currency_codes: [202, unsupported('symbols')],
  invalid_date: [302, 'Invalid date. Use YYYY-MM-DD'],
  invalid_from_currency: [402, unsupported('source currency')],
  invalid_to_currency: [402, unsupported('target currency')],
  invalid_conversion_amount: [403, 'Invalid amount. Use a number such as 12.50'],
} as const;

function unsupported(what: string): string {
  return `Unsupported ${what}. See ${addresses.currencyList} for the currencies with a rate today`;
}

/** An error with status 200, as in the original. */
const fixerError = (name: keyof typeof errors, info: string = errors[name][1]) =>
  new ApiError<keyof typeof errors>(200, name, info);

const key: Parameter<string> = {
  kind: 'key',
  description: 'A key, which is ignored.',
  parse: (text) => text,
};

const parameters = {
  base: { ...baseCode, default: 'EUR' },
  symbols: codes,
  access_key: key,
} as const satisfies Parameters;

const date: Parameter<IsoDate> = {
  ...{ kind: 'date', description: 'Day of the rates.', form: String.raw`\d[^/]*` },
  parse(text) {
    if (!isDate(text)) throw fixerError('invalid_date');
    return text;
  },
};

const conversion = {
  // As in fixer, a missing parameter is an invalid parameter.
  from: withDefault(baseCode, ''),
  to: withDefault(baseCode, ''),
  amount: {
    ...{ kind: 'amount', description: 'Amount to convert.', default: '' },
    parse(text) {
      const value = parseAmount(text);
      if (value === undefined) throw fixerError('invalid_conversion_amount');
      return { value, decimal: text.replace(' ', '+') };
    },
  },
  date,
  access_key: key,
} as const satisfies Parameters;

const history = `${addresses.history}?from=EUR&to=USD with start and end for past rates`;
const list = `${addresses.currencyList} for the list of currencies`;

/**
 * Endpoints below `/api` that fixer or its publisher's other APIs have, and Ratesheet lacks. Each has a text that says
 * what to use instead.
 */
const elsewhere = {
  symbols: list,
  list,
  live: '/api/latest for the newest rates',
  timeseries: history,
  timeframe: history,
  fluctuation: history,
  change: history,
};

/** As in fixer, the last value of a repeated parameter counts, and empty values are ignored. */
export const fixer: CompatFormat = {
  name: 'fixer.io',
  roots: [],
  // Our own paths begin with `/api`, too.
  routes: ['latest', '1*', '2*', ...Object.keys(elsewhere)].map((name) => `/api/${name}`),
  read: (query) => new Map([...query].filter(([, text]) => text !== '')),
  describe({ status, message, code: name }) {
    const [code, type] = isKeyOf(errors, name) ? [errors[name][0], name] : [status, 'error'];
    return { success: false, error: { code, type, info: message } };
  },
  errorSchema: fixerErrorSchema,
  endpoints: [
    endpoint({ path: '/api/latest', parameters, schema: fixerSchema, handle: ratesOf }),
    endpoint({
      path: '/api/{date}',
      parameters: { date: required(date), ...parameters },
      schema: fixerSchema,
      handle: ratesOf,
    }),
    endpoint({ path: addresses.convert, parameters: conversion, schema: fixerConversionSchema, handle: convert }),
    ...Object.entries(elsewhere).map(([name, instead]) =>
      endpoint({
        path: `/api/${name}`,
        parameters: {},
        schema: fixerErrorSchema,
        handle() {
          const message = `This API has no /api/${name}. Use ${instead}`;
          return Promise.reject(new ApiError<keyof typeof errors>(404, 'invalid_api_function', message));
        },
      }),
    ),
  ],
};

interface Query {
  readonly base: string;
  readonly symbols: readonly string[] | undefined;
  readonly date?: IsoDate | undefined;
}

async function ratesOf(query: Query, site: Site): Promise<string> {
  await assertKnown([query.base], 'invalid_base_currency', site);
  await assertKnown(query.symbols ?? [], 'invalid_currency_codes', site);
  return serialize(await readRates(query, site));
}

async function readRates({ base, symbols, date: asked }: Query, site: Site) {
  const table = await ratesOfDay({ base, codes: symbols, date: asked }, site);
  const isListed = (code: string) => !lacking.includes(code);
  if (!table.codes.some(isListed)) {
    throw fixerError(
      'no_rates_available',
      table.lack && noRatesError(table, { base, newest: 'Use /api/latest' }).message,
    );
  }
  const { timestamp, date, rates } = ratesAsObject(base, table, isListed);
  return { success: true, timestamp, historical: asked ? true : undefined, base, date, rates };
}

async function convert({ from, to, amount, date: asked }: Values<typeof conversion>, site: Site): Promise<string> {
  await assertKnown([from], 'invalid_from_currency', site);
  await assertKnown([to], 'invalid_to_currency', site);
  const { timestamp, historical, date, rates } = await readRates({ base: from, symbols: [to], date: asked }, site);
  const rate = present(rates[to], `rate of ${to}`);
  if (!isInRange(amount.value, rate)) throw fixerError('invalid_conversion_amount');
  const { retrieved_at } = site.day;
  return serialize({
    // The interface specification prescribes these fields for this path.
    ...buildConversion({ from, to, amount: amount.decimal, rate, retrieved_at }),
    ...{ query: { from, to, amount: amount.value }, info: { timestamp, rate }, historical, date },
  });
}

async function assertKnown(codes: readonly string[], error: keyof typeof errors, site: Site): Promise<void> {
  const { codes: known } = await marketDays(site);
  if (codes.some((code) => !known.has(code) || lacking.includes(code))) throw fixerError(error);
}
