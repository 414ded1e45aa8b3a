import type { Sources } from '../api/documents/sources.ts';
import { check } from '../api/published/check.ts';
import { isDate } from '../rates/calendar.ts';
import type { Coverage } from '../rates/coverage.ts';
import type { Quotation } from '../rates/cross-rate.ts';
import { invalid } from './arguments.ts';
import type { Read } from './site-reader.ts';

/** Key of the dataset. The site's list of sources has the keys of banks. */
export const market = 'market';

/** Where rates come from: the dataset, or a bank. */
export interface RateSource extends Coverage {
  readonly key: string;
  /** The quoted currency. */
  readonly base: string;
  readonly quotation: Quotation;
  /** If a day has no rates, the last rates count for this number of days. */
  readonly daysBack: number;
  /** The periods in which the source had rates of each currency. */
  readonly periods: ReadonlyMap<string, readonly Coverage[]>;
  /** The lists of rates. If a currency is in several lists, the first list counts. */
  readonly tables: readonly Table[];
}

interface Table extends Coverage {
  readonly key: string;
  readonly daysBack: number;
}

/** Reads the site's sources by key, in the site's order of preference. Sources and tables without rates are omitted. */
export function readSources(read: Read): Promise<ReadonlyMap<string, RateSource>> {
  return read('api/v1/sources.json', (text) => {
    const { sources } = JSON.parse(text) as Sources;
    return new Map(
      sources.filter(hasRates).map(({ key, quoted_currency: base, quotation, first, last, currencies, ...source }) => {
        checkQuotation(quotation);
        const tables = source.tables
          .filter(hasRates)
          .map(({ key, first, last, days_back: daysBack }) => ({ key, first, last, daysBack }));
        const periods = new Map(Object.entries(currencies));
        return [key, { key, base, quotation, first, last, daysBack: tables[0]?.daysBack ?? 0, periods, tables }];
      }),
    );
  });
}

function hasRates<Reach extends Record<keyof Coverage, string | null>>(reach: Reach): reach is Reach & Coverage {
  const { first, last } = reach;
  check(first === null || (isDate(first) && isDate(last ?? '')));
  return first !== null;
}

/** @throws {TypeError} */
export function checkQuotation(text: string): asserts text is Quotation {
  check(text === 'indirect' || text === 'direct');
}

/** @throws {RangeError} if the site has no rates of the source */
export async function findSource(read: Read, key: string): Promise<RateSource> {
  const sources = await readSources(read);
  const source = sources.get(key);
  if (source) return source;
  throw invalid('source', key, `This site has rates of ${[...sources.keys()].join(', ')}`);
}
