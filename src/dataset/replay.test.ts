import { describe, expect, it } from 'vitest';
import { catalogue } from '../currencies/catalogue.ts';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { recordedYardstick } from './recorded-snapshot.ts';
import { doubts, replay } from './replay.ts';

const yardstick = recordedYardstick(catalogue);

/** A dataset a day, each with factors on the recorded rates. */
const datasetsOf = (days: Record<string, number>[]) =>
  days.map((factors, index) => ({
    date: dateOfDay(dayNumber('2026-10-01') + index),
    rates: new Map([...yardstick].map(([code, rate]) => [code, rate * (factors[code] ?? 1)])),
  }));
const replayed = (days: Record<string, number>[]) => {
  const datasets = datasetsOf(days);
  const result = replay(datasets, catalogue, yardstick);
  return { result, doubtful: doubts(result, datasets, catalogue) };
};

describe('a replay', () => {
  it('goes through the gate as publishes would: each beside what the ones before have published', () => {
    const { result } = replayed([{}, { ZMW: 2 }, { ZMW: 2 }, { ZMW: 2 }, { ZMW: 2 }]);
    expect(result.map(({ quality }) => quality.get('ZMW')?.state ?? 'ok')).toEqual([
      'ok',
      'held',
      'held',
      'accepted',
      'ok',
    ]);
  });

  it('goes on after a dataset that is refused', () => {
    const broken = Object.fromEntries(catalogue.slice(1).map(({ code }) => [code, 30]));
    const { result } = replayed([{}, broken, { EUR: 1.01 }]);
    expect(result.map(({ refusal }) => refusal?.slice(0, 10))).toEqual([undefined, 'implausibl', undefined]);
    expect(result[1]?.rates.size).toBe(0);
    expect(result[2]?.quality.size).toBe(0);
  });
});

describe('what is doubtful with hindsight', () => {
  it('is a spike that was believed and came back, and not what was held, a new level or a drift', () => {
    const spike = (factor: number) => [{}, {}, {}, { ZMW: factor }, {}, {}, {}];
    // A tenth of a day for a token is an ordinary day.
    expect(replayed([{}, {}, {}, { BTC: 1.1 }, {}, {}, {}]).doubtful).toEqual([]);
    expect(replayed(spike(1.2)).doubtful).toEqual([]);
    expect(replayed([{}, {}, {}, ...[1, 2, 3, 4].map(() => ({ ZMW: 1.2 }))]).doubtful).toEqual([]);
    expect(replayed([0, 1, 2, 3, 4, 5, 6].map((day) => ({ ZMW: 1.04 ** day }))).doubtful).toEqual([]);
  });

  it('is one that a gap let pass', () => {
    // Within what 14 days allow, and gone on the next.
    const datasets = datasetsOf([{}, {}, { ZMW: 1.15 }, {}, {}, {}]).map((dataset, index) => ({
      ...dataset,
      date: index < 2 ? dataset.date : dateOfDay(dayNumber(dataset.date) + 13),
    }));
    const days = replay(datasets, catalogue, yardstick);
    expect(days.map(({ quality }) => quality.get('ZMW')?.state ?? 'ok').slice(0, 4)).toEqual([
      'ok',
      'ok',
      'ok',
      'held',
    ]);
    expect(doubts(days, datasets, catalogue)).toEqual([
      {
        date: '2026-10-16',
        code: 'ZMW',
        published: (yardstick.get('ZMW') ?? NaN) * 1.15,
        factor: expect.closeTo(1.15, 10) as number,
      },
    ]);
  });
});
