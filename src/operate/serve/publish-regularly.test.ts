import { instantAt } from '../../money/calendar.ts';
import { describe, expect, it, vi } from 'vitest';
import { capturedStderr } from '../../testing/process/captured-stderr.ts';
import type { ServedVersion } from './served-version.ts';
import { publishRegularly } from './publish-regularly.ts';

const stderr = capturedStderr();
const HOUR = 3_600_000;

const siteOf = (minutesAgo: number): ServedVersion => {
  const time = instantAt(Date.now() - minutesAgo * 60_000);
  const rates = { rate_as_of: '2026-09-29' as const, retrieved_at: time, checked_at: time, stale: false };
  return { rates } as unknown as ServedVersion;
};

/**
 * Publishes regularly until the outcomes are used up.
 *
 * @param served minutes since the last publish; null without a site
 * @param outcomes whether each publish succeeds
 * @returns the pauses in minutes, the calls of `onServing`, and the number of failed publishes at the end
 */
async function run(served: number | null, outcomes: readonly boolean[]) {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stop = new AbortController();
  const pauses: number[] = [];
  const left = [...outcomes];
  const server = {
    site: served === null ? undefined : siteOf(served),
    update: () => undefined,
    failedPublishes: 0,
    attention: () => [],
  };
  const onServing = vi.fn();
  const publishing = publishRegularly(
    {
      server,
      publish: () => {
        const isPublished = left.shift() ?? false;
        if (isPublished) server.site = siteOf(0);
        return Promise.resolve(isPublished);
      },
      every: HOUR,
      heartbeat: undefined,
      onServing,
      clock: {
        now: () => 0,
        wait: (milliseconds) => {
          pauses.push(Math.round(milliseconds / 60_000));
          return left.length > 0 ? Promise.resolve() : Promise.reject(stop.signal.reason as Error);
        },
      },
    },
    stop.signal,
  );
  stop.abort();
  const error = await publishing.catch((error: unknown) => error);
  const lines = stdout.mock.calls.length;
  stdout.mockRestore();
  return { pauses, served: onServing.mock.calls.length, failed: server.failedPublishes, error, lines };
}

describe('publishRegularly (publishes until it is stopped)', () => {
  it.each<[string, number | null, readonly boolean[], readonly number[], number]>([
    ['publishes at once if there is no site', null, [true, true], [0, 60, 60], 0],
    ['publishes at once if the last publish is older than the interval', 61, [true], [0, 60], 0],
    ['waits for the rest of the interval after a restart', 20, [true], [40, 60], 0],
    ['waits for one interval at most if the last publish seems to be in the future', -90, [true], [60, 60], 0],
    ['tries again after the interval if a publish fails', 61, [false, false], [0, 60, 60], 2],
    ['forgets failures after a success', 61, [false, true], [0, 60, 60], 0],
  ])('%s', async (_, served, outcomes, pauses, failed) => {
    const result = await run(served, outcomes);
    expect(result).toMatchObject({ pauses, failed, served: 1 });
    // One line for each publish, one for each failure, and one before the first publish.
    const failures = outcomes.filter((isPublished) => !isPublished).length;
    const first = served === null ? 1 : 0;
    expect([result.lines, stderr.prints().length]).toEqual([outcomes.length - failures + first, failures]);
  });

  it('fails if there is no site and none is published', async () => {
    const { error, served } = await run(null, [false, true]);
    expect([error, served]).toEqual([expect.objectContaining({ name: 'CommandError' }), 0]);
  });
});
