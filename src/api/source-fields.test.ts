import { expect, it } from 'vitest';
import { composedSource, defaultSource } from '../archive/source.ts';
import { banks } from '../sources/banks/banks.ts';
import { licensedSources, sourceFields } from './source-fields.ts';

const changes = [
  { first: '2026-10-02', ...composedSource },
  { first: '2026-10-17', ...defaultSource },
];
const attribution = `Sources: ${banks.map(({ source }) => source.attribution.replace('Source: ', '')).join('; ')}`;

it('sourceFields (names the sources of market rates) > has the attribution of all banks with composed rates', () => {
  expect(sourceFields(changes, '2026-10-16')).toEqual({ source: { ...composedSource, attribution } });
  expect(sourceFields(changes, '2026-10-17')).toEqual({ source: defaultSource });
  expect(sourceFields(changes, '2026-10-01', '2026-10-17')).toEqual({
    source: defaultSource,
    sources: [
      { first: '2026-10-01', ...defaultSource },
      { first: '2026-10-02', ...composedSource, attribution },
      { first: '2026-10-17', ...defaultSource },
    ],
  });
});

it('licensedSources (lists the sources of a site) > has the attribution of all banks if a day is composed', () => {
  expect(licensedSources(changes, '2026-10-01', '2026-10-16').slice(0, 2)).toEqual([
    { rates: 'Market rates since 2026-10-01', ...defaultSource },
    { rates: 'Market rates since 2026-10-02', ...composedSource, attribution },
  ]);
});
