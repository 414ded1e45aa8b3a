import { expect } from 'vitest';
import { archiveFiles } from '../../api/documents/archive-files.ts';
import { buildOpenApi, type OpenApiInput } from '../../api/openapi/openapi.ts';
import { recordedOfficialRates } from '../../publish/recorded-archive.ts';
import { byPublishedOrder } from '../../money/currencies/catalogue.ts';
import { createHandler } from '../../function/handler.ts';
import { commonDocuments, type DocumentFile } from '../../site/write/common-documents.ts';
import { publishedCurrencies } from '../../money/published-currency.ts';
import { MemoryAssets } from './memory-assets.ts';
import { clock, recordedCatalogue, recordedDay, recordedDays, recordedFiles, recordedRejected } from './small-site.ts';

/** What a site is built from: by default, the recorded days, with official rates since 2024. */
export function siteInput(changes: Partial<OpenApiInput> = {}): OpenApiInput {
  const { snapshot = recordedDay } = changes;
  const currencies = publishedCurrencies(recordedCatalogue, snapshot).toSorted(byPublishedOrder);
  return { archive: recordedFiles, version: '1.2.3', snapshot, currencies, ...changes };
}

/** The documents of a site, except pairs' documents. */
export function documentsOf(changes?: Partial<OpenApiInput>): DocumentFile[] {
  const input = siteInput(changes);
  return [...commonDocuments(input, buildOpenApi(input))];
}

/** The recorded archive with all official rates since 1999. */
export function archiveSince1999(official = recordedOfficialRates()) {
  return archiveFiles(recordedDays, recordedRejected, official);
}

/** The documents of the default site. */
export const recordedDocuments: readonly DocumentFile[] = documentsOf();

/** The origin of requests to the Pages Function in tests. */
export const origin = 'https://ratesheet.example';

/** A new Pages Function with an empty cache, over files in memory. The files can be changed in `assets`. */
export function served(files: Iterable<DocumentFile> = recordedDocuments, { now = clock, revision = 'one' } = {}) {
  const assets = new MemoryAssets(files);
  const handle = createHandler(revision, now);
  const get = (path: string, init?: RequestInit) => handle(new Request(origin + path, init), { ASSETS: assets });
  const text = async (path: string) => (await get(path)).text();
  const json = async <T = unknown>(path: string) => (await (await get(path)).json()) as T;
  /** The status and the JSON of a response. */
  const answer = async (path: string, init?: RequestInit): Promise<[status: number, body: unknown]> => {
    const response = await get(path, init);
    return [response.status, await response.json()];
  };
  return { assets, get, text, json, answer };
}

/** An error in Ratesheet’s own format, outside of `/api/v1`, whose message contains a text. */
export function errorWith(text: string) {
  return { success: false, error: expect.stringContaining(text) as string };
}

/** As {@link errorWith}, for an error below `/api/v1`. */
export function codedErrorWith(text: string) {
  return { ...errorWith(text), code: expect.stringMatching(/^[a-z_]+$/) as string };
}
