import { describe, expect, it } from 'vitest';
import { catalogue } from '../money/currencies/catalogue.ts';
import type { Dataset } from '../download/dataset.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../money/calendar.ts';
import { recordedDays } from '../testing/sites/small-site.ts';
import { EVENT_DAY, outcomeOf, play, type Script, type WitnessSet } from '../testing/data/scripted-months.ts';
import { validateDataset, ImplausibleDatasetError } from './validate-dataset.ts';
import { compare } from './compare-witnesses.ts';

const isFrom = (day: number, first: number, count = Infinity) => day >= first && day < first + count;
/** A script in which the right rate moves to a new level. */
const moved = (factor: number): Script => ({ truth: (day) => (isFrom(day, EVENT_DAY) ? factor : 1) });
/** A script in which the source has a wrong level for some days; null if the source has no value. */
const wrong = (factor: number | null, days: number): Script => ({
  truth: () => 1,
  source: (day) => (isFrom(day, EVENT_DAY, days) ? factor : 1),
});

const flapping = (one: number, other: number): Script => ({
  truth: () => 1,
  source: (day) => (isFrom(day, EVENT_DAY, 60) ? (day % 2 === 0 ? one : other) : 1),
});

/** The results, as from `outcomeOf`: without a witness, and with useful or frozen witnesses if they differ. */
type Case = readonly [event: string, code: string, script: Script, none: string, good?: string, frozen?: string];

const cases: readonly Case[] = [
  ['the market’s $ rate falls by 10%', 'HKD', moved(0.9), '29 29 28 0'],
  ['the source lacks $ for 1 day', 'AED', wrong(null, 1), '0 1 0 0'],
  ['the source lacks $ for 1 day', 'THB', wrong(null, 1), '0 1 0 0'],
  ['the source lacks $ for 3 days', 'KZT', wrong(null, 3), '0 3 2 0'],
  ['the source lacks $ for 40 days', 'GEL', wrong(null, 40), '0 40 39 0'],
  ['the source’s $ rate is 10% too high for 1 day', 'PEN', wrong(1.1, 1), '0 1 0 0'],
  ['the source’s $ rate is 10 times too high for 1 day', 'COP', wrong(10, 1), '0 1 0 0'],
  ['the source’s $ rate is 13 times too high for 3 days', 'BTC', wrong(13, 3), '0 3 2 0'],
  ['the source’s $ rate is 13 times too high for 12 days', 'ETH', wrong(13, 12), '12 18 20 0', '3 9 8 0'],
  ['the source’s $ rate is 10 times too high for 64 days', 'UYU', wrong(10, 64), '64 18 72 64', '55 9 8 64'],
  ['the market’s $ rate jumps up by 6%', 'NOK', moved(1.06), '1 1 0 0', '0 0 - 0', '5 5 4 0'],
  ['the market’s $ rate jumps up by 30%', 'EGP', moved(1.3), '2 2 1 0', '0 0 - 0', '5 5 4 0'],
  ['the market’s $ rate jumps up by 60%', 'PKR', moved(1.6), '2 2 1 0', '0 0 - 0', '5 5 4 0'],
  ['the market’s $ rate jumps to 24 times its previous value', 'NGN', moved(24), '9 9 8 0', '0 0 - 0'],
  ['the source’s $ rate alternates between right and 3 times too high', 'AMD', flapping(1, 3), '0 30 59 0'],
  ['the source’s $ rate alternates between 3 and 9 times too high', 'KES', flapping(3, 9), '0 60 59 0'],
];

/** For example, `if the source lacks AED for 1 day, publishes no AED rate that is off by over 5%`. */
function titleOf(event: string, code: string, outcome: string): string {
  const [wrong = NaN, held = NaN] = outcome.split(' ').map(Number);
  const condition = `if ${event.replace('$', code)}`;
  if (held === 0) return `${condition}, publishes the source’s ${code} rate on every day`;
  if (wrong === 0) return `${condition}, publishes no ${code} rate that is off by over 5%`;
  return `${condition}, publishes ${code} rates that are off by over 5% on ${wrong} day${wrong === 1 ? '' : 's'}, then right rates again`;
}

describe.each<[string, WitnessSet]>([
  ['no witness', 'none'],
  ['a witness that has the right rates', 'good'],
  ['a witness whose rates never change', 'frozen'],
  ['a witness that copies the dataset', 'copy'],
  ['a witness whose rates are 1000 times too high', 'another unit'],
  ['two witnesses that disagree', 'two that disagree'],
])('150 simulated days with %s', (_, witnesses) => {
  const scripts = Object.fromEntries(cases.map(([, code, script]) => [code, script]));
  const replayed = play(scripts, { days: 150, from: '2026-03-02', witnesses });

  const expectations = cases.map(([event, code, script, none, good = none, frozen = none]) => {
    const isGood = witnesses === 'good' || witnesses === 'two that disagree';
    const expected = isGood ? good : witnesses === 'frozen' ? frozen : none;
    return [titleOf(event, code, expected), code, script, expected] as const;
  });
  it.each(expectations)('%s', (_, code, script, expected) => {
    expect(outcomeOf(replayed, code, script)).toBe(expected);
  });
});

describe('simulation of daily publishes', () => {
  it.each([5, 17, 59, 90])(
    'never publishes SYP in old pounds again if the source switches back to old pounds after %d days of new pounds',
    (days) => {
      const script: Script = {
        truth: (day) => (isFrom(day, EVENT_DAY) ? 1 : 100),
        source: (day) => (!isFrom(day, EVENT_DAY) || isFrom(day, EVENT_DAY + days, 70) ? 100 : 1),
      };
      for (const witnesses of ['none', 'good', 'frozen', 'copy', 'another unit', 'two that disagree'] as const) {
        // The event is on 2026-01-01, when SYP was redenominated.
        const replayed = play({ SYP: script }, { days: 220, from: '2025-11-22', witnesses });
        expect(outcomeOf(replayed, 'SYP', script)).toBe(`0 70 ${days + 69} 0`);
      }
    },
  );

  it('publishes a rate that stays the same for 30 days, and marks it as frozen', () => {
    const still: Script = { truth: (day) => 1 + (isFrom(day, EVENT_DAY, 30) ? 0 : 0.001 * Math.sin(day)) };
    // Cancels the small daily move that `play` adds to TOP.
    const undone = (day: number) => (isFrom(day, EVENT_DAY, 30) ? 1 / (1 + 0.0005 * Math.sin(day * 1.79)) : 1);
    const frozen: Script = { ...still, source: (day) => still.truth(day) * undone(day) };
    for (const witnesses of ['none', 'good', 'frozen', 'copy'] as const) {
      const replayed = play({ TOP: frozen }, { days: 100, from: '2026-03-02', witnesses });
      const marked = replayed.days.map(({ published }) => published.quality.get('TOP')?.state ?? 'ok');
      expect(outcomeOf(replayed, 'TOP', frozen)).toBe('0 0 - 0');
      expect(marked.filter((state) => state === 'frozen')).toHaveLength(24);
      // The event is on a Saturday, so the fifth business day is the next Friday.
      expect(marked.indexOf('frozen')).toBe(EVENT_DAY + 6);
    }
  });
});

describe('dataset whose rates are wrong by a common factor', () => {
  const before = recordedDays.days.slice(-5);
  const newest = before.at(-1) ?? expect.fail();
  const pegged = new Set(catalogue.filter(({ peg }) => peg !== null).map(({ code }) => code));

  /** Counts how many of 10 datasets are published. On each day, `factorOn` returns how far the rates are off. */
  function published(factorOn: (day: number) => number, { pegs = true, witnesses = 0 } = {}): number {
    let archive = { days: before, gaps: [] as IsoDate[], comparisons: [] };
    let count = 0;
    for (let day = 1; day <= 10; day++) {
      const isOff = (code: string) => code !== 'USD' && (pegs || !pegged.has(code));
      const rates = [...newest.rates].map(([code, rate]) => [code, isOff(code) ? rate * factorOn(day) : rate] as const);
      const dataset: Dataset = { date: dateOfDay(dayNumber(newest.date) + day), rates: new Map(rates) };
      const answers = Array.from({ length: witnesses }, (_, index) => ({
        witness: `${index}.example`,
        rates: new Map(
          [...newest.rates].slice(1).map(([code, rate]) => {
            const noise = 1 + 0.001 * Math.sin(day + index + code.charCodeAt(0) * code.charCodeAt(1));
            return [code, { rate: rate * noise, asOf: dataset.date }] as const;
          }),
        ),
      }));
      try {
        const compared = compare(dataset, answers, `${dataset.date}T06:00:00.000Z`);
        archive = validateDataset(dataset, archive, catalogue, compared).archive as typeof archive;
        count++;
      } catch (error) {
        if (!(error instanceof ImplausibleDatasetError)) throw error;
      }
    }
    return count;
  }

  it.each([
    ['without a witness', 0],
    ['with one witness', 1],
    ['with two witnesses', 2],
  ])('%s, isn’t published if pegged currencies are off their parities', (_, witnesses) => {
    expect(published(() => 1, { witnesses })).toBe(10);
    for (const factor of [1.029, 1.004]) expect(published(() => factor, { witnesses })).toBe(0);
    for (const drift of [1.01, 1.025]) expect(published((day) => drift ** day, { witnesses })).toBe(0);
  });

  it('isn’t published if its unpegged currencies are 2.5% off a witness’s rates', () => {
    expect(published((day) => 1.025 ** day, { pegs: false, witnesses: 1 })).toBe(0);
    expect(published((day) => 1.01 ** day, { pegs: false, witnesses: 2 })).toBe(2);
    // Without a witness, the wrong factor can't be detected.
    expect(published((day) => 1.01 ** day, { pegs: false })).toBe(10);
  });
});
