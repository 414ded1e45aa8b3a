import { expect, it } from 'vitest';
import { buildPublishEntry } from '../api/documents/publish-entry.ts';
import type { Quality } from '../validation/snapshot/quality.ts';
import type { Snapshot } from '../validation/snapshot/snapshot.ts';
import { defaultProvider } from '../sources/provider.ts';
import { recordedDay, recordedFiles } from '../testing/sites/small-site.ts';
import { documentsOf, served } from '../testing/sites/served.ts';

const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC-BY-4.0' };
const { rate_as_of } = recordedDay;
const held = '2026-09-26';
const gbp: Quality = {
  ...{ state: 'held', reason: 'missing', since: rate_as_of, published: 0.7, published_as_of: held, source_value: null },
  ...{
    basis: 'last_good_rate',
    agreeing_datasets: 0,
    needed_datasets: 1,
    bound: null,
    witnesses: [],
    ends_by: '2026-10-27',
  },
};
/** The bank is the source from the newest day on. GBP is held, so its rate is still from the default source. */
const snapshot: Snapshot = {
  ...recordedDay,
  providers: [{ first: rate_as_of, ...bank }],
  quality: new Map([['GBP', gbp]]),
};
const both = [
  { first: held, ...defaultProvider },
  { first: rate_as_of, ...bank },
];
const ofArchive = [{ first: recordedFiles.first, ...defaultProvider }, ...snapshot.providers];
const { assets, json } = served(documentsOf({ snapshot, archive: { ...recordedFiles, providers: ofArchive } }));

it.each<[path: string, source: object, sources?: object[]]>([
  ['/api/v1/rates/eur', bank, both],
  [`/api/v1/rates/${rate_as_of}`, bank, both],
  ['/api/v1/rates/eur?symbols=JPY', bank],
  ['/api/v1/convert?from=GBP&to=EUR', bank, both],
  ['/api/v1/convert?from=USD&to=EUR', bank],
  ['/api/v1/convert?from=USD&to=EUR&date=2026-09-03', defaultProvider],
  ['/api/v1/rates/2026-09-03', defaultProvider],
  [
    '/api/v1/history?from=USD&to=EUR&start=2026-09-20&end=2026-09-29',
    bank,
    [{ ...defaultProvider, first: '2026-09-20' }, both[1] ?? {}],
  ],
  ['/api/v1/history?from=USD&to=EUR&start=2026-09-20&end=2026-09-28', defaultProvider],
])(
  'site whose rates are from a new source since 2026-09-29, except the held rate of GBP > names the sources of the rates in the response to %s',
  async (path, source, sources) => {
    const document = await json<{ sources?: object }>(path);
    expect(document).toMatchObject({ success: true, source });
    expect(document.sources).toEqual(sources);
  },
);

it('site whose rates are from a new source since 2026-09-29, except the held rate of GBP > names the same sources in files and in the Pages Function’s responses', async () => {
  const fileOf = (path: string): unknown => JSON.parse(assets.files.get(path) ?? '');
  expect(await json('/api/v1/rates/eur')).toEqual(fileOf('api/v1/rates/eur.json'));
  expect(await json('/api/v1/rates/2026-09-03')).toEqual(fileOf('api/v1/rates/2026-09-03.json'));
  expect(fileOf('api/v1/rates.json')).toMatchObject({ source: bank, sources: both });
  expect(fileOf('api/v1/archive.json')).toMatchObject({ sources: ofArchive });
  expect(fileOf('api/v1/openapi.json')).toMatchObject({
    info: { description: expect.stringContaining(`Market rates since ${rate_as_of}: \`CC-BY-4.0\``) as string },
  });
  expect(fileOf('v6/latest/USD')).toMatchObject({ provider: bank.url, terms: bank.url });
  expect(await json('/oxr/latest.json')).toMatchObject({ license: bank.url });
  expect(await json('/oxr/historical/2026-09-03.json')).toMatchObject({
    license: expect.stringContaining('publicdomain') as string,
  });
});

it('publish log > names the source only if it isn’t the default source', () => {
  const input = { source: undefined, version: '1.2.3', commit: undefined, url: undefined, fileLimit: Infinity };
  expect(buildPublishEntry({ snapshot, ...input }).source).toMatchObject({ name: 'Bank' });
  expect(buildPublishEntry({ snapshot: recordedDay, ...input }).source).not.toHaveProperty('name');
});
