import { dateAt, dayNumber, type Instant, type IsoDate } from '../../../money/calendar.ts';
import { isPublicationDay, type Rhythm } from '../../../sources/bank.ts';
import { banks } from '../../../sources/banks.ts';
import { market } from '../../../sources/market.ts';
import { providerOn } from '../../../sources/provider.ts';
import type { RateSource } from '../../../sources/rate-source.ts';
import { ApiError, quotedText, unprocessable } from '../../error.ts';
import type { Parameter } from '../../declaration/parameters.ts';
import { allOf } from '../../query/all-of.ts';
import type { Site } from '../../query/site.ts';
import { type SourceDays, sourceDaysFile } from '../../query/source-files.ts';
import type { FrankfurterProvider } from './frankfurter-v2.schema.ts';

/*
 * Our sources as the providers of Frankfurter v2: each bank by its key there, and the market dataset. Frankfurter blends
 * the rates of its providers. Here, a response has the rates of one provider.
 */

/** The key of the market dataset. Frankfurter has no such provider. */
const MARKET = 'MARKET';

/** A source with its key, and its former keys. */
interface KeyedSource {
  readonly source: RateSource;
  readonly keys: readonly [string, ...string[]];
}

const keyed: readonly KeyedSource[] = [
  { source: market, keys: [MARKET] as const },
  ...banks.map((bank) => ({ source: bank, keys: bank.frankfurterKeys })),
].sort((one, other) => (one.keys[0] < other.keys[0] ? -1 : 1));

const keysInWords = keyed.map(({ keys: [key] }) => key).join(', ');

/** The key of a source. */
export function providerKeyOf(source: RateSource): string {
  return keyed.find((known) => known.source === source)?.keys[0] ?? MARKET;
}

function sourceOf(key: string): RateSource | undefined {
  return keyed.find(({ keys }) => keys.includes(key))?.source;
}

function unknownProvider(key: string): string {
  return `unknown provider: ${quotedText(key)}. Providers: ${keysInWords}`;
}

/**
 * The parameter `providers`. Several providers are an error, because the original blends their rates, which we don't.
 * Frankfurter returns an empty list for an unknown provider.
 */
export const providers = {
  kind: 'choice',
  choices: keyed.map(({ keys: [key] }) => key),
  default: MARKET,
  description: 'Key of the provider, in upper or lower case. By default the market dataset.',
  parse(list: string): RateSource {
    const found = list.split(',').map((text) => {
      const source = sourceOf(text.trim().toUpperCase());
      if (!source) throw unprocessable(unknownProvider(text.trim()));
      return source;
    });
    const [source = market, ...others] = new Set(found);
    if (others.length > 0) {
      throw unprocessable(`several providers. Rates of providers aren’t blended here. Request one of ${keysInWords}`);
    }
    return source;
  },
} as const satisfies Parameter<RateSource>;

/** A provider in the path. */
export const providerInPath = {
  kind: 'choice',
  choices: keyed.map(({ keys: [key] }) => key.toLowerCase()),
  example: providerKeyOf(banks[0]).toLowerCase(),
  isRequired: true,
  description: 'Key of the provider, in upper or lower case.',
  parse(text: string): RateSource {
    const source = sourceOf(text.toUpperCase());
    if (!source) throw new ApiError<'unknown_provider'>(404, 'unknown_provider', unknownProvider(text));
    return source;
  },
} as const satisfies Parameter<RateSource>;

/** Every provider with rates. */
export async function listProviders(site: Site): Promise<FrankfurterProvider[]> {
  const all = await allOf(keyed.map(async (provider) => ({ ...provider, days: await daysOf(provider.source, site) })));
  return all
    .filter(({ days }) => days.codes.size > 0)
    .map(({ source, keys: [key], days }) => {
      const { first, last, codes } = days;
      const { rhythm } = source.tables[0];
      return {
        key,
        ...namesOf(source, site),
        pivot_currency: source.base,
        terms_url: null,
        start_date: first,
        end_date: last,
        publish_cadence: cadences[rhythm],
        publishes_missed: missedDays(rhythm, last, site.now),
        currencies: [...codes].sort(),
      };
    });
}

/** The keys of the providers that ever had a rate of a currency. */
export async function providersOfCurrency(code: string, site: Site): Promise<string[]> {
  const all = await allOf(keyed.map(async ({ source }) => (await daysOf(source, site)).codes.has(code)));
  return keyed.filter((_, index) => all[index]).map(({ keys: [key] }) => key);
}

async function daysOf(source: RateSource, site: Site): Promise<SourceDays> {
  return site.read(sourceDaysFile(source, site.day));
}

function namesOf(source: RateSource, { day: { today } }: Site) {
  const bank = banks.find((bank) => bank === source);
  if (bank) {
    return { name: bank.name, country_code: bank.country, rate_type: 'official rate', data_url: bank.source.url };
  }
  const { name, url } = providerOn(today.providers, today.date);
  return { name, country_code: null, rate_type: 'market rate', data_url: url };
}

/** As Frankfurter names how often a provider publishes. */
const cadences: Readonly<Record<Rhythm, FrankfurterProvider['publish_cadence']>> = {
  'business days': 'daily',
  'calendar days': 'daily',
  'Tuesdays to Saturdays': 'daily',
  'weeks of business days': 'weekly',
  Wednesdays: 'weekly',
  quarters: 'quarterly',
};

/** The days of publication between the newest day and today. As in the original, holidays count. */
function missedDays(rhythm: Rhythm, newest: IsoDate, now: Instant): number {
  const today = dayNumber(dateAt(now));
  let missed = 0;
  for (let day = dayNumber(newest) + 1; day < today; day++) if (isPublicationDay(rhythm, day)) missed++;
  return missed;
}
