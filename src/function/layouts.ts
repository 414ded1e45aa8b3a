import { type ApiError, explainOutOfReach, notFound } from '../api/format/error.ts';
import type { RatesOnBase, Wanted } from '../api/compat/day-on-base.ts';
import { buildFixer, describeFixer, missingInFixer, parseFixer } from '../api/compat/fixer.ts';
import { dayInV1, describeV1, parseV1, rangeInV1, refuseOthers } from '../api/compat/frankfurter-v1.ts';
import {
  assertCodes,
  buildV2Rates,
  describeV2,
  noV2Rates,
  parseV2Rate,
  parseV2Rates,
  printV2Rate,
} from '../api/compat/frankfurter-v2.ts';
import {
  buildOpenExchangeNames,
  buildOpenExchangeRates,
  describeOpenExchangeRates,
  openExchangeRatesError,
  parseOpenExchangeRates,
} from '../api/compat/open-exchange-rates.ts';
import { serialize } from '../api/format/serialize.ts';
import type { Endpoint } from './endpoints.ts';
import { euroNames, euroRatesOfRange, euroRatesUpTo } from './euro-rates.ts';
import type { SiteReader as Published } from './site-reader.ts';
import { ratesOfDay, readRates } from './rates-on-base.ts';

/** A compatibility format: the endpoints and errors of another API. */
export interface Layout {
  /** Converts an error to the other API's format. */
  readonly describe: (error: ApiError) => object;
  readonly endpoints: readonly Endpoint[];
}

/** A handler that reads the parameters first, then the rates. */
function rates<W, T>(
  parse: (names: readonly string[], query: URLSearchParams) => W,
  read: (wanted: W, published: Published) => Promise<T>,
  respond: (wanted: W, rates: T, published: Published) => string | Promise<string>,
): Endpoint[1] {
  return (names, query) => {
    const wanted = parse(names, query);
    return async (published) => respond(wanted, await read(wanted, published), published);
  };
}

const frankfurterV1: Layout = {
  describe: describeV1,
  endpoints: [
    [/^\/v1\/(?:latest|current|(\d{4}-\d\d-\d\d))$/, rates(parseV1, euroRatesUpTo, dayInV1)],
    [/^\/v1\/(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)?$/, rates(parseV1, euroRatesOfRange, rangeInV1)],
    [/^\/v1\/currencies$/, () => async (published) => serialize(await euroNames(published))],
  ],
};

const frankfurterV2: Layout = {
  describe: describeV2,
  endpoints: [
    [
      /^\/v2\/rates$/,
      rates(parseV2Rates, readRates, async (...read) => `[${(await v2Rates(...read)).map(printV2Rate).join()}]\n`),
    ],
    [
      /^\/v2\/rate\/([^/]+)\/([^/]+)$/,
      rates(parseV2Rate, readRates, async (wanted, table, published) => {
        const [rate] = await v2Rates(wanted, table, published);
        if (!rate) throw noV2Rates(wanted, table);
        return `${printV2Rate(rate)}\n`;
      }),
    ],
    [
      /^\/v2\/currencies$/,
      (_, query) => {
        refuseOthers(query, /^scope$/);
        const all = query.get('scope') === 'all';
        return async (published) => {
          const rows = await published.currencyRows();
          return serialize(rows.filter(({ iso_code }) => all || published.day.currencies.has(iso_code)));
        };
      },
    ],
    [
      /^\/v2\/currency\/([^/]+)$/,
      ([code = '']) =>
        async (published) => {
          const row = (await published.currencyRows()).find(({ iso_code }) => iso_code === code.toUpperCase());
          if (!row) throw notFound();
          return serialize({ ...row, providers: [] });
        },
    ],
  ],
};

async function v2Rates(wanted: Wanted, rates: RatesOnBase, published: Published) {
  assertCodes(wanted, (await published.reach()).codes);
  return buildV2Rates(wanted, rates);
}

const openExchangeRates: Layout = {
  describe: describeOpenExchangeRates,
  endpoints: [
    [
      /^\/oxr\/(?:latest|historical\/([^/]+))\.json$/,
      rates(parseOpenExchangeRates, ratesOfDay, async (wanted, rates, published) => {
        if (rates.dates.length === 0) {
          const { codes } = await published.reach();
          if (!codes.has(wanted.base)) throw openExchangeRatesError(400, 'invalid_base');
          const why = rates.outside && explainOutOfReach(rates.outside, 'Use /oxr/latest.json');
          throw openExchangeRatesError(400, 'not_available', why);
        }
        const { currencies, today } = published.day;
        const { sources } = wanted.date === undefined ? today : await published.reach();
        const typeOf = (code: string) => currencies.get(code)?.type;
        return serialize(buildOpenExchangeRates(wanted, rates, typeOf, sources), wanted.indent);
      }),
    ],
    [
      /^\/oxr\/currencies\.json$/,
      (_, query) => {
        const wanted = parseOpenExchangeRates([], query);
        return ({ day }) => serialize(buildOpenExchangeNames(wanted, day.currencies.values()), wanted.indent);
      },
    ],
  ],
};

const fixer: Layout = {
  describe: describeFixer,
  endpoints: [
    [
      /^\/api\/(?:latest|(\d[^/]*))$/,
      rates(parseFixer, ratesOfDay, async (wanted, rates, published) => {
        const { codes } = await published.reach();
        return serialize(buildFixer(wanted, rates, codes));
      }),
    ],
    [
      /^\/api\/([a-z]+)$/,
      ([name = ''], query) => {
        throw missingInFixer(name, query);
      },
    ],
  ],
};

/** The formats of other APIs, by the first part of their paths. */
export const layouts: ReadonlyMap<string, Layout> = new Map([
  ['v1', frankfurterV1],
  ['v2', frankfurterV2],
  ['oxr', openExchangeRates],
  ['api', fixer],
]);
