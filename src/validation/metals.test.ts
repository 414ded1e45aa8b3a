import { describe, expect, it } from 'vitest';
import type { ArchivedDay } from '../archive/archive.ts';
import type { Comparison } from '../archive/comparison.ts';
import { catalogue } from '../money/currencies/catalogue.ts';
import { isMetal } from '../money/currencies/metals.ts';
import { recordedArchive } from '../publish/recorded-archive.ts';
import { present } from '../text/present.ts';
import { dateOfDay, dayNumber } from '../money/calendar.ts';
import { wrongValues } from '../testing/data/wrong-values.ts';
import { replay, scoreReplay } from '../../scripts/lab/recorded/replay-datasets.ts';

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
  comparisons: readonly Comparison[] = [],
): (string | undefined)[] {
  return replay(days, metals, comparisons)
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
    const back = { ...present(calm[0], 'day'), date: '2026-10-07' as const };
    const days = [...recorded, ...off, back];
    expect(statesOf('XAU', days, 8)).toEqual([...off.map(() => 'held'), 'ok']);
    const { rejected } = replay(days, metals);
    expect(rejected.filter(({ code, date }) => code === 'XAU' && date > '2026-09-29').length).toBe(7);
  });
});
