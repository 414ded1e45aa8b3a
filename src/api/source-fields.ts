import type { IsoDate } from '../money/calendar.ts';
import {
  defaultProvider,
  isComposed,
  type Provider,
  type ProviderChange,
  type ProviderChanges,
  providersBetween,
} from '../sources/provider.ts';
import { banks } from '../sources/banks.ts';
import type { Bank } from '../sources/bank.ts';
import { rateSources } from '../sources/rate-sources.ts';
import { present } from '../text/present.ts';

/** A source with the text that its license requires with its rates, if it requires one. */
export type Attributed<Of extends Provider = Provider> = Of & { readonly attribution?: string };

/** Fields that name the source of a document's rates. */
export interface SourceFields {
  readonly rate_type: 'daily_reference' | 'official_reference';
  readonly source: Attributed;
  readonly sources?: Attributed<ProviderChange>[];
}

/** The attribution of composed rates names every bank, because the banks of each rate may differ from day to day. */
const attributionOfComposed = `Sources: ${banks.map(({ source }) => source.attribution.replace('Source: ', '')).join('; ')}`;

/** A source of market rates with its attribution. Only composed rates need one, because the banks require it. */
export function attributed<Of extends Provider>(source: Of): Attributed<Of> {
  return isComposed(source) ? { ...source, attribution: attributionOfComposed } : source;
}

/** The fields that name the sources of market rates from the day `first` to the day `last`. */
export function sourceFields(
  changes: ProviderChanges,
  first: IsoDate,
  last = first,
): Pick<SourceFields, 'source' | 'sources'> {
  const sources = providersBetween(changes, first, last);
  const { name, url, license } = present(sources.at(-1), 'source');
  return {
    source: attributed({ name, url, license }),
    ...(sources.length > 1 && { sources: sources.map((change) => attributed(change)) }),
  };
}

/** The fields of {@link SourceFields} for a document with market rates from the day `first` to the day `last`. */
export function marketReference(changes: ProviderChanges, first: IsoDate, last?: IsoDate) {
  return { rate_type: 'daily_reference', ...sourceFields(changes, first, last) } as const;
}

/** The fields of {@link SourceFields} for a document of a bank's rates. */
export function officialReference({ source }: Bank) {
  return { rate_type: 'official_reference', source } as const;
}

/** A source of a site's rates, with its license. */
export interface LicensedSource extends Attributed {
  /** What the source has, such as `Market rates`. */
  readonly rates: string;
  /** The page with the source's terms, if Ratesheet's authors haven't read them. */
  readonly unread?: string;
}

/**
 * The sources of all rates of a site with market rates from the day `first` to the day `last`.
 *
 * @param ofSite the banks whose rates the site has
 */
export function licensedSources(
  changes: ProviderChanges,
  first: IsoDate,
  last: IsoDate,
  ofSite: readonly Bank[],
): LicensedSource[] {
  const market = providersBetween(changes, first, last);
  return [
    ...market.map(({ first, name, url, license }) => {
      const rates = market.length > 1 ? `Market rates since ${first}` : 'Market rates';
      return { rates, ...attributed({ name, url, license }) };
    }),
    ...ofSite.map(({ source, terms }) => ({
      rates: 'Official rates',
      ...source,
      ...(typeof terms !== 'string' && { unread: terms.unread }),
    })),
  ];
}

/** Values of the parameter `source`. */
export const sourceNames: readonly string[] = rateSources.map(({ key }) => key);

/** How averages were computed, for the field `computation`. */
export function computationOf({ source, sources = [] }: Pick<SourceFields, 'source' | 'sources'>): string {
  const names = new Set([...sources, source].map(({ name }) => name));
  return (
    `Arithmetic means of the pair’s daily rates, computed by this service and not by the source. ` +
    `The daily rates are from: ${[...names].join(', ')}`
  );
}

const CC0 = 'https://creativecommons.org/publicdomain/zero/1.0/';

/** A disclaimer and a license, for formats that have such fields. In these formats, a license is a URL. */
export function termsOf({ url, license }: Provider) {
  return {
    disclaimer: `Daily reference rates, for information only. Source: ${url}`,
    license: license === defaultProvider.license ? CC0 : url,
  };
}
