import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ArchivedDay } from '../archive/archive.ts';
import type { Evidence } from '../archive/evidence.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { isMetal } from '../currencies/metals.ts';
import { recordedArchive } from '../publish/recorded-archive.ts';
import { present } from '../text/present.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { parseDataset } from '../sources/dataset.ts';
import { wrongValues } from '../testing/data/wrong-values.ts';
import { compare } from './compare-witnesses.ts';
import { replay, scoreReplay } from './replay.ts';

const metals = catalogue.filter(({ code }) => code === 'USD' || isMetal(code));
const recorded = recordedArchive().days.map(({ date, rates }) => ({
  date,
  rates: new Map([...rates].filter(([code]) => code === 'USD' || isMetal(code))),
}));
const wrong = wrongValues.filter(({ code }) => isMetal(code));

/** The states of a currency's values in the last datasets. */
function statesOf(
  code: string,
  days: readonly ArchivedDay[],
  count: number,
  evidence: readonly Evidence[] = [],
): (string | undefined)[] {
  return replay(days, metals, evidence)
    .days.slice(-count)
    .map(({ published }) => published.quality.get(code)?.state ?? 'ok');
}

/** Seven more days with the last recorded values. */
const calm = Array.from({ length: 7 }, (_, index): ArchivedDay => {
  const { date, rates } = present(recorded.at(-1), 'day');
  return { date: dateOfDay(dayNumber(date) + index + 1), rates };
});

describe('replay of recorded datasets > metals', () => {
  it('makes these errors', () => {
    expect(scoreReplay(replay(recorded, metals), wrong)).toEqual({
      // The dataset before this value is 46 days older. So a move of 20% is plausible.
      farOff: ['2024-07-31 XAG'],
      // Until 2024, the source repeated two old prices on weekends, $897.29 and $960.
      off: ['2024-03-16 XPD', '2024-06-01 XPT', '2024-06-15 XPD', '2024-06-15 XPT', '2024-11-03 XPD'],
      falseHolds: ['2025-12-24 XPT'],
      longestFalseHold: 1,
      overlooked: ['2024-03-16 XPD', '2024-06-15 XPD', '2024-06-15 XPT', '2024-07-31 XAG'],
    });
  });

  it('publishes silver in January 2026, when it rose by 25% in two weeks and fell by 25% in the next', () => {
    const of2026 = recorded.filter(({ date }) => date >= '2025-12-08' && date <= '2026-02-24');
    expect(new Set(statesOf('XAG', of2026, of2026.length))).toEqual(new Set(['ok']));
  });

  it.each([
    ['a fall of 10% in a day on the second', 0.9, ['held', 'accepted', 'ok', 'ok', 'ok', 'ok', 'ok']],
    ['a fall of 30% in a day on the third', 0.7, ['held', 'held', 'accepted', 'ok', 'ok', 'ok', 'ok']],
  ])('publishes %s of the datasets that agree on it', (_, factor, states) => {
    const fallen = calm.map(({ date, rates }) => ({ date, rates: new Map([...rates, ['XAU', 1 / (4129 * factor)]]) }));
    expect(statesOf('XAU', [...recorded, ...fallen], 7)).toEqual(states);
  });

  it.each([
    ['per gram', (rate: number) => rate * 31.1034768],
    ['ten times too high', (rate: number) => rate / 10],
    ['of silver', () => 0.016496894],
    ['of a fiftieth of an ounce', (rate: number) => rate * 50],
  ])('doesn’t publish a price of gold %s in seven datasets in a row, or afterwards', (_, change) => {
    const off = calm.map(({ date, rates }) => ({
      date,
      rates: new Map(Array.from(rates, ([code, rate]) => [code, code === 'XAU' ? change(rate) : rate])),
    }));
    const back = { ...present(calm[0], 'day'), date: '2026-10-07' };
    const days = [...recorded, ...off, back];
    expect(statesOf('XAU', days, 8)).toEqual([...off.map(() => 'held'), 'ok']);
    const { rejected } = replay(days, metals);
    expect(rejected.filter(({ code, date }) => code === 'XAU' && date > '2026-09-29').length).toBe(7);
  });
});

describe('cross-check of gold with the token PAX Gold', () => {
  const right = 0.0002421835;
  /** Compares seven datasets with the token's rate and that of a witness, and returns the states of gold. */
  const statesWith = (gold: number, token: number, ofWitness?: number) => {
    const days = calm.map(({ date, rates }, index) => {
      // Rates that don't move would be frozen.
      const moved = 1 + index / 1000;
      return { date, rates: new Map([...rates, ['XAU', gold * moved]]), goldToken: token * moved };
    });
    const evidence = days.flatMap((day) => {
      const { comparisons } = compare(day, [], `${day.date}T06:00:00.000Z`);
      const witnessed = comparisons.map((comparison) => ({
        ...comparison,
        witness: 'w',
        ratio: (ofWitness ?? NaN) / gold,
      }));
      return ofWitness === undefined ? comparisons : [...comparisons, ...witnessed];
    });
    return statesOf('XAU', [...recorded, ...days], 7, evidence);
  };
  const held = Array<string>(7).fill('held');
  const ok = Array<string>(7).fill('ok');
  const confirmed = ['accepted', ...ok.slice(1)];

  it.each([
    ['holds gold for longer if only gold has fallen by 15%', right / 0.85, right, held],
    ['holds gold that is ten times too high', right / 10, right, held],
    ['holds gold at the price of silver', 0.016496894, right, held],
    ['doesn’t publish gold earlier if both have fallen by 15%', right / 0.85, right / 0.85, ['held', ...confirmed]],
    ['publishes gold at once if a witness has fallen, too', right / 0.85, right / 0.85, confirmed, right / 0.85],
    ['holds gold for longer if the token has fallen, but a witness hasn’t', right / 0.85, right / 0.85, held, right],
    ['publishes gold if the token and only one witness have fallen', right, right / 0.85, ok, right / 0.85],
    ['publishes gold if only the token is ten times too high', right, right / 10, ok],
    ['publishes gold if the token is 3% cheaper, as in March 2024', right, right * 1.03, ok],
  ])('%s', (_, gold, token, states, ofWitness?: number) => {
    expect(statesWith(gold, token, ofWitness)).toEqual(states.slice(0, 7));
  });

  it('finds ratios close to 1 in recorded datasets', () => {
    const ratios = ['2025-11-01', '2025-12-06', '2025-12-07', '2026-09-29'].map((date) => {
      const file = join(import.meta.dirname, `../testing/data/days/usd-${date}.json`);
      const dataset = parseDataset(JSON.parse(readFileSync(file, 'utf8')), catalogue, `${date}T12:00:00.000Z`);
      return compare(dataset, [], '').comparisons[0]?.ratio;
    });
    expect(ratios).toEqual([1.005, undefined, 0.9966, 0.9977]);
  });
});
