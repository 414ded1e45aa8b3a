import { expect, it } from 'vitest';
import { worldRegionOf } from './world-region.ts';

it.each([
  ['EU', 'Europe'],
  ['UA', 'Europe'],
  ['IS', 'Europe'],
  ['US', 'Americas'],
  ['CO', 'Americas'],
  ['GE', 'Asia'],
  ['ZA', 'Africa'],
  ['NZ', 'Oceania'],
])('worldRegionOf (the region of a bank’s country) > %s is in %s', (country, region) => {
  expect(new Intl.DisplayNames('en', { type: 'region' }).of(worldRegionOf(country))).toBe(region);
});
