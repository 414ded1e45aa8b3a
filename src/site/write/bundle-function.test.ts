import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { byPublishedOrder, catalogue } from '../../money/currencies/catalogue.ts';
import { documentsOf } from '../../testing/sites/served.ts';
import { recordedDay } from '../../testing/sites/small-site.ts';
import type { OpenApiInput } from '../../api/openapi/openapi.ts';
import { publishedCurrencies } from '../../money/published-currency.ts';
import { bundleFunction, withRevision } from './bundle-function.ts';
import { checksumOf } from '../checksums.ts';

const snapshot = recordedDay;
const currencies = publishedCurrencies(catalogue, snapshot).toSorted(byPublishedOrder);

/** The revision of a Function with this code, for a site with these changes. */
function revise(code: string, changes: Partial<OpenApiInput> = {}) {
  const files = documentsOf({ currencies, ...changes }).map(({ path, body }) => checksumOf(path, body));
  const { revision, rest } =
    /^const REVISION="(?<revision>[\w-]+)";(?<rest>.*)$/s.exec(withRevision(code, files))?.groups ?? {};
  expect(rest).toBe(code);
  return revision;
}

describe('revision (version hash) of the Pages Function', () => {
  const revision = revise('the code');

  it('stays the same if a later publish has the same dataset', () => {
    const checked = { ...snapshot, checked_at: '2026-09-30T07:00:00.000Z' as const };
    expect(revise('the code', { snapshot: checked })).toBe(revision);
  });

  it('changes if a rate, a name or the code changes', () => {
    const others = [
      revise('the code', { snapshot: { ...snapshot, rates: new Map([...snapshot.rates, ['EUR', 0.9]]) } }),
      revise('the code', { snapshot: { ...snapshot, rate_as_of: '2026-09-30' } }),
      revise('the code', { currencies: currencies.map((entry) => ({ ...entry, name: `${entry.name}!` })) }),
      revise('other code'),
    ];
    expect(new Set([revision, ...others]).size).toBe(5);
  });
});

it('the Pages Function > has less than the 1 MB, compressed, that the host allows', async () => {
  expect(gzipSync((await bundleFunction()).code).length).toBeLessThan(1_000_000);
});
