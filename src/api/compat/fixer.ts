import { marketCoverage } from '../read/past-days.ts';
import { CODE } from '../../currencies/code.ts';
import { isDate, noonOf } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { dateOfRates } from '../../validation/snapshot/held-dates.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { endpoint } from '../declaration/endpoint.ts';
import { ApiError, explainOutOfReach } from '../error.ts';
import { type CompatFormat } from '../declaration/format.ts';
import { type Parameter, type Parameters, required, type Values } from '../declaration/parameters.ts';
import { addresses } from '../paths.ts';
import type { Site } from '../read/site.ts';
import { requestAddress } from '../request-address.ts';
import { serialize } from '../serialize.ts';
import { fixerErrorSchema, fixerSchema } from './fixer.schema.ts';
import { baseCode, codes } from './rates/compat-query.ts';
import { forEachRate } from './rates/rate-table.ts';
import { ratesOfDay } from './rates/rates-on-base.ts';

/* fixer (data.fixer.io). Source: https://fixer.io/documentation (latest, historical, errors). */

/** fixer's errors by name, with fixer's error codes. */
const errors = {
  invalid_api_function: [103, 'Unknown endpoint. Use /api/latest, or /api/YYYY-MM-DD'],
  no_rates_available: [106, 'No rates on that date or base. Use another date or base'],
  invalid_base_currency: [201, 'Unsupported base. See /api/currencies for the currencies with a rate today'],
  invalid_currency_codes: [202, 'Unsupported symbols. See /api/currencies for the currencies with a rate today'],
  invalid_date: [302, 'Invalid date. Use /api/latest, or /api/YYYY-MM-DD'],
} as const;

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

const date: Parameter<string> = {
  ...{ kind: 'date', description: 'Day of the rates.', form: String.raw`\d[^/]*` },
  parse(text) {
    if (!isDate(text)) throw fixerError('invalid_date');
    return text;
  },
};

/** Parameters of time series. fixer's publisher has other APIs, in which some of these have other names. */
const series = {
  base: codes,
  source: codes,
  symbols: codes,
  currencies: codes,
  start_date: anyDate('start'),
  end_date: anyDate('end'),
} as const satisfies Parameters;

function anyDate(kind: 'start' | 'end'): Parameter<string> {
  return { kind, description: 'A day of the range.', parse: (text) => (isDate(text) ? text : '') };
}

const list = () => `${addresses.currencyList} for the list of currencies`;
const latest = () => '/api/latest for the newest rates';

const isCode = (code: string) => CODE.test(code);

/** What to use instead of a time series. */
function history(query: Values<typeof series>): string {
  const possible = (...lists: (string[] | undefined)[]) => lists.flatMap((codes = []) => codes).filter(isCode);
  const [from = 'EUR'] = possible(query.base, query.source);
  const to = [...possible(query.symbols, query.currencies), 'USD'].find((code) => code !== from) ?? 'EUR';
  const values = { from, to, start: query.start_date ?? '', end: query.end_date ?? '' };
  return `${requestAddress(addresses.history, new Map(Object.entries(values)))} for past rates`;
}

/**
 * Endpoints below `/api` that fixer or its publisher's other APIs have, and Ratesheet lacks. For each, a function returns
 * what to use instead.
 */
const elsewhere: Readonly<Record<string, (query: Values<typeof series>) => string>> = {
  symbols: list,
  list,
  live: latest,
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
    ...Object.entries(elsewhere).map(([name, instead]) =>
      endpoint({
        path: `/api/${name}`,
        parameters: series,
        schema: fixerErrorSchema,
        handle(query) {
          const message = `This API has no /api/${name}. Use ${instead(query)}`;
          return Promise.reject(new ApiError<keyof typeof errors>(404, 'invalid_api_function', message));
        },
      }),
    ),
  ],
};

async function ratesOf(
  { base, symbols, date: asked }: Values<typeof parameters> & { readonly date?: string },
  site: Site,
): Promise<string> {
  const table = await ratesOfDay({ base, codes: symbols, date: asked }, site);
  const { codes: known } = await marketCoverage(site);
  if (!known.has(base)) throw fixerError('invalid_base_currency');
  if (symbols?.some((code) => !known.has(code))) throw fixerError('invalid_currency_codes');
  const rates: Record<string, number> = {};
  forEachRate(table, (_, code, rate) => (rates[code] = rate));
  const quoted = Object.keys(rates);
  if (quoted.length === 0) {
    throw fixerError('no_rates_available', table.outside && explainOutOfReach(table.outside, 'Use /api/latest'));
  }
  const date = dateOfRates({ date: elementAt(table.dates, 0), held: table.held }, base, quoted);
  const historical = asked === undefined ? {} : { historical: true };
  // The time of the rates is noon of their day.
  return serialize({ success: true, timestamp: noonOf(date), ...historical, base, date, rates });
}
