import { expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../currencies/catalogue.ts';
import { buildReceipt } from '../api/documents/receipt.ts';
import { publishedCurrencies } from '../rates/published-currency.ts';
import type { Quality } from '../validation/snapshot/quality.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { defaultSource } from '../archive/source.ts';
import { commonDocuments } from '../site/write/common-documents.ts';
import { MemoryAssets } from '../testing/sites/memory-assets.ts';
import { clock, recordedDay, recordedFiles } from '../testing/sites/small-site.ts';
import { createHandler } from './handler.ts';

const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC-BY-4.0' };
const { asOf } = recordedDay;
const held = '2026-09-26';
/** The bank is the source from the newest day on. GBP is held, so its rate is still from the default source. */
const snapshot: Snapshot = {
  ...recordedDay,
  sources: [{ first: asOf, ...bank }],
  quality: new Map<string, Quality>([
    [
      'GBP',
      {
        ...{ state: 'held', reason: 'missing', since: asOf, published: 0.7, publishedAsOf: held, sourceValue: null },
        ...{ basis: 'earlier_dataset', agreeing: 0, needed: 1, bound: null, witnesses: [], endsBy: '2026-10-27' },
      },
    ],
  ]),
};
const both = [
  { first: held, ...defaultSource },
  { first: asOf, ...bank },
];
const currencies = publishedCurrencies(catalogue, snapshot).toSorted(byPublishedOrder);
const ofArchive = [{ first: recordedFiles.first, ...defaultSource }, ...snapshot.sources];
const assets = new MemoryAssets(
  commonDocuments({ version: '1.2.3', snapshot, archive: { ...recordedFiles, sources: ofArchive }, currencies }),
);
const handle = createHandler('rev', clock);
const ask = async (path: string) => {
  const response = await handle(new Request(`https://rates.example${path}`), { ASSETS: assets });
  return (await response.json()) as Record<string, unknown>;
};

it.each<[string, string, object, object[] | undefined]>([
  ['the old and the new source', '/api/v1/rates/eur', bank, both],
  ['the old and the new source', `/api/v1/rates/${asOf}`, bank, both],
  ['only the new source', '/api/v1/rates/eur?symbols=JPY', bank, undefined],
  ['the old and the new source', '/api/v1/convert?from=GBP&to=EUR', bank, both],
  ['only the new source', '/api/v1/convert?from=USD&to=EUR', bank, undefined],
  ['only the old source', '/api/v1/convert?from=USD&to=EUR&date=2026-09-03', defaultSource, undefined],
  ['only the old source', '/api/v1/rates/2026-09-03', defaultSource, undefined],
  [
    'the old and the new source',
    '/api/v1/history?from=USD&to=EUR&start=2026-09-20&end=2026-09-29',
    bank,
    [
      { first: '2026-09-20', ...defaultSource },
      { first: asOf, ...bank },
    ],
  ],
  ['only the old source', '/api/v1/history?from=USD&to=EUR&start=2026-09-20&end=2026-09-28', defaultSource, undefined],
])(
  'site whose rates are from a new source since 2026-09-29, except the held rate of GBP > names %s in the response to %s',
  async (_, path, source, sources) => {
    const document = await ask(path);
    expect(document).toMatchObject({ success: true, source });
    expect(document['sources']).toEqual(sources);
  },
);

it('site whose rates are from a new source since 2026-09-29, except the held rate of GBP > names the same sources in files and in the Pages Function’s responses', async () => {
  const fileOf = (path: string): unknown => JSON.parse(assets.files.get(path) ?? '');
  expect(await ask('/api/v1/rates/eur')).toEqual(fileOf('api/v1/rates/eur.json'));
  expect(await ask('/api/v1/rates/2026-09-03')).toEqual(fileOf('api/v1/rates/2026-09-03.json'));
  expect(fileOf('api/v1/rates.json')).toMatchObject({ source: bank, sources: both });
  expect(fileOf('api/v1/archive.json')).toMatchObject({ sources: ofArchive });
  expect(fileOf('api/v1/openapi.json')).toMatchObject({ info: { license: { identifier: 'MIT AND CC-BY-4.0' } } });
  expect(fileOf('v6/latest/USD')).toMatchObject({ provider: bank.url, terms: bank.url });
  expect(await ask('/oxr/latest.json')).toMatchObject({ license: bank.url });
  expect(await ask('/oxr/historical/2026-09-03.json')).toMatchObject({
    license: expect.stringContaining('publicdomain') as string,
  });
});

it('publish log > names the source only if it isn’t the default source', () => {
  const input = { source: undefined, version: '1.2.3', commit: undefined, url: undefined, fileLimit: Infinity };
  expect(buildReceipt({ snapshot, ...input }).source).toMatchObject({ name: 'Bank' });
  expect(buildReceipt({ snapshot: recordedDay, ...input }).source).not.toHaveProperty('name');
});
