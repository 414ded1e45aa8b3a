import { describe, expect, it } from 'vitest';
import november from '../testing/data/days/usd-2025-11-01.json' with { type: 'json' };
import december from '../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import { type SeveralRates, severalRates } from './facts.ts';

const all = [...severalRates.values()];
const current = new Set(catalogue.map(({ code }) => code));
const recorded = [
  { date: '2025-11-01', usd: november.usd as Record<string, number> },
  { date: '2025-12-07', usd: december.usd as Record<string, number> },
];
const daysBetween = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/** The name of the rate nearest to a value. */
const nearest = ({ rates }: SeveralRates, value: number) => {
  const distance = (perUsd: number) => Math.abs(Math.log(perUsd / value));
  return rates.reduce((best, rate) => (distance(rate.perUsd) < distance(best.perUsd) ? rate : best)).name;
};

describe('list of currencies with several exchange rates, such as official and parallel', () => {
  it('contains only currencies of the catalogue', () => {
    expect(all.map(({ code }) => code)).toEqual([...new Set(all.map(({ code }) => code))].sort());
    expect(all.filter(({ code }) => !current.has(code))).toEqual([]);
  });

  it.each(all)('states at least two rates of $code that are more than 10% apart', (entry) => {
    const values = entry.rates.map(({ perUsd }) => perUsd);
    expect(Math.max(...values) / Math.min(...values)).toBeGreaterThan(1.1);
    expect(entry.date).toMatch(/^\d{4}-\d\d(-\d\d)?$/);
    expect(entry.source).toMatch(/^https:/);
  });

  it.each(all)('states which rate of $code the source’s datasets use, and from which date', ({ rates, given }) => {
    const names = [...rates.map(({ name }) => name), null];
    expect(new Set(names).size).toBe(names.length);
    expect(given.filter(({ rate }) => !names.includes(rate))).toEqual([]);
    expect(given[0]?.from).toBe('2024-03-02');
    expect(given.map(({ from }) => from)).toEqual(given.map(({ from }) => from).sort());
  });

  // Compares only listed rates from within 60 days of a recorded dataset, because older rates have moved too far.
  const comparable = all.flatMap((entry) =>
    recorded
      .filter(({ date }) => daysBetween(date, entry.date) < 60)
      .map(({ date, usd }) => ({ entry, date, code: entry.code, value: usd[entry.code.toLowerCase()] ?? NaN })),
  );

  it('has at least five currencies with rates from within 60 days of a recorded dataset', () => {
    expect(new Set(comparable.map(({ code }) => code)).size).toBeGreaterThan(4);
  });

  it.each(comparable)(
    'states that the dataset of $date has the listed $code rate that is nearest to its value',
    (of) => {
      const said = of.entry.given.findLast(({ from }) => from <= of.date);
      expect(nearest(of.entry, of.value)).toBe(said?.rate);
    },
  );
});
