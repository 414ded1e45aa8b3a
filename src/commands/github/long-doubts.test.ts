import { describe, expect, it } from 'vitest';
import { catalogue } from '../../currencies/catalogue.ts';
import { heldHkd as hkd } from '../../testing/data/long-doubt.ts';
import { longDoubts, parseLongDoubts } from './long-doubts.ts';
import type { Quality } from '../../validation/snapshot/quality.ts';

const held: Quality = { ...hkd, witnesses: ['api.frankfurter.dev'] };

const reported = (asOf: string, quality: Record<string, Quality>) =>
  longDoubts(catalogue, { asOf, quality: new Map(Object.entries(quality)) });

describe('longDoubts (currencies that have been held for over a week or are omitted)', () => {
  it('returns a held currency after eight days, but not after seven days', () => {
    expect(reported('2026-09-28', { HKD: held })).toEqual([]);
    expect(reported('2026-09-29', { HKD: held })).toEqual([hkd]);
  });

  it('returns a currency on the first day on which it is omitted', () => {
    const omitted: Quality = { ...held, state: 'omitted', since: '2026-09-29', published: null, publishedAsOf: null };
    expect(reported('2026-09-29', { HKD: omitted })).toMatchObject([{ code: 'HKD', state: 'omitted' }]);
  });

  it('returns no currency with the state “accepted” (enough datasets agree) or “frozen” (same rate for days)', () => {
    expect(reported('2026-09-29', { HKD: { ...held, state: 'accepted' }, EUR: { ...held, state: 'frozen' } })).toEqual(
      [],
    );
  });

  it('returns at most 60 currencies, the most traded, if all currencies are held', () => {
    const all = Object.fromEntries(catalogue.map(({ code }) => [code, held]));
    const codes = reported('2026-09-29', all).map(({ code }) => code);
    expect(codes).toEqual(catalogue.slice(0, 60).map(({ code }) => code));
  });
});

describe('parseLongDoubts (parses the list of long-held or omitted currencies)', () => {
  it('returns a list that was written as JSON', () => {
    const omitted = { ...hkd, state: 'omitted', published: null, publishedAsOf: null, basis: null, endsBy: null };
    for (const list of [[], [hkd, omitted]]) expect(parseLongDoubts(JSON.stringify(list))).toEqual(list);
  });

  it('reads JSON without white space, because the list is the output of a GitHub Actions job', () => {
    expect(JSON.stringify([hkd])).toMatch(/^\S+$/);
  });

  it.each<[string, unknown]>([
    ['text that is not JSON', 'live=https://evil.example'],
    ['a value that is not a list', hkd],
    ['an entry that is null', [null]],
    ['a code with Markdown', [{ ...hkd, code: '[x](y)' }]],
    ['a code with a line break', [{ ...hkd, code: 'HKD\n' }]],
    ['a state other than held or omitted', [{ ...hkd, state: 'accepted' }]],
    ['an unknown value of “reason”', [{ ...hkd, reason: 'toString' }]],
    ['a list as the value of “reason”', [{ ...hkd, reason: ['off_parity'] }]],
    ['a date that does not exist', [{ ...hkd, since: '2026-02-30' }]],
    ['a date followed by text', [{ ...hkd, since: '2026-09-21 @me' }]],
    ['a rate that is text', [{ ...hkd, published: '7.8' }]],
    ['a rate of zero', [{ ...hkd, sourceValue: 0 }]],
    ['an unknown value of “basis”', [{ ...hkd, basis: 'x' }]],
    ['an unknown field', [{ ...hkd, note: '@me' }]],
    ['a missing field', [{ ...hkd, bound: undefined }]],
  ])('rejects %s', (_, value) => {
    expect(parseLongDoubts(typeof value === 'string' ? value : JSON.stringify(value))).toBeUndefined();
  });
});
