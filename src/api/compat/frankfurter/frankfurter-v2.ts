import type { IsoDate } from '../../../money/calendar.ts';
import { frankfurterCurrenciesFile } from '../../query/market-files.ts';
import { newestRates } from '../../query/market-days.ts';
import type { Step } from '../../../money/interval.ts';
import { endpoint } from '../../declaration/endpoint.ts';
import { notFound, unprocessable } from '../../error.ts';
import { type CompatFormat, lastValues } from '../../declaration/format.ts';
import type { Parameter, Parameters, Values } from '../../declaration/parameters.ts';
import type { Site } from '../../query/site.ts';
import { sourceDaysFile } from '../../query/source-files.ts';
import { serialize } from '../../serialize.ts';
import { market } from '../../../sources/market.ts';
import type { RateSource } from '../../../sources/rate-source.ts';
import { dateOf } from './frankfurter-v1.ts';
import { listProviders, providerInPath, providers, providersOfCurrency } from './frankfurter-providers.ts';
import {
  type FrankfurterCurrencies,
  frankfurterCurrenciesSchema,
} from '../../documents/currencies/frankfurter-currencies.schema.ts';
import {
  frankfurterCurrencySchema,
  frankfurterProvidersSchema,
  type FrankfurterRate,
  frankfurterRateSchema,
  frankfurterRatesSchema,
  frankfurterV2ErrorSchema,
} from './frankfurter-v2.schema.ts';
import { printCsv, printRow, readRows, withProvider } from './frankfurter-rows.ts';
import { baseCode, codes } from '../rates/compat-query.ts';

/*
 * Frankfurter v2: a bank's rates if the request names the bank as the provider, otherwise market rates. Source:
 * https://api.frankfurter.dev/v2/openapi.json, and lib/versions/v2.rb with lib/versions/v2/rate_query.rb in
 * https://github.com/lineofflight/frankfurter at 60541ad. The paths below `/v2/providers` are newer:
 * https://github.com/lineofflight/frankfurter/issues/612, and https://frankfurter.dev/providers/ecb/.
 */

/** A date or time in ISO 8601, such as `2026-09-03T00:00:00Z`. As in the original, the time is ignored. */
const date = (kind: 'date' | 'start' | 'end', description: string): Parameter<IsoDate> => ({
  ...{ kind, description },
  parse: (text) => dateOf(text.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T[\d:.,Z +-]*)?$/, '$1-$2-$3')),
});

const day = date('date', 'Day of the rates. By default the newest.');

/** The intervals that a range can be grouped by. */
const groups = ['week', 'month'] as const satisfies readonly Step[];

const code = { ...baseCode, description: 'Code of a currency.', isRequired: true } as const;

/** The optional fields of a row. */
const expand: Parameter<'providers' | undefined> = {
  ...{ kind: 'choice', choices: ['providers'], description: 'Optional field of each row: its provider.' },
  parse(list) {
    const fields = list.split(',').flatMap((text) => (text === '' ? [] : [text.trim().toLowerCase()]));
    const unknown = fields.filter((field) => field !== 'providers');
    if (unknown.length > 0) throw unprocessable(`invalid expand: ${unknown.join()}`);
    return fields.length > 0 ? 'providers' : undefined;
  },
};

const ofRates = {
  date: day,
  from: date('start', 'First day of a range.'),
  to: date('end', 'Last day of a range. By default the newest.'),
  group: {
    ...{ kind: 'choice', choices: groups, description: 'Interval of the averages.' },
    parse(text: string) {
      const group = groups.find((known) => known === text.toLowerCase());
      if (!group) throw unprocessable('invalid group');
      return group;
    },
  },
  base: { ...baseCode, default: 'EUR' },
  quotes: codes,
  expand,
} as const satisfies Parameters;

const ofPair = { base: code, quote: code, date: day, expand } as const satisfies Parameters;

/** The same endpoints for the provider that a parameter names, and for the provider in the path. */
const byProvider = [
  { root: '/v2', provider: { providers } },
  { root: '/v2/providers/{providers}', provider: { providers: providerInPath } },
];

const endpointsOfRates = byProvider.flatMap(({ root, provider }) => {
  const parameters = { ...ofRates, ...provider };
  const apart = ['from', 'to', 'group'].map((name) => ['date', name] as const);
  return [
    endpoint({
      ...{ path: `${root}/rates`, parameters, apart, schema: frankfurterRatesSchema },
      handle: async (values, site) => `[${(await rowsOf(values, site)).map(printRow).join()}]\n`,
    }),
    endpoint({
      ...{ path: `${root}/rates.csv`, parameters, apart },
      handle: async (values, site) => printCsv(await rowsOf(values, site), values.expand !== undefined),
    }),
    endpoint({
      ...{ path: `${root}/rate/{base}/{quote}`, parameters: { ...ofPair, ...provider }, schema: frankfurterRateSchema },
      async handle({ base, quote, date, expand, providers: source }, site) {
        const { rows, nothing } = await readRows(source, { base, codes: [quote], date }, site);
        const [row] = rows;
        if (!row) throw nothing();
        return `${printRow(expand ? withProvider(source, row) : row)}\n`;
      },
    }),
  ];
});

/** As in the original, the last value of a repeated parameter counts. */
export const frankfurterV2: CompatFormat = {
  name: 'Frankfurter v2',
  roots: ['/v2'],
  routes: ['/v2/*'],
  /** Rejects unknown parameters, because a response that ignores them would be wrong. */
  read(query, { path, parameters, ignoresOthers }) {
    for (const name of query.keys()) {
      const isKnown = Object.hasOwn(parameters, name) && !path.includes(`{${name}}`);
      if (!isKnown && !ignoresOthers) throw unprocessable(`unknown parameter: ${name}`);
    }
    return lastValues(query);
  },
  describe: ({ status, message, code }) => ({ status, message: code === 'not_found' ? 'not found' : message }),
  errorSchema: frankfurterV2ErrorSchema,
  endpoints: [
    ...endpointsOfRates,
    endpoint({
      path: '/v2/providers',
      parameters: {},
      ignoresOthers: true,
      schema: frankfurterProvidersSchema,
      handle: async (_, site) => serialize(await listProviders(site)),
    }),
    endpoint({
      path: '/v2/currencies',
      parameters: {
        scope: {
          ...{ kind: 'choice', choices: ['all'], description: 'Whether to list currencies without a rate today.' },
          parse: (text: string) => text,
        },
        providers,
      },
      schema: frankfurterCurrenciesSchema,
      async handle({ scope, providers: source }, site) {
        const rows = await site.read(frankfurterCurrenciesFile(site.day));
        if (source !== market) return serialize(await currenciesOf(source, rows, site));
        const { rates } = newestRates(site);
        return serialize(rows.filter(({ iso_code }) => scope === 'all' || rates.has(iso_code)));
      },
    }),
    endpoint({
      path: '/v2/currency/{code}',
      parameters: { code: { ...code, parse: (text: string) => text.toUpperCase() } },
      ignoresOthers: true,
      schema: frankfurterCurrencySchema,
      async handle({ code }, site) {
        const row = (await site.read(frankfurterCurrenciesFile(site.day))).find(({ iso_code }) => iso_code === code);
        if (!row) throw notFound();
        return serialize({ ...row, providers: await providersOfCurrency(code, site) });
      },
    }),
  ],
};

/** The currencies that a bank ever quoted, with the bank's first and last day. */
async function currenciesOf(bank: RateSource, rows: FrankfurterCurrencies, site: Site): Promise<FrankfurterCurrencies> {
  const { periods } = await site.read(sourceDaysFile(bank, site.day));
  const named = new Map(rows.map((row) => [row.iso_code, row]));
  return Array.from(periods, ([iso_code, ofCode]) => ({
    ...(named.get(iso_code) ?? { iso_code, iso_numeric: null, name: iso_code, symbol: null }),
    start_date: ofCode[0]?.[0] ?? null,
    end_date: ofCode.at(-1)?.[1] ?? null,
  }));
}

type RatesValues = Values<typeof ofRates> & { readonly providers: RateSource };

/** The rows of `/v2/rates`. */
async function rowsOf(
  { date, from: start, to: end, group, base, quotes: codes, expand, providers: source }: RatesValues,
  site: Site,
): Promise<FrankfurterRate[]> {
  if (date && (start ?? end)) throw unprocessable('conflicting params');
  // Without this check, a request with an end but no start would return today's rates.
  if (end && !start) throw unprocessable('missing from');
  const range = start ? { start, end, group } : undefined;
  const { rows } = await readRows(source, { base, codes, date, range }, site);
  return expand ? rows.map((row) => withProvider(source, row)) : rows;
}
