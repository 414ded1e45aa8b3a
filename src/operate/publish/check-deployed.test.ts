import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addresses } from '../../api/paths.ts';
import { skippingClock } from '../../testing/process/skipping-clock.ts';
import { startMirror } from '../../testing/servers/loopback-mirror.ts';
import { conversion } from '../../site/check/requests.ts';
import { type Check, checkDeployed } from './check-deployed.ts';
import type { Clock } from './repeat.ts';

const { signal } = new AbortController();
const paths = ['/', '/docs/', conversion, addresses.ratesSnapshot];
let clock: Clock;
beforeEach(() => {
  clock = skippingClock();
});
afterEach(() => vi.restoreAllMocks());

/** Requests all paths. A path is wrong if its status isn't 200. */
const check: Check = async (ask) => {
  const answers = await Promise.all(paths.map(async (path) => ({ path, answer: await ask(path) })));
  return answers
    .filter(({ answer }) => answer.response?.status !== 200)
    .map(({ path, answer: { response } }) => ({ path, problem: 'is wrong', response }));
};

/** An instance where some paths are wrong in the first checks. It counts the requests of each path. */
async function startInstance(wrongChecks: (path: string) => number) {
  const requests = new Map<string, number>();
  const server = await startMirror((response, { url = '' }) => {
    const count = (requests.get(url) ?? 0) + 1;
    requests.set(url, count);
    response.writeHead(count > wrongChecks(url) ? 200 : 404).end();
  });
  const url = new URL(server.url).origin;
  const poll = (patience: number, stop = signal) =>
    checkDeployed(url, check, { reference: null, patience, clock }, stop);
  const dispose = () => server[Symbol.asyncDispose]();
  return { url, poll, requests: () => paths.map((path) => requests.get(path)), [Symbol.asyncDispose]: dispose };
}

const healthy = { problems: [], isFunctionTried: true };

describe('checkDeployed (repeats the checks of a new site until they pass)', () => {
  it('repeats only the failed request and the request for the current rates', async () => {
    await using instance = await startInstance((path) => (path === conversion ? 2 : 0));
    expect(await instance.poll(120)).toEqual(healthy);
    expect(instance.requests()).toEqual([1, 1, 3, 3]);
  });

  it('returns the problems that remain after the time limit', async () => {
    await using instance = await startInstance((path) => (path === '/docs/' ? Infinity : 0));
    expect((await instance.poll(120)).problems).toMatchObject([{ path: '/docs/', problem: 'is wrong' }]);
    expect(instance.requests()).toEqual([1, 6, 1, 6]);
  });

  it('ends within the time limit if the site doesn’t respond', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // A timeout of one second ends after two milliseconds.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout(milliseconds / 500));
    await using silent = await startMirror(() => undefined);
    const url = new URL(silent.url).origin;
    const { problems } = await checkDeployed(url, check, { reference: null, patience: 120, clock }, signal);
    expect(problems).toEqual([{ path: url, problem: 'some requests got no response in 120 seconds' }]);
  });

  it('throws the abort reason if the caller aborts the checks', async () => {
    await using instance = await startInstance(() => 0);
    await expect(instance.poll(120, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});
