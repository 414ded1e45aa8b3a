import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { ecb } from '../../../src/archive/official-bank.ts';
import { undoubted } from '../../../src/archive/official-rates.ts';
import { recordedOfficialRates } from '../../../src/publish/recorded-archive.ts';
import { catalogue } from '../../../src/currencies/catalogue.ts';
import { dateOfDay, dayNumber } from '../../../src/rates/calendar.ts';
import { FIRST_DAY } from '../../../src/archive/source.ts';
import { bundleFunction } from '../../../src/site/write/bundle-function.ts';
import { startWorkerd } from '../../../src/testing/servers/workerd.ts';
import { daysUpTo, snapshotOn } from './archive.ts';
import type { BenchFolder } from './bench-folder.ts';
import { benchCold } from './cold.ts';
import { CommandError } from '../../../src/commands/terminal/command.ts';
import { usageOf } from '../../../src/testing/process/process-usage.ts';
import { writeSmallSite } from '../../../src/testing/sites/small-site.ts';
import { count, printRemark, printRow, times } from './report.ts';

const codes = catalogue.map(({ code }) => code);
const codeIn = (list: readonly string[], place: number) => list[place % list.length] ?? '';

/** Currencies with official rates since 1999. */
const quoted = ['USD', 'JPY', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'AUD', 'CAD', 'NZD', 'ZAR'];

/** Pairs of all kinds of currencies, so that consecutive requests differ. */
const pairs = Array.from({ length: 61 }, (_, index) => {
  const official: [from: string, to: string] = [
    codeIn(quoted, index),
    codeIn(quoted, index + 1 + Math.floor(index / quoted.length)),
  ];
  return {
    from: codeIn(codes, index * 37),
    to: codeIn(codes, index * 53 + 7),
    official,
    amount: (index * 12.35 + 1).toFixed(2),
  };
});

const officialRange = (from: string, to: string) =>
  `/api/v1/history?from=${from}&to=${to}&start=${ecb.firstDay}&source=ecb`;

/** The Function's endpoints. `aim` is the maximum CPU of a request as a multiple of a hello-world Worker's CPU. */
const endpoints: { name: string; path: (pair: (typeof pairs)[number]) => string; aim?: number }[] = [
  { name: 'convert', path: ({ from, to, amount }) => `/api/convert?from=${from}&to=${to}&amount=${amount}`, aim: 1.5 },
  { name: 'pair detail', path: ({ from, to }) => `/api/rates/${from}-to-${to}`, aim: 1.5 },
  { name: 'history 7d', path: ({ from, to }) => `/api/historical?from=${from}&to=${to}&period=7d` },
  { name: 'history 30d', path: ({ from, to }) => `/api/historical?from=${from}&to=${to}` },
  { name: 'history 90d', path: ({ from, to }) => `/api/historical?from=${from}&to=${to}&period=90d` },
  { name: 'history 1y', path: ({ from, to }) => `/api/historical?from=${from}&to=${to}&period=1y`, aim: 12 },
  { name: 'range, a year', path: ({ from, to }) => `/api/v1/history?from=${from}&to=${to}`, aim: 3 },
  {
    name: 'range, all days',
    path: ({ from, to }) => `/api/v1/history?from=${from}&to=${to}&start=${FIRST_DAY}`,
    aim: 6,
  },
  {
    name: 'dated conversion',
    // These currencies have a valid rate on this day.
    path: ({ amount }) => `/api/v1/convert?from=EUR&to=JPY&amount=${amount}&date=2025-06-03`,
    aim: 2,
  },
  // The first of these entries requests more pairs than an isolate caches. The second requests one pair, which is
  // cached.
  { name: 'official range, all days', path: ({ official: [from, to] }) => officialRange(from, to) },
  { name: 'the same pair again', path: () => officialRange('USD', 'JPY'), aim: 6 },
  { name: 'bad request', path: ({ from }) => `/api/convert?from=${from}` },
];

const helloWorld = `export default {
  fetch: () => new Response('Hello, world', { headers: { 'Content-Type': 'text/plain' } }),
};
`;

/**
 * A Worker that only sends a text as large as 27 years of official rates. Its CPU is the minimum for such a response.
 */
const readyText = `const text = 'x'.repeat(300_000);
export default { fetch: () => new Response(text, { headers: { 'Content-Type': 'application/json' } }) };
`;

/** Compares a request to the Function with requests to a hello-world Worker and to a static file. */
export async function benchEdge(folder: BenchFolder, signal: AbortSignal): Promise<void> {
  for (const years of [3, 10]) {
    const place = folder.next();
    const last = dateOfDay(dayNumber(FIRST_DAY) + years * 365);
    const site = await writeSiteUpTo(last, place);
    await benchWorkerd(place, site, years, signal);
    if (years === 3) await benchCold(place, site, last, signal);
  }
  printRemark(`the Function is ${count(Buffer.byteLength((await bundleFunction()).code))} bytes`);
}

/** Writes a site to a new folder, with an archive of every day up to a date. */
async function writeSiteUpTo(last: string, folder: string): Promise<string> {
  mkdirSync(folder);
  const out = join(folder, 'site');
  const archive = { days: daysUpTo(last, dayNumber(last) - dayNumber(FIRST_DAY) + 1), gaps: [], evidence: [] };
  const official = undoubted(recordedOfficialRates());
  await writeSmallSite(out, { archive, snapshot: snapshotOn(last), official, fileLimit: 10_000 });
  return out;
}

/** Sends requests over HTTP to the published Function in the runtime of Cloudflare's edge. */
async function benchWorkerd(place: string, site: string, years: number, signal: AbortSignal): Promise<void> {
  await using workerd = await startWorkerd(place, {
    hello: { code: helloWorld },
    ready: { code: readyText },
    files: { folder: site },
    theFunction: { code: readFileSync(join(site, '_worker.js'), 'utf8'), bindings: { ASSETS: 'files' } },
  });
  const { hello, ready, files, theFunction } = workerd.urls;

  const targets = [
    { name: 'hello-world', url: hello, paths: ['/'], aim: undefined },
    { name: 'ready text of 300 KB', url: ready, paths: ['/'], aim: undefined },
    { name: 'plain file', url: files, paths: ['/api/rates/usd-to-eur.json'], aim: undefined },
    ...endpoints.map(({ name, path, aim }) => ({ name, url: theFunction, paths: pairs.map(path), aim })),
  ];
  for (const connections of [10, 50]) {
    printRow(`in workerd, ${years} years, ${connections} connections`, 'CPU', 'ratio', 'p99', 'requests/s', 'ratio');
    let floor = { cpu: NaN, rate: NaN };
    for (const { name, url, paths, aim } of targets) {
      signal.throwIfAborted();
      for (const path of paths) await expectStatus(name, await fetch(url + path));
      await load(url, paths, connections, 0.5);
      const before = usageOf(workerd.pid)?.cpuSeconds ?? NaN;
      const { requests, rate, p99 } = await load(url, paths, connections, 3);
      const cpu = (((usageOf(workerd.pid)?.cpuSeconds ?? NaN) - before) * 1000) / requests;
      if (name === 'hello-world') floor = { cpu, rate };
      const ratios = [times(cpu / floor.cpu), `${p99.toFixed(2)} ms`, count(rate), times(rate / floor.rate)];
      printRow(`  ${name}`, `${(cpu * 1000).toFixed(1)} µs`, ...ratios, aim === undefined ? '' : `aim ${times(aim)}`);
    }
  }
}

/** Checks the response's status, because error responses would be measured as fast responses. */
async function expectStatus(name: string, response: Response): Promise<void> {
  await response.arrayBuffer();
  if (response.status !== (name === 'bad request' ? 400 : 200))
    throw new CommandError(`${name}: ${response.url} responded with status ${response.status}.`);
}

/**
 * Requests the paths in turn over a number of connections. Each connection starts at another path, so that two
 * connections don't request the same path at once.
 *
 * @param duration in seconds
 * @returns the number of requests, requests per second, and the 99th percentile of response times in milliseconds
 */
async function load(url: string, paths: readonly string[], connections: number, duration: number) {
  const times: number[] = [];
  const requests = paths.map((path) => ({ path }));
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    let begin = 0;
    const setupClient = (client: autocannon.Client) => {
      client.setRequests([...requests.slice(begin), ...requests.slice(0, begin)]);
      begin = (begin + 7) % requests.length;
    };
    const run = autocannon({ url, connections, duration, requests, setupClient }, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    run.on('response', (_client, _status, _bytes, responseTime) => times.push(responseTime));
  });
  if (result.errors > 0) throw new CommandError(`${url}: ${result.errors} requests failed.`);
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    rate: times.length / result.duration,
    p99: times[Math.floor(times.length * 0.99)] ?? NaN,
  };
}
