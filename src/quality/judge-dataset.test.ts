import { expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { recordedDays } from '../testing/small-site.ts';
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
  const first = judgeDataset(later('2026-09-30'), { days: before, gaps: [] }, catalogue);
  expect([...first.judged.quality].map(([code, { state, reason }]) => [code, state, reason]).sort()).toEqual(
    codes.map((code) => [code, 'left_out', 'nothing_recent']).sort(),
  );
  const second = judgeDataset(later('2026-10-01'), first.archive, catalogue);
  expect(codes.filter((code) => !second.judged.rates.has(code))).toEqual([]);
});

it('after a year without a day a few currencies wait, and all others are published', () => {
  const old = recordedDays.days.filter(({ date }) => date < '2025-09-30');
  const { judged } = judgeDataset(later('2026-09-30'), { days: old, gaps: [] }, catalogue);
  const waiting = [...judged.quality].filter(([, { reason }]) => reason === 'nothing_recent').map(([code]) => code);
  expect(waiting).toEqual(expect.arrayContaining(['IRR', 'VES']));
  expect(waiting.length).toBeLessThan(10);
  expect(judged.rates.size).toBeGreaterThan(155);
});

it('does not look at what the archive has of later days', () => {
  const { archive, judged } = judgeDataset(days[1] ?? expect.fail(), { days, gaps: [] }, catalogue);
  expect(archive.days).toEqual(days.slice(0, 2));
  expect(judged).toEqual(
    judgeDataset(days[1] ?? expect.fail(), { days: days.slice(0, 1), gaps: [] }, catalogue).judged,
  );
});
