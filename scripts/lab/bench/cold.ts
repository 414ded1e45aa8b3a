import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { ecb } from '../../../src/sources/banks/ecb.ts';
import { FIRST_DAY } from '../../../src/sources/provider.ts';
import { addresses } from '../../../src/api/paths.ts';
import { CommandError } from '../../../src/operate/terminal/command.ts';
import { catalogue } from '../../../src/money/currencies/catalogue.ts';
import { createHandler } from '../../../src/function/handler.ts';
import { startWorkerd } from '../../../src/site/serve/workerd.ts';
import { dateOfDay, dayNumber, instantAt } from '../../../src/money/calendar.ts';
import { lastDay, writeEdgeSite } from './edge-site.ts';
import { usageOf } from './process-usage.ts';
import { milliseconds, type Report } from './report.ts';
import { send } from './send.ts';

/**
 * Number of isolates that get their first request, one after another. Many isolates are needed, because the kernel
 * counts CPU time in steps of 10 ms.
 */
const ISOLATES = 40;
/** The fastest round counts, because other programs can only make a round slower. */
const ROUNDS = 3;

/**
 * A Worker that reads the same files as a request to the Function and does nothing else, to measure the reading alone.
 */
const textsOnly = `export default {
  async fetch(request, { ASSETS }) {
    const { origin } = new URL(request.url);
    const read = async (path) => (await ASSETS.fetch(origin + path, { signal: AbortSignal.timeout(3000) })).text();
    const texts = await Promise.all((await request.json()).map(read));
    return new Response(String(texts.length));
  },
};
`;

const daysBefore = (days: number) => dateOfDay(dayNumber(lastDay) - days);
const fourteenCodes = catalogue.slice(0, 14).map(({ code }) => code);

/** The measured requests. `limit` is the maximum CPU time in milliseconds, without the time for reading files. */
const requests: { name: string; path: string; body?: string; limit: number }[] = [
  { name: 'conversion', path: '/api/convert?from=EUR&to=JPY&amount=12.5', limit: 5 },
  { name: 'conversion on a past day', path: `/api/v1/convert?from=EUR&to=JPY&date=${daysBefore(400)}`, limit: 5 },
  { name: 'official conversion', path: '/api/v1/convert?from=USD&to=JPY&date=2010-06-03&source=ecb', limit: 5 },
  { name: 'comparison of all sources', path: '/api/v1/compare?from=EUR&to=USD', limit: 10 },
  { name: 'comparison on a past day', path: '/api/v1/compare?from=EUR&to=USD&date=2025-06-03', limit: 10 },
  { name: 'history of a year', path: '/api/v1/history?from=EUR&to=JPY', limit: 10 },
  { name: 'history of three years', path: `/api/v1/history?from=EUR&to=JPY&start=${FIRST_DAY}`, limit: 20 },
  {
    name: 'official history of 27 years',
    path: `/api/v1/history?from=USD&to=JPY&start=${ecb.tables[0].firstDay}&source=ecb`,
    limit: 20,
  },
  { name: 'v1, one currency, 27 years', path: `/v1/${ecb.tables[0].firstDay}..?symbols=USD`, limit: 20 },
  { name: 'v1, all currencies, half a year', path: '/v1/2025-10-01..2026-03-31?base=USD', limit: 20 },
  {
    name: 'v2, 14 currencies, a year',
    path: `/v2/rates?base=EUR&from=${daysBefore(364)}&quotes=${fourteenCodes.join()}`,
    limit: 20,
  },
  ...[
    { name: 'conversion by an assistant', body: callOf('convert', { from: 'EUR', to: 'JPY' }), limit: 5 },
    { name: 'search for a currency by an assistant', body: callOf('list_currencies', { search: 'pound' }), limit: 10 },
    { name: 'explanation by an assistant', body: callOf('explain_rate', { from: 'EUR', to: 'JPY' }), limit: 10 },
    { name: 'list of the tools for assistants', body: message('tools/list', {}), limit: 10 },
  ].map((request) => ({ ...request, path: addresses.mcp })),
];

function callOf(name: string, given: object): string {
  return message('tools/call', { name, arguments: given });
}

function message(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

/**
 * Measures the CPU time of an isolate's first request, because a site with few visitors gets mostly such requests. The
 * time is that of the whole process, so it includes the JavaScript compiler on another thread. The time of a Worker
 * that only reads the same files is subtracted.
 */
export async function benchCold(report: Report, folder: string, signal: AbortSignal): Promise<void> {
  const site = await writeEdgeSite(folder);
  const theFunction = readFileSync(join(site, '_worker.js'), 'utf8');
  for (const { name, path, body, limit } of requests) {
    const paths = JSON.stringify(await readsOf(site, { path, body }));
    const [whole, reading]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      signal.throwIfAborted();
      whole.push(await firstRequests(folder, site, theFunction, { method: 'OPTIONS' }, { path, body }));
      reading.push(await firstRequests(folder, site, textsOnly, { body: '[]' }, { body: paths }));
    }
    const ofReading = Math.min(...reading);
    report.limited(name, Math.min(...whole) - ofReading, limit, milliseconds, `${milliseconds(ofReading)} for reading`);
  }
}

/** The files that the Function reads for a request. */
async function readsOf(site: string, { path, body }: Sent): Promise<string[]> {
  const paths: string[] = [];
  const fetch = (url: string) => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    return Promise.resolve(new Response(readFileSync(join(site, pathname), 'utf8')));
  };
  const { status } = await createHandler('0', () => instantAt(Date.now()))(
    new Request(`https://ratesheet.example${path}`, { method: methodOf(body), headers, body: body ?? null }),
    { ASSETS: { fetch } },
  );
  if (status !== 200) throw new CommandError(`${path ?? '/'} responded with status ${status}.`);
  return paths;
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly body?: string | undefined;
}

const methodOf = (body: string | undefined) => (body === undefined ? 'GET' : 'POST');

const headers = { 'Content-Type': 'application/json' };

/**
 * The average CPU time, in milliseconds, of an isolate's first request.
 *
 * @param start a request that starts the isolate, but reads no file
 */
async function firstRequests(place: string, site: string, code: string, start: Sent, first: Sent): Promise<number> {
  const isolates = Array.from({ length: ISOLATES }, (_, index) => `isolate${index}`);
  const services = Object.fromEntries(isolates.map((name) => [name, { code, bindings: { ASSETS: 'files' } }]));
  await using workerd = await startWorkerd<string>(place, { ...services, files: { folder: site } });
  const agent = new Agent({ keepAlive: true });
  const sendToAll = async ({ path = '/', body, method = methodOf(body) }: Sent) => {
    for (const name of isolates) await send(`${workerd.urls[name] ?? ''}${path}`, { agent, method, headers }, body);
  };
  await sendToAll(start);
  const before = usageOf(workerd.pid)?.cpuSeconds ?? NaN;
  await sendToAll(first);
  agent.destroy();
  return (((usageOf(workerd.pid)?.cpuSeconds ?? NaN) - before) * 1000) / ISOLATES;
}
