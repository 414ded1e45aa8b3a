import type { z } from 'zod';
import type { PublishedCurrency } from '../../money/published-currency.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { archiveIndexSchema, buildArchiveIndex } from './archive-index.ts';
import { buildCurrencyFacts, currencyFactsSchema } from './currencies/currency-facts.ts';
import { buildCurrencyList, currencyListSchema } from './currencies/currency-list.ts';
import { addresses } from '../paths.ts';
import { buildMetals, metalsSchema } from './currencies/metals.ts';
import { buildRatesSnapshot, ratesSnapshotSchema } from './rates-snapshot.ts';
import { buildReferenceRates, referenceRatesSchema } from './reference-rates.ts';
import { buildRules, rulesSchema } from './rules.ts';
import { buildSources, sourcesSchema } from './sources.ts';
import { buildStatus, statusSchema } from './status.ts';

export interface DocumentsInput {
  readonly snapshot: Snapshot;
  /** The archive that the snapshot was validated against. */
  readonly archive: ArchiveFiles;
  /** Every published currency, in the published order. */
  readonly currencies: readonly PublishedCurrency[];
}

/** A document that every site has once. */
export interface FixedDocument {
  readonly address: (typeof addresses)[keyof typeof addresses];
  readonly schema: z.ZodType;
  readonly build: (input: DocumentsInput) => object;
  /** Texts for OpenAPI. */
  readonly operationId: string;
  readonly tag: 'rates' | 'data';
  readonly summary: string;
  readonly description?: string;
}

/**
 * The documents that every site has once, except the OpenAPI document and the error. Their files, rewrites, OpenAPI
 * operations, checks and smoke requests are generated from this list.
 */
export const fixedDocuments: readonly FixedDocument[] = [
  {
    address: addresses.ratesSnapshot,
    schema: ratesSnapshotSchema,
    build: ({ snapshot }) => buildRatesSnapshot(snapshot),
    operationId: 'getRates',
    tag: 'rates',
    summary: 'All of today’s rates',
    description:
      'The base is always USD, because a static file ignores queries such as `?base=EUR`. For other bases, use ' +
      '`/api/v1/rates/eur.json`, or a pair such as `/api/rates/eur-to-usd.json`.',
  },
  {
    address: addresses.currencyList,
    schema: currencyListSchema,
    build: ({ currencies }) => buildCurrencyList(currencies),
    operationId: 'getCurrencies',
    tag: 'rates',
    summary: 'All supported currencies with a rate today, except metals',
  },
  {
    address: addresses.referenceRates,
    schema: referenceRatesSchema,
    build: ({ snapshot }) => buildReferenceRates(snapshot),
    operationId: 'getReferenceRates',
    tag: 'rates',
    summary: 'All of today’s rates with date, age and source',
    description: 'The base is always USD, as in `/api/rates`. Rates listed in `held` are older than `rate_as_of`.',
  },
  {
    address: addresses.status,
    schema: statusSchema,
    build: ({ snapshot, archive }) => buildStatus(snapshot, archive),
    operationId: 'getStatus',
    tag: 'data',
    summary: 'State of the data: currencies with held, omitted, newly accepted or frozen rates, and why; cross-checks',
  },
  {
    address: addresses.currencyFacts,
    schema: currencyFactsSchema,
    build: ({ archive }) => buildCurrencyFacts(archive.validDays),
    operationId: 'getCurrencyFacts',
    tag: 'data',
    summary: 'Facts about all currencies',
    description:
      'ISO numbers, minor units, countries, pegs, redenominations, and official and market rates, with their ' +
      'sources. Retired currencies are listed too.',
  },
  {
    address: addresses.metals,
    schema: metalsSchema,
    build: ({ snapshot, archive }) => buildMetals(snapshot, archive.validDays),
    operationId: 'getMetals',
    tag: 'rates',
    summary: 'Gold, silver, platinum and palladium, with today’s rates per 1 USD',
    description:
      'The unit of a metal is a troy ounce. Other endpoints of `/api/v1` have a metal if the request names its code.',
  },
  {
    address: addresses.sources,
    schema: sourcesSchema,
    build: ({ archive }) => buildSources(archive),
    operationId: 'getSources',
    tag: 'data',
    summary: 'Sources of rates: the values of the parameter source, and what each source has',
    description:
      'The dataset, and each bank with official rates: its currencies with the days on which it quotes them, its ' +
      'newest day, its terms and the text to show with its rates.',
  },
  {
    address: addresses.rules,
    schema: rulesSchema,
    build: buildRules,
    operationId: 'getRules',
    tag: 'data',
    summary: 'Rules: the values of the parameter rule, with the bank, the day and the article of each',
    description:
      'The rates that articles of tax laws ask for. They aren’t tax or legal advice. The guide `/docs/rules` explains them.',
  },
  {
    address: addresses.archive,
    schema: archiveIndexSchema,
    build: ({ archive }) => buildArchiveIndex(archive),
    operationId: 'getArchive',
    tag: 'data',
    summary: 'The source’s values of each day, as CSV files',
    description:
      'The files have the dataset’s own values, including wrong values. `/archive/faults.csv` lists the rejected ' +
      'values with their reasons. To see where one rate comes from, open the page `/receipt?from=EUR&to=JPY`. ' +
      'The page shows what these files say about the rate. Add `&date=` for a past day.',
  },
];
