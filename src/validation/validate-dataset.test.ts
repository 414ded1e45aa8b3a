import { describe, expect, it } from 'vitest';
import type { Archive } from '../archive/archive.ts';
import type { Evidence } from '../archive/evidence.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { recordedDays } from '../testing/small-site.ts';
import { validateNewestDay } from './validate-archive.ts';
import { judgeDataset } from './judge-dataset.ts';

const days = recordedDays.days.slice(-5);
const today = days.at(-1) ?? expect.fail();
const later = (date: string) => ({ date, rates: today.rates });

it('a currency that the catalogue has got since waits for a second dataset, and keeps no other one back', () => {
  const codes = catalogue
    .filter(({ volatility }) => volatility === 'minor')
    .slice(-12)
    .map(({ code }) => code);
  const before = days.map(({ date, rates }) => ({
    date,
    rates: new Map([...rates].filter(([code]) => !codes.includes(code))),
  }));
  const first = judgeDataset(later('2026-09-30'), { days: before, gaps: [], evidence: [] }, catalogue);
  expect([...first.judged.quality].map(([code, { state, reason }]) => [code, state, reason]).sort()).toEqual(
    codes.map((code) => [code, 'left_out', 'nothing_recent']).sort(),
  );
  const second = judgeDataset(later('2026-10-01'), first.archive, catalogue);
  expect(codes.filter((code) => !second.judged.rates.has(code))).toEqual([]);
});

it('after a year without a day a few currencies wait, and all others are published', () => {
  const old = recordedDays.days.filter(({ date }) => date < '2025-09-30');
  const { judged } = judgeDataset(later('2026-09-30'), { days: old, gaps: [], evidence: [] }, catalogue);
  const waiting = [...judged.quality].filter(([, { reason }]) => reason === 'nothing_recent').map(([code]) => code);
  expect(waiting).toEqual(expect.arrayContaining(['IRR', 'VES']));
  expect(waiting.length).toBeLessThan(10);
  expect(judged.rates.size).toBeGreaterThan(155);
});

it('does not look at what the archive has of later days', () => {
  const { archive, judged } = judgeDataset(days[1] ?? expect.fail(), { days, gaps: [], evidence: [] }, catalogue);
  expect(archive.days).toEqual(days.slice(0, 2));
  expect(judged).toEqual(
    judgeDataset(days[1] ?? expect.fail(), { days: days.slice(0, 1), gaps: [], evidence: [] }, catalogue).judged,
  );
});

describe('what witnesses say of a dataset', () => {
  const archive: Archive = { days, gaps: [], evidence: [] };
  const dataset = later('2026-09-30');
  const fiat = catalogue.filter(({ type, code }) => type === 'fiat' && code !== 'USD').map(({ code }) => code);
  const word = (code: string, ratio: number, date = dataset.date): Evidence => ({
    date,
    code,
    witness: 'a.example',
    ratio,
    asOf: date,
  });
  const changed = (factors: Readonly<Record<string, number>>) => ({
    date: dataset.date,
    rates: new Map([...dataset.rates].map(([code, rate]) => [code, rate * (factors[code] ?? 1)])),
  });

  it('is kept where it matters, with the day', () => {
    const said = fiat.map((code) => word(code, code === 'THB' ? 0.9 : 1));
    const known = judgeDataset(dataset, archive, catalogue, said);
    expect(known.isHeard).toBe(true);
    // The first word of all.
    expect(known.archive.evidence).toHaveLength(fiat.length);
    expect(known.judged.disputes).toEqual([{ code: 'THB', witness: 'a.example', ratio: 0.9, since: '2026-09-30' }]);
    const next = { ...dataset, date: '2026-10-01' };
    const again = judgeDataset(
      next,
      known.archive,
      catalogue,
      said.map(({ code, ratio }) => word(code, ratio, next.date)),
    );
    expect(again.archive.evidence).toEqual([...known.archive.evidence, word('THB', 0.9, next.date)]);
    expect(validateNewestDay(again.archive, catalogue)).toEqual(again.judged);
  });

  it('keeps none back: where too little were left of it, nobody is listened to', () => {
    // The witness is six times away from 40 currencies, and keeps saying so.
    const far = fiat.slice(30, 70);
    const said = (date: string) => fiat.map((code) => word(code, far.includes(code) ? 6 : 1, date));
    const plain = judgeDataset(dataset, archive, catalogue);
    let grown = archive;
    for (const date of ['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-03']) {
      const { archive: next, judged, isHeard } = judgeDataset({ ...dataset, date }, grown, catalogue, said(date));
      expect(isHeard).toBe(date < '2026-10-02');
      expect(judged.rates).toEqual(plain.judged.rates);
      expect(next.evidence.filter((each) => each.date === date).length > 0).toBe(isHeard);
      expect(validateNewestDay(next, catalogue)).toEqual(judged);
      grown = next;
    }
  });

  it('counts for another edition of its day as well, as far as a witness is silent then', () => {
    const jump = changed({ THB: 2 });
    const confirmed = judgeDataset(jump, archive, catalogue, [word('THB', 1)]);
    expect(confirmed.judged.quality.get('THB')).toMatchObject({ state: 'accepted', reason: 'confirmed' });
    const edition = changed({ THB: 2.02, EUR: 1.0001 });
    const again = judgeDataset(edition, confirmed.archive, catalogue);
    expect(again.judged.quality.get('THB')).toMatchObject({ state: 'accepted', reason: 'confirmed' });
    expect(again.archive.evidence).toEqual([word('THB', 0.990099)]);
    const other = judgeDataset(edition, confirmed.archive, catalogue, [word('THB', 1 / 2.02)]);
    expect(other.judged.quality.get('THB')).toMatchObject({ state: 'held', reason: 'contradicted' });
    expect(other.archive.evidence).toEqual([word('THB', 1 / 2.02)]);
  });
});
