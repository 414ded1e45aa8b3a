import { describe, expect, it } from 'vitest';
import { explainQuality } from '../../validation/snapshot/explain-quality.ts';
import type { Quality } from '../../validation/snapshot/quality.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import type { WitnessReport } from '../../validation/snapshot/witness-report.ts';
import { agreeing } from '../../testing/data/agreeing.ts';
import { recordedDay, recordedFiles } from '../../testing/sites/small-site.ts';
import { buildStatus, statusSchema } from './status.ts';

const held: Quality = {
  ...{ state: 'held', reason: 'off_parity', since: '2026-09-24', published: 7.8, published_as_of: '2026-09-26' },
  ...{ basis: 'official_parity', source_value: 7, agreeing_datasets: 3, needed_datasets: 30, bound: 1.02 },
  ...{ witnesses: ['a.example'], ends_by: '2026-10-23' },
};
const omitted: Quality = {
  ...{ state: 'omitted', reason: 'missing', since: '2026-09-24', published: null, published_as_of: null },
  ...{
    basis: null,
    source_value: null,
    agreeing_datasets: 0,
    needed_datasets: null,
    bound: null,
    witnesses: [],
    ends_by: null,
  },
};
const accepted: Quality = { ...held, state: 'accepted', reason: 'datasets_agreed', basis: null };
const frozen: Quality = { ...held, state: 'frozen', reason: 'unchanged', basis: null };

const witnesses: WitnessReport = {
  requested_at: '2026-09-26T06:17:00.000Z',
  requested: [
    { witness: 'a.example', outcome: 'compared', compared: 150, agreeing: agreeing(100, 120, 140, 149) },
    { witness: 'b.example', outcome: 'copy', compared: 0, agreeing: agreeing(0, 0, 0, 0) },
    { witness: 'c.example', outcome: 'other_base', compared: 0, agreeing: agreeing(0, 0, 0, 0) },
    { witness: 'd.example', outcome: 'scattered', compared: 0, agreeing: agreeing(0, 0, 0, 0) },
  ],
  unwitnessed: ['BTC'],
};

const snapshot: Snapshot = {
  ...recordedDay,
  rate_as_of: '2026-09-26',
  retrieved_at: '2026-09-26T06:17:00.000Z',
  rates: new Map(Object.entries({ USD: 1, EUR: 0.88, GBP: 0.75, HKD: 7.8, XOF: 577 })),
  quality: new Map(Object.entries({ GBP: accepted, HKD: held, SYP: omitted, XOF: frozen })),
  witnesses,
  disputed: [{ code: 'EUR', witness: 'a.example', ratio: 1.1, since: '2026-09-20', frozen: true }],
};

describe('buildStatus (builds the document /api/v1/status)', () => {
  const status = buildStatus(snapshot, recordedFiles);

  it('returns a document that matches its schema', () => {
    expect(statusSchema.parse(status)).toEqual(status);
  });

  it('counts the days since 2024-03-02 that aren’t archived, but not the gaps of the source', () => {
    // There are 942 days up to 2026-09-29, and two of them are gaps.
    expect([status.validated_by_days, status.missing_days]).toEqual([203, 942 - 203 - 2]);
  });

  it('counts a published currency as “ok” if no other state, such as “held”, applies to it', () => {
    expect(status.counts).toEqual({ ok: 2, held: 1, accepted: 1, frozen: 1, omitted: 1 });
  });

  it('returns the values that explain why a currency is held', () => {
    expect(status.currencies.find(({ code }) => code === 'HKD')).toEqual({
      ...{ code: 'HKD', state: 'held', reason: 'off_parity', since: '2026-09-24' },
      ...{ explanation: explainQuality('HKD', held, '2026-09-26'), published: 7.8, published_as_of: '2026-09-26' },
      ...{ basis: 'official_parity', source_value: 7, source_value_as_of: '2026-09-26', agreeing_datasets: 3 },
      ...{ needed_datasets: 30, bound: 1.02, witnesses: ['a.example'], ends_by: '2026-10-23' },
    });
  });

  it('returns null for each field of an omitted currency that has no value', () => {
    expect(status.currencies.find(({ code }) => code === 'SYP')).toEqual({
      ...{ code: 'SYP', state: 'omitted', reason: 'missing', since: '2026-09-24' },
      ...{
        explanation: explainQuality('SYP', omitted, '2026-09-26'),
        published: null,
        published_as_of: null,
        basis: null,
      },
      ...{
        source_value: null,
        source_value_as_of: '2026-09-26',
        agreeing_datasets: 0,
        needed_datasets: null,
        bound: null,
      },
      ...{ witnesses: [], ends_by: null },
    });
  });

  it('marks a witness’s different rate as “frozen” if the witness’s rate never changes', () => {
    expect(status.witnesses.disputed).toEqual([
      { code: 'EUR', witness: 'a.example', ratio: 1.1, since: '2026-09-20', frozen: true },
    ]);
  });
});
