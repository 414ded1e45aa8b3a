import { expect, it } from 'vitest';
import { composedProvider, defaultProvider } from '../sources/provider.ts';
import { banks } from '../sources/banks.ts';
import { licensedSources, sourceFields } from './source-fields.ts';

const changes = [
  { first: '2026-10-02' as const, ...composedProvider },
  { first: '2026-10-17' as const, ...defaultProvider },
];
const attribution = `Sources: ${banks.map(({ source }) => source.attribution.replace('Source: ', '')).join('; ')}`;

it('sourceFields (names the sources of market rates) > has the attribution of all banks with composed rates', () => {
  expect(sourceFields(changes, '2026-10-16')).toEqual({ source: { ...composedProvider, attribution } });
  expect(sourceFields(changes, '2026-10-17')).toEqual({ source: defaultProvider });
  expect(sourceFields(changes, '2026-10-01', '2026-10-17')).toEqual({
    source: defaultProvider,
    sources: [
      { first: '2026-10-01', ...defaultProvider },
      { first: '2026-10-02', ...composedProvider, attribution },
      { first: '2026-10-17', ...defaultProvider },
    ],
  });
});

it('licensedSources (lists the sources of a site) > has the attribution of all banks if a day is composed', () => {
  expect(licensedSources(changes, '2026-10-01', '2026-10-16', [])).toEqual([
    { rates: 'Market rates since 2026-10-01', ...defaultProvider },
    { rates: 'Market rates since 2026-10-02', ...composedProvider, attribution },
  ]);
});
