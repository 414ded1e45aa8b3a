import type { IsoDate } from '../calendar.ts';
import { readFileSync } from 'node:fs';
import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import november from '../../testing/data/days/usd-2025-11-01.json' with { type: 'json' };
import december from '../../testing/data/days/usd-2025-12-07.json' with { type: 'json' };
import september from '../../testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { sourceKindsInWords } from './citation.ts';
import { factFiles } from './facts.schema.ts';
import { pegs, retiredCurrencies, retiredSources, type SeveralRates, severalRates, successorInWords } from './facts.ts';

describe('facts about currencies', () => {
  // The gate checks the same.
  it.each(Object.entries(factFiles))(
    'have the form that src/money/currencies/facts.schema.ts describes: %s',
    (name, schema) => {
      const { error } = schema.safeParse(JSON.parse(readFileSync(`src/money/currencies/data/${name}`, 'utf8')));
      expect(error?.issues).toBeUndefined();
    },
  );

  it('have sources for exactly the retired currencies', () => {
    expect([...retiredSources.keys()].sort()).toEqual([...retiredCurrencies.keys()].sort());
  });
});

const days = [november, december, september] as readonly { date: IsoDate; usd: Record<string, number> }[];

/** A recorded day's rate in units per 1 unit of another currency; `NaN` if the day lacks one of the two. */
const recordedRate = (one: string, other: string, usd: Readonly<Record<string, number>> = september.usd) =>
  (usd[one.toLowerCase()] ?? NaN) / (usd[other.toLowerCase()] ?? NaN);

// A peg that began after the recorded days can't be compared with them.
const recordedPegs = [...pegs.values()].flatMap(({ code, anchor, parity, band = 0, since }) => {
  const values = days
    .filter(({ date }) => date >= (since ?? ''))
    .map(({ usd }) => recordedRate(code, anchor, usd))
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  const median = values[Math.floor(values.length / 2)];
  return parity === null || median === undefined ? [] : [{ code, anchor, parity, band, median }];
});

// The median may differ by 2% and the band.
it.each(recordedPegs)(
  'parity of $parity $code per 1 $anchor > is near the dataset’s rate',
  ({ parity, band, median }) => {
    expect(Math.abs(median / parity - 1)).toBeLessThan(0.02 + band);
  },
);

describe('list of retired currencies', () => {
  const regions = Object.values<readonly Record<string, { _from?: string; _to?: string; _tender?: string }>[]>(
    currencyData.supplemental.currencyData.region,
  ).flat();
  const periodsOf = (wanted: string) => regions.flatMap((currencies) => currencies[wanted] ?? []);

  // CLDR doesn't know a retirement that is newer than its data.
  it.each([...retiredCurrencies.values()].filter(({ code }) => periodsOf(code).every(({ _to }) => _to !== undefined)))(
    'states that $code was replaced on $date, within a year of a date in Unicode CLDR',
    ({ code, successor, date }) => {
      const known = [...periodsOf(code).map(({ _to }) => _to), ...periodsOf(successor).map(({ _from }) => _from)];
      const near = known.filter((other) => Math.abs(Date.parse(other ?? '') - Date.parse(date)) < 366 * 86_400_000);
      expect(near).not.toEqual([]);
    },
  );

  // The dataset still has rates of most retired currencies. Some of them are outdated, but none by a factor of two.
  it.each(
    [...retiredCurrencies.values()].filter(
      ({ code, date }) => code.toLowerCase() in september.usd && date <= september.date,
    ),
  )('states that $amount $code became $becomes $successor, near the dataset’s rates', (entry) => {
    const share = recordedRate(entry.code, entry.successor) / (entry.amount / entry.becomes);
    expect(Math.abs(Math.log2(share))).toBeLessThan(1);
  });
});

it.each([
  [
    { code: 'HRK', successor: 'EUR', date: '2023-01-01' as const, amount: 7.5345, becomes: 1 },
    'HRK was replaced by EUR on 2023-01-01, 1 EUR = 7.5345 HRK',
  ],
  [
    { code: 'CUC', successor: 'CUP', date: '2021-01-01' as const, amount: 1, becomes: 24 },
    'CUC was replaced by CUP on 2021-01-01, 1 CUC = 24 CUP',
  ],
])('successorInWords > describes the replacement of $code as “%s”', (retiredCurrency, sentence) => {
  expect(successorInWords(retiredCurrency)).toBe(sentence);
});

describe('list of currencies with several exchange rates, such as official and parallel', () => {
  const all = [...severalRates.values()];

  it.each(all)('states rates of $code that are more than 10% apart', ({ rates }) => {
    const values = rates.map(({ per_usd }) => per_usd);
    expect(Math.max(...values) / Math.min(...values)).toBeGreaterThan(1.1);
  });

  /** The name of the rate nearest to a value. */
  const nearest = ({ rates }: SeveralRates, value: number) => {
    const distance = (perUsd: number) => Math.abs(Math.log(perUsd / value));
    return rates.reduce((best, rate) => (distance(rate.per_usd) < distance(best.per_usd) ? rate : best)).name;
  };

  // Compares only listed rates from within 60 days of a recorded dataset, because older rates have moved too far.
  const daysBetween = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;
  it.each(
    all.flatMap((entry) =>
      days
        .filter(({ date }) => daysBetween(date, entry.date) < 60)
        .map(({ date, usd }) => ({ entry, date, code: entry.code, value: recordedRate(entry.code, 'usd', usd) })),
    ),
  )(
    'states that the dataset of $date has the listed $code rate that is nearest to its value',
    ({ entry, date, value }) => {
      const stated = entry.in_dataset.findLast(({ from }) => from <= date)?.rate;
      if (stated !== null) expect(nearest(entry, value)).toBe(stated);
    },
  );
});

it('the guide on data quality lists each kind of source', () => {
  const guide = readFileSync('public/docs/data-quality.md', 'utf8');
  for (const kind of Object.keys(sourceKindsInWords)) expect(guide).toContain(`\n| \`${kind}\` |`);
});
