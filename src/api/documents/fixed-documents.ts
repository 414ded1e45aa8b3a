import type { z } from 'zod';
import type { PublishedCurrency } from '../../snapshot/published-currency.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { archiveIndexSchema, buildArchiveIndex } from './archive-index.ts';
import { buildCurrencyFacts, currencyFactsSchema } from './currency-facts.ts';
import { buildCurrencyList, currencyListSchema } from './currency-list.ts';
import { addresses } from '../format/paths.ts';
import { buildRatesSnapshot, ratesSnapshotSchema } from './rates-snapshot.ts';
import { buildReferenceRates, referenceRatesSchema } from './reference-rates.ts';
import { buildStatus, statusSchema } from './status.ts';

/** What the documents of a day are made of. */
export interface DocumentsInput {
  readonly snapshot: Snapshot;
  /** The archive that the snapshot was validated by. */
  readonly archive: ArchiveFiles;
  /** Every published currency, in the published order. */
  readonly currencies: readonly PublishedCurrency[];
}

/** A document of which there is one. */
export interface FixedDocument {
  readonly address: (typeof addresses)[keyof typeof addresses];
  readonly schema: z.ZodType;
  readonly build: (input: DocumentsInput) => object;
  /** What OpenAPI says of it. */
  readonly operationId: string;
  readonly tag: 'rates' | 'v1';
  readonly summary: string;
  readonly description?: string;
}

/**
 * The documents that every site has once, but for what is made of them (the OpenAPI document) and of nothing (the
 * error). Their files, rewrites, OpenAPI operations, checks and smoke requests follow from here.
 */
export const fixedDocuments: readonly FixedDocument[] = [
  {
    address: addresses.ratesSnapshot,
    schema: ratesSnapshotSchema,
    build: ({ snapshot }) => buildRatesSnapshot(snapshot),
    operationId: 'getRates',
    tag: 'rates',
    summary: 'All rates of the day',
    description:
      'Always on USD: a file cannot see a query, so `?base=EUR` changes nothing. For rates on another currency ' +
      'ask for `/api/v1/rates/eur`, or for a pair, such as `/api/rates/eur-to-usd`.',
  },
  {
    address: addresses.currencyList,
    schema: currencyListSchema,
    build: ({ currencies }) => buildCurrencyList(currencies),
    operationId: 'getCurrencies',
    tag: 'rates',
    summary: 'All supported currencies',
  },
  {
    address: addresses.referenceRates,
    schema: referenceRatesSchema,
    build: ({ snapshot }) => buildReferenceRates(snapshot),
    operationId: 'getReferenceRates',
    tag: 'v1',
    summary: 'All rates of the day with date, age and source',
    description: 'Always on USD, like `/api/rates`. Rates that are listed in `held` are older than `rate_as_of`.',
  },
  {
    address: addresses.status,
    schema: statusSchema,
    build: ({ snapshot, archive }) => buildStatus(snapshot, archive.days, archive.official),
    operationId: 'getStatus',
    tag: 'v1',
    summary: 'Which rates are not simply the dataset’s, why, and what independent sources say',
  },
  {
    address: addresses.currencyFacts,
    schema: currencyFactsSchema,
    build: ({ archive }) => buildCurrencyFacts(archive.validDays),
    operationId: 'getCurrencyFacts',
    tag: 'v1',
    summary: 'All that is known of currencies',
    description:
      'Numbers, minor units, countries, pegs, redenominations, official and market rates, with who says so; and the ' +
      'currencies that are no more.',
  },
  {
    address: addresses.archive,
    schema: archiveIndexSchema,
    build: ({ archive }) => buildArchiveIndex(archive),
    operationId: 'getArchive',
    tag: 'v1',
    summary: 'What the source said, day by day, as CSV files',
    description:
      'The files hold the dataset’s own numbers, the wrong ones, too: which these are, `/archive/faults.csv` lists with ' +
      'the reason. Where one rate on one day comes from, the page `/receipt?from=EUR&to=JPY` puts together ' +
      'from them, to print and to send; `&date=` names a past day.',
  },
];
