import { expect, it } from 'vitest';
import { skippingClock } from '../../testing/process/skipping-clock.ts';
import { repeat } from './repeat.ts';

const { signal } = new AbortController();

it.each([
  [0, []],
  [10, []],
  [16, [5, 6]],
  [120, [5, 15, 35, 75, 110]],
  [600, [5, 15, 35, 75, 155, 315, 590]],
])(
  'repeat (repeats an attempt) > within a time limit of %s seconds, tries again after %j seconds',
  async (patience, times) => {
    const clock = skippingClock();
    const tried: number[] = [];
    const attempt = () => {
      tried.push(clock.now() / 1000);
      return Promise.resolve(false);
    };
    expect(await repeat(attempt, { patience, clock }, signal)).toBe(false);
    expect(tried).toEqual([0, ...times]);
  },
);

it('repeat (repeats an attempt) > throws an error with the abort reason if it is aborted during a pause', async () => {
  const controller = new AbortController();
  const attempt = () => {
    controller.abort('stop');
    return Promise.resolve(false);
  };
  await expect(repeat(attempt, { patience: 60 }, controller.signal)).rejects.toMatchObject({ cause: 'stop' });
});
