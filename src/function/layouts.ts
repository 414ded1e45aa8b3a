import { ApiError } from '../documents/error.ts';
import { namesOf } from '../documents/layouts/day-on-base.ts';
import {
  buildV1Day,
  buildV1Range,
  describeV1,
  parseV1,
  refuseOthers,
  unprocessable,
} from '../documents/layouts/frankfurter-v1.ts';
import {
  assertCodes,
  buildV2Rates,
  describeV2,
  parseV2Rate,
  parseV2Rates,
  type V2Query,
} from '../documents/layouts/frankfurter-v2.ts';
import {
  buildOpenExchangeRates,
  describeOpenExchangeRates,
  invalidBase,
  notAvailable,
  parseOpenExchangeRates,
} from '../documents/layouts/open-exchange-rates.ts';
import { serialize } from '../documents/serialize.ts';
import { isDate } from '../rates/calendar.ts';
import type { Endpoint, Evaluate, Published } from './endpoints.ts';
import { ratesOfDay, ratesOfRange } from './rates-on-base.ts';

/** The addresses of another API, as far as the Function answers them. */
export interface Layout {
  /** An error as that API tells it. */
  readonly describe: (error: ApiError) => object;
  /** By what stands after the layout's own name. */
  readonly endpoints: readonly Endpoint[];
}

const DATE = String.raw`(\d{4}-\d\d-\d\d)`;

const frankfurterV1: Layout = {
  describe: describeV1,
  endpoints: [
    [new RegExp(`^(?:latest|${DATE})$`), ([date], query) => v1Day(date, query)],
    [new RegExp(`^${DATE}\\.\\.${DATE}?$`), ([start = '', end], query) => v1Range(start, end, query)],
    [/^currencies$/, () => listNames],
  ],
};

function v1Day(date: string | undefined, query: URLSearchParams): Evaluate {
  const wanted = parseV1(query);
  assertDates(date);
  return async (published) => serialize(buildV1Day(wanted, await ratesOfDay(wanted, date, published)));
}

function v1Range(start: string, end: string | undefined, query: URLSearchParams): Evaluate {
  const wanted = parseV1(query);
  assertDates(start, end);
  return async (published) =>
    serialize(buildV1Range(wanted, await ratesOfRange(wanted, { start, end, step: 'day' }, published)));
}

function assertDates(...dates: readonly (string | undefined)[]): void {
  for (const date of dates) if (date !== undefined && !isDate(date)) throw unprocessable('invalid date');
}

const listNames: Evaluate = ({ day }) => serialize(namesOf(day.currencies.values()));

const frankfurterV2: Layout = {
  describe: describeV2,
  endpoints: [
    [
      /^rates$/,
      (_, query) => {
        const wanted = parseV2Rates(query);
        return async (published) => serialize(await v2Rates(wanted, published));
      },
    ],
    [
      /^rate\/([^/]+)\/([^/]+)$/,
      (pair, query) => {
        const wanted = parseV2Rate(pair, query);
        return async (published) => {
          const [rate] = await v2Rates(wanted, published);
          if (!rate) throw new ApiError(404, '');
          return serialize(rate);
        };
      },
    ],
    [
      /^currencies$/,
      (_, query) => {
        refuseOthers(query, /^scope$/);
        const all = query.get('scope') === 'all';
        return async ({ day, frankfurterCurrencies }) =>
          serialize((await frankfurterCurrencies()).filter(({ iso_code }) => all || day.currencies.has(iso_code)));
      },
    ],
    [
      /^currency\/([^/]+)$/,
      ([code = ''], query) => {
        refuseOthers(query, /^$/);
        return async ({ frankfurterCurrencies }) => {
          const found = (await frankfurterCurrencies()).find(({ iso_code }) => iso_code === code.toUpperCase());
          if (!found) throw new ApiError(404, '');
          return serialize({ ...found, providers: [] });
        };
      },
    ],
  ],
};

async function v2Rates(wanted: V2Query, published: Published) {
  assertCodes(wanted, (await published.reach()).codes);
  const { date, range } = wanted;
  const days = await (range ? ratesOfRange(wanted, range, published) : ratesOfDay(wanted, date, published));
  return buildV2Rates(wanted, days);
}

const openExchangeRates: Layout = {
  describe: describeOpenExchangeRates,
  endpoints: [
    [/^(?:latest|historical\/(.+))\.json$/, ([date], query) => openExchangeRatesOf(date, query)],
    [/^currencies\.json$/, () => listNames],
  ],
};

function openExchangeRatesOf(date: string | undefined, query: URLSearchParams): Evaluate {
  const wanted = parseOpenExchangeRates(query);
  if (date !== undefined && !isDate(date)) throw notAvailable();
  return async (published) => {
    const [day] = await ratesOfDay(wanted, date, published);
    if (!day) throw (await published.reach()).codes.has(wanted.base) ? notAvailable() : invalidBase();
    const isCrypto = (code: string) => published.day.currencies.get(code)?.type === 'crypto';
    return JSON.stringify(buildOpenExchangeRates(wanted, day, isCrypto), null, wanted.pretty ? 2 : 0);
  };
}

/** By what their addresses begin with. */
export const layouts: ReadonlyMap<string, Layout> = new Map([
  ['v1', frankfurterV1],
  ['v2', frankfurterV2],
  ['oxr', openExchangeRates],
]);
