import { frankfurterCurrenciesFile } from '../query/market-files.ts';
import { marketDays, newestRates } from '../query/market-days.ts';
import type { Step } from '../../money/interval.ts';
import { dateOfRates } from '../../archive/day-rates.ts';
import { endpoint } from '../declaration/endpoint.ts';
import { notFound, unprocessable } from '../error.ts';
import { type CompatFormat, lastValues } from '../declaration/format.ts';
import type { Parameter } from '../declaration/parameters.ts';
import type { Site } from '../query/site.ts';
import { serialize } from '../serialize.ts';
import { dateOf, printRate } from './frankfurter-v1.ts';
import { frankfurterCurrenciesSchema } from '../documents/frankfurter-currencies.schema.ts';
import {
  frankfurterCurrencySchema,
  type FrankfurterRate,
  frankfurterRateSchema,
  frankfurterRatesSchema,
  frankfurterV2ErrorSchema,
} from './frankfurter-v2.schema.ts';
import { baseCode, codes, type CompatQuery } from './rates/compat-query.ts';
import { forEachRate, noRatesError } from './rates/rate-table.ts';
import { readRates } from './rates/rates-on-base.ts';

/*
 * Frankfurter v2. Source: https://api.frankfurter.dev/v2/openapi.json, and lib/versions/v2.rb with
 * lib/versions/v2/rate_query.rb in https://github.com/lineofflight/frankfurter at 60541ad.
 */

/** A date or time in ISO 8601, such as `2026-09-03T00:00:00Z`. As in the original, the time is ignored. */
const date = (kind: 'date' | 'start' | 'end', description: string): Parameter<string> => ({
  ...{ kind, description },
  parse: (text) => dateOf(text.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T[\d:.,Z +-]*)?$/, '$1-$2-$3')),
});

const day = date('date', 'Day of the rates. By default the newest.');

/** The intervals that a range can be grouped by. */
const groups = ['week', 'month'] as const satisfies readonly Step[];

const code = { ...baseCode, description: 'Code of a currency.', isRequired: true } as const;

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
    endpoint({
      path: '/v2/rates',
      parameters: {
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
      },
      apart: [
        ['date', 'from'],
        ['date', 'to'],
        ['date', 'group'],
      ],
      schema: frankfurterRatesSchema,
      async handle({ date, from: start, to: end, group, base, quotes: codes }, site) {
        if (date && (start ?? end)) throw unprocessable('conflicting params');
        // Without this check, a request with an end but no start would return today's rates.
        if (end && !start) throw unprocessable('missing from');
        const range = start ? { start, end, group } : undefined;
        const { rows } = await readRows({ base, codes, date, range }, site);
        return `[${rows.map(printRow).join()}]\n`;
      },
    }),
    endpoint({
      path: '/v2/rate/{base}/{quote}',
      parameters: { base: code, quote: code, date: day },
      schema: frankfurterRateSchema,
      async handle({ base, quote, date }, site) {
        const { rows, nothing } = await readRows({ base, codes: [quote], date }, site);
        const [row] = rows;
        if (!row) throw nothing();
        return `${printRow(row)}\n`;
      },
    }),
    endpoint({
      path: '/v2/currencies',
      parameters: {
        scope: {
          ...{ kind: 'choice', choices: ['all'], description: 'Whether to list currencies without a rate today.' },
          parse: (text: string) => text,
        },
      },
      schema: frankfurterCurrenciesSchema,
      async handle({ scope }, site) {
        const rows = await site.read(frankfurterCurrenciesFile(site.day));
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
        return serialize({ ...row, providers: [] });
      },
    }),
  ],
};

/**
 * One row for each rate. If a rate of the pair is held, the row has the older date of its two currencies. In a range,
 * rows are sorted by day, then by currency. For a single day, rows are sorted only by currency, although their dates
 * may differ.
 *
 * @returns the rows, and a function that returns the error for a response that needs a row
 * @throws {ApiError} if a currency never had a rate, or if the date is in the future or too long after the newest rates
 */
async function readRows(query: CompatQuery, site: Site) {
  const { base, codes = [], range } = query;
  const table = await readRates(query, site);
  const { codes: known } = await marketDays(site);
  const unknown = [base, ...codes].filter((code) => !known.has(code));
  if (unknown.length > 0) throw unprocessable(`invalid currency: ${unknown.join(',')}`);
  const { held, outside } = table;
  const nothing = () => noRatesError(table, range ? 'Omit from and to' : 'Omit date');
  if (outside && outside.is !== 'early') throw nothing();
  const newest = table.dates.at(-1);
  const rows: FrankfurterRate[] = [];
  forEachRate(table, (date, quote, rate) => {
    const ofPair = held.size > 0 && date === newest ? dateOfRates({ date, held }, base, [quote]) : date;
    rows.push({ date: ofPair, base, quote, rate });
  });
  if (!range) rows.sort((one, other) => (one.quote < other.quote ? -1 : 1));
  return { rows, nothing };
}

/** A row as the original prints it. */
function printRow({ date, base, quote, rate }: FrankfurterRate): string {
  return `{"date":"${date}","base":"${base}","quote":"${quote}","rate":${printRate(rate)}}`;
}
