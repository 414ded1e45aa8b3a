import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { ecb } from '../../../src/sources/banks/ecb.ts';
import { FIRST_DAY } from '../../../src/sources/provider.ts';
import { CommandError } from '../../../src/operate/terminal/command.ts';
import { catalogue } from '../../../src/money/currencies/catalogue.ts';
import { startWorkerd } from '../../../src/site/serve/workerd.ts';
import { elementAt } from '../../../src/money/element-at.ts';
import { writeEdgeSite } from './edge-site.ts';
import { usageOf } from './process-usage.ts';
import { type Report, times } from './report.ts';
import { send } from './send.ts';

const CONNECTIONS = 10;
const SECONDS = 1;
/** The fastest round counts, because other programs can only make a round slower. */
const ROUNDS = 5;

// The API without a version has no metals.
const currencies = catalogue.filter(({ type }) => type !== 'metal');

/** Pairs of all kinds of currencies, so that consecutive requests differ. */
const pairs = Array.from({ length: 61 }, (_, index) => {
  const codeAt = (position: number) => elementAt(currencies, position % currencies.length).code;
  return { from: codeAt(index * 37), to: codeAt(index * 53 + 7), amount: (index * 12.35 + 1).toFixed(2) };
});

/** The measured requests. `limit` is the maximum CPU time as a multiple of a hello-world Worker's CPU time. */
const endpoints: { name: string; path: (pair: (typeof pairs)[number]) => string; limit: number }[] = [
  {
    name: 'conversion',
    path: ({ from, to, amount }) => `/api/convert?from=${from}&to=${to}&amount=${amount}`,
    limit: 2.5,
  },
  { name: 'pair', path: ({ from, to }) => `/api/rates/${from}-to-${to}`, limit: 2.5 },
  {
    name: 'synthetic series of a year',
    path: ({ from, to }) => `/api/historical?from=${from}&to=${to}&period=1y`,
    limit: 4,
  },
  {
    name: 'conversion on a past day',
    // These currencies have a valid rate on this day.
    path: ({ amount }) => `/api/v1/convert?from=EUR&to=JPY&amount=${amount}&date=2025-06-03`,
    limit: 2.5,
  },
  { name: 'comparison of all sources', path: ({ amount }) => `/api/v1/compare?from=EUR&to=JPY&_=${amount}`, limit: 6 },
  { name: 'history of a year', path: ({ from, to }) => `/api/v1/history?from=${from}&to=${to}`, limit: 4 },
  {
    name: 'history of three years',
    path: ({ from, to }) => `/api/v1/history?from=${from}&to=${to}&start=${FIRST_DAY}`,
    limit: 6,
  },
  {
    // An isolate caches the response, because all of these requests are for the same pair.
    name: 'official history of 27 years, cached',
    path: () => `/api/v1/history?from=USD&to=JPY&start=${ecb.tables[0].firstDay}&source=ecb`,
    limit: 6,
  },
];

const helloWorld = `export default {
  fetch: () => new Response('Hello, world', { headers: { 'Content-Type': 'text/plain' } }),
};
`;

/** Compares the CPU time of requests to the Function with the CPU time of requests to a hello-world Worker. */
export async function benchEdge(report: Report, folder: string, signal: AbortSignal): Promise<void> {
  const site = await writeEdgeSite(folder);
  await using workerd = await startWorkerd(folder, {
    hello: { code: helloWorld },
    files: { folder: site },
    theFunction: { code: readFileSync(join(site, '_worker.js'), 'utf8'), bindings: { ASSETS: 'files' } },
  });
  const cpuOf = async (url: string, paths: readonly string[]) => {
    await load(url, paths, SECONDS);
    const rounds: number[] = [];
    while (rounds.length < ROUNDS) {
      signal.throwIfAborted();
      const before = usageOf(workerd.pid)?.cpuSeconds ?? NaN;
      const requests = await load(url, paths, SECONDS);
      rounds.push(((usageOf(workerd.pid)?.cpuSeconds ?? NaN) - before) / requests);
    }
    return Math.min(...rounds);
  };
  const microseconds = (cpu: number) => `${(cpu * 1e6).toFixed(1)} µs`;

  const hello = await cpuOf(workerd.urls.hello, ['/']);
  report.row('hello world, CPU time', microseconds(hello), `${CONNECTIONS} connections`);
  for (const { name, path, limit } of endpoints) {
    const cpu = await cpuOf(workerd.urls.theFunction, pairs.map(path));
    report.limited(name, cpu / hello, limit, times, microseconds(cpu));
  }
}

/**
 * Requests the paths in turn over several connections for some seconds. Each connection starts at another path, so
 * that two connections don't request the same path at once.
 *
 * @returns the number of requests
 * @throws {CommandError} if a response is an error, because errors would be measured as fast responses
 */
export async function load(url: string, paths: readonly string[], seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + seconds * 1000;
  let requests = 0;
  const requestUntilEnd = async (_: unknown, connection: number) => {
    for (let turn = connection * 7; performance.now() < end; turn++) {
      const path = elementAt(paths, turn % paths.length);
      const { status } = await send(url + path, { agent });
      if (status !== 200) throw new CommandError(`${path} responded with status ${status}.`);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, requestUntilEnd));
  agent.destroy();
  return requests;
}
