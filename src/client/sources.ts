import type { Sources } from '../api/documents/sources.ts';
import { check } from '../api/published/check.ts';
import type { Coverage } from '../rates/coverage.ts';
import type { Quotation } from '../rates/cross-rate.ts';
import { invalid } from './arguments.ts';
import type { Read } from './site-reader.ts';

/** Key of the dataset. The site's list of sources has the keys of banks. */
export const market = 'market';

/** Where rates come from: the dataset, or a bank. It has rates. */
export type RateSource = WithRates<Sources['sources'][number]>;

type WithRates<T> = T & Coverage;

/** Reads the site's sources by key, in the site's order of preference. Sources without rates are omitted. */
export function readSources(read: Read): Promise<ReadonlyMap<string, RateSource>> {
  return read('api/v1/sources.json', (text) => {
    const { sources } = JSON.parse(text) as Sources;
    for (const { quotation } of sources) checkQuotation(quotation);
    return new Map(sources.filter(hasRates).map((source) => [source.key, source]));
  });
}

/** A bank's tables with rates. If a currency is in several tables, the first table counts. */
export function tablesOf({ tables }: RateSource): WithRates<RateSource['tables'][number]>[] {
  return tables.filter(hasRates);
}

function hasRates<T extends Record<keyof Coverage, string | null>>(of: T): of is WithRates<T> {
  return of.first !== null;
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
