import { describe, expect, it } from 'vitest';
import type { OfficialDoubt } from '../../archive/official-doubts.ts';
import { undoubted } from '../../archive/official-rates.ts';
import { composedSource, defaultSource } from '../../archive/source.ts';
import { catalogue } from '../../currencies/catalogue.ts';
import { ecb } from '../../sources/banks/ecb.ts';
import { heldHkd as hkd } from '../../testing/data/held-hkd.ts';
import type { Quality } from '../../validation/snapshot/quality.ts';
import {
  composedConcern,
  currenciesInDoubt,
  officialConcern,
  type OfficialConcern,
  staleRates,
} from './publish-concerns.ts';

describe('currenciesInDoubt (currencies that have been held for over a week or are omitted)', () => {
  const held: Quality = { ...hkd, witnesses: ['api.frankfurter.dev'] };
  const reported = (asOf: string, quality: Record<string, Quality>) =>
    currenciesInDoubt({ asOf, quality: new Map(Object.entries(quality)) });

  it('returns a held currency after eight days, but not after seven days', () => {
    expect(reported('2026-09-28', { HKD: held })).toBeNull();
    expect(reported('2026-09-29', { HKD: held })).toEqual([hkd]);
  });

  it('returns a currency on the first day on which it is omitted', () => {
    const omitted: Quality = { ...held, state: 'omitted', since: '2026-09-29', published: null, publishedAsOf: null };
    expect(reported('2026-09-29', { HKD: omitted })).toMatchObject([{ code: 'HKD', state: 'omitted' }]);
  });

  it('returns no currency with the state “accepted” (enough datasets agree) or “frozen” (same rate for days)', () => {
    const quality: Record<string, Quality> = { HKD: { ...held, state: 'accepted' }, EUR: { ...held, state: 'frozen' } };
    expect(reported('2026-09-29', quality)).toBeNull();
  });

  it('returns at most 60 currencies, the most traded, if all currencies are held', () => {
    const all = Object.fromEntries(catalogue.map(({ code }) => [code, held]));
    const codes = reported('2026-09-29', all)?.map(({ code }) => code);
    expect(codes).toEqual(catalogue.slice(0, 60).map(({ code }) => code));
  });
});

describe('staleRates (rates that have been stale for a day)', () => {
  const mirrors = [{ mirror: 'https://one.example/usd.json', outcome: 'current', date: '2026-09-27' }] as const;
  const snapshot = { staleSince: '2026-09-30T00:23:00.000Z', asOf: '2026-09-27', mirrors };

  it.each([
    ['null if the rates have been stale for less than a day', '2026-10-01T00:22:59.999Z', null],
    [
      'since when the rates are stale, and what each mirror returned, if the rates have been stale for a day',
      '2026-10-01T00:23:00.000Z',
      { since: snapshot.staleSince, asOf: '2026-09-27', mirrors },
    ],
  ])('returns %s', (_, checkedAt, expected) => {
    expect(staleRates({ ...snapshot, checkedAt })).toEqual(expected);
    expect(staleRates({ ...snapshot, checkedAt, staleSince: null })).toBeNull();
  });
});

describe('composedConcern (returns since when rates are composed, or null)', () => {
  const mirrors = [{ mirror: 'https://one.example/usd.json', outcome: 'older', date: '2026-09-24' }] as const;
  const missing: Quality = { ...hkd, reason: 'missing', sourceValue: null, witnesses: [] };
  const quality = new Map<string, Quality>([
    ['CNH', missing],
    ['HKD', { ...hkd, witnesses: [] }],
  ]);
  const composed = { first: '2026-09-28', ...composedSource };

  it('returns the first composed day, the newest, and what is missing', () => {
    const snapshot = { asOf: '2026-09-30', quality, mirrors, sources: [composed] };
    const expected = { since: '2026-09-28', asOf: '2026-09-30', missing: ['CNH'], mirrors };
    expect(composedConcern(snapshot)).toEqual(expected);
  });

  it('returns null after the dataset is back', () => {
    const sources = [composed, { first: '2026-09-30', ...defaultSource }];
    expect(composedConcern({ asOf: '2026-09-30', quality, mirrors, sources })).toBeNull();
  });
});

describe('officialConcern (returns what a person should know about official rates, or null)', () => {
  const spike: OfficialDoubt = {
    date: '2026-04-14',
    reason: 'implausible',
    code: 'USD',
    value: 1000000000,
    since: '2026-04-14',
  };
  const refusal: OfficialDoubt = { ...spike, date: '2001-01-02', reason: 'too_many_changes', value: 1.5 };
  const old = { table: 'ecb', asOf: '2026-04-13', oldSince: '2026-04-14T16:00:00.000Z', doubts: [] };
  const rates = undoubted([{ date: '2026-04-13', rates: new Map() }]);
  const problem = { problem: 'responded with status 404', since: old.oldSince };
  it.each<[string, Partial<typeof rates>, string, OfficialConcern | null]>([
    ['null if the newest rates are five business days old', { problem }, '2026-04-20T23:00:00.000Z', null],
    [
      'the newest rates’ date if the newest rates are more than five business days old',
      { problem },
      '2026-04-21T00:00:00.000Z',
      old,
    ],
    [
      'null even if the newest rates are a month old, because the last download had no problem',
      {},
      '2026-05-20T00:00:00.000Z',
      null,
    ],
    ['null if a day has been in doubt for three days', { doubts: [spike] }, '2026-04-17T23:00:00.000Z', null],
    [
      'the day that has been in doubt for more than three days',
      { doubts: [spike] },
      '2026-04-18T00:00:00.000Z',
      { table: 'ecb', asOf: '2026-04-13', oldSince: null, doubts: [spike] },
    ],
    [
      'the doubt about a refused file at once',
      { doubts: [refusal, spike] },
      '2026-04-14T16:00:00.000Z',
      { table: 'ecb', asOf: '2026-04-13', oldSince: null, doubts: [refusal] },
    ],
  ])('returns %s', (_, changes, now, expected) => {
    expect(officialConcern(ecb.tables[0], { ...rates, ...changes }, now)).toEqual(expected);
  });
});
