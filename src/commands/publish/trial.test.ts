import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversion } from '../published/instance-requests.ts';
import { pauseAfter } from '../published/repeat.ts';
import { settledProblems } from './trial.ts';
import { addresses } from '../../api/paths.ts';
import { startMirror } from '../../testing/servers/loopback-mirror.ts';

// A clock that every pause advances, so that no test waits.
let clock: number;
vi.mock('node:timers/promises', () => ({
  setTimeout: (milliseconds: number) => {
    clock += milliseconds;
    return Promise.resolve();
  },
}));
beforeEach(() => {
  clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => vi.restoreAllMocks());

const { signal } = new AbortController();
const paths = ['/', '/docs/', conversion, addresses.ratesSnapshot];

/** An instance where some paths are wrong in the first checks. It counts the requests of each path. */
async function startInstance(wrongLooks: (path: string) => number) {
  const requests = new Map<string, number>();
  const server = await startMirror((response, { url = '' }) => {
    const count = (requests.get(url) ?? 0) + 1;
    requests.set(url, count);
    response.writeHead(count > wrongLooks(url) ? 200 : 404).end();
  });
  const trial = (patience: number, stop = signal) =>
    settledProblems(
      new URL(server.url).origin,
      async (ask) => {
        const answers = await Promise.all(paths.map(async (path) => ({ path, answer: await ask(path) })));
        return answers.flatMap(({ path, answer }) =>
          answer.failure === undefined && answer.response.status === 200 ? [] : { path, problem: 'is wrong' },
        );
      },
      patience,
      stop,
    );
  const dispose = () => server[Symbol.asyncDispose]();
  return { trial, requests: () => paths.map((path) => requests.get(path)), [Symbol.asyncDispose]: dispose };
}

describe('settledProblems (repeats the checks of a new site until they pass)', () => {
  it('repeats only the failed request and the request for the current rates', async () => {
    await using instance = await startInstance((path) => (path === conversion ? 2 : 0));
    expect(await instance.trial(120)).toEqual([]);
    expect(instance.requests()).toEqual([1, 1, 3, 3]);
    // After pauses of 5 and 10 seconds.
    expect(clock).toBe(15_000);
  });

  it('returns the problems that remain after the time limit', async () => {
    await using instance = await startInstance((path) => (path === '/docs/' ? Infinity : 0));
    expect(await instance.trial(120)).toEqual([{ path: '/docs/', problem: 'is wrong' }]);
    expect(instance.requests()).toEqual([1, 6, 1, 6]);
    // The last check begins ten seconds before the time limit.
    expect(clock).toBe(110_000);
  });

  it('checks the site once if the time limit is zero', async () => {
    await using instance = await startInstance(() => Infinity);
    expect(await instance.trial(0)).toHaveLength(paths.length);
    expect(clock).toBe(0);
  });

  it('ends within the time limit if the site doesn’t respond', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // A timeout of one second ends after two milliseconds.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout(milliseconds / 500));
    await using silent = await startMirror(() => undefined);
    const address = new URL(silent.url).origin;
    const look = async (ask: (path: string) => Promise<unknown>) => (await ask('/'), []);
    expect(await settledProblems(address, look, 120, signal)).toEqual([
      { path: address, problem: 'some requests got no response in 120 seconds' },
    ]);
  });

  it('throws the abort reason if the caller aborts the checks', async () => {
    await using instance = await startInstance(() => 0);
    await expect(instance.trial(120, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});

describe('pauseAfter (returns the pause between two checks of a new site)', () => {
  const looks = (patience: number) => {
    let [count, elapsed] = [1, 0];
    for (;;) {
      const pause = pauseAfter(count, patience * 1000 - elapsed);
      if (pause === undefined) return count;
      elapsed += pause;
      count++;
    }
  };

  it.each([
    [0, 1, '1 check'],
    [10, 1, '1 check'],
    [16, 3, '3 checks'],
    [120, 6, '6 checks'],
    [600, 8, '8 checks'],
  ])('allows exactly $2 within a time limit of $0 seconds', (patience, count) => {
    expect(looks(patience)).toBe(count);
  });
});
