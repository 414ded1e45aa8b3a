import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../../src/commands/terminal/command.ts';
import { ecb } from '../../../src/archive/official-bank.ts';
import { catalogue } from '../../../src/currencies/catalogue.ts';
import { createHandler } from '../../../src/function/handler.ts';
import { dateOfDay, dayNumber } from '../../../src/rates/calendar.ts';
import { FIRST_DAY } from '../../../src/archive/source.ts';
import { usageOf } from '../../../src/testing/process/process-usage.ts';
import { startWorkerd } from '../../../src/testing/servers/workerd.ts';
import { printRemark, printRow } from './report.ts';

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

/** The measured requests. `aim` is the maximum CPU time in milliseconds, without the time for reading files. */
function requestsUpTo(last: string): { name: string; path: string; aim: number }[] {
  const codes = catalogue.map(({ code }) => code).filter((code) => code !== 'EUR');
  const some = (number: number) => codes.slice(0, number).join();
  const ago = (days: number) => dateOfDay(dayNumber(last) - days);
  return [
    { name: 'convert', path: '/api/convert?from=EUR&to=JPY&amount=12.5', aim: 5 },
    { name: 'pair detail', path: '/api/rates/EUR-to-JPY', aim: 5 },
    { name: 'dated conversion', path: `/api/v1/convert?from=EUR&to=JPY&date=${ago(400)}`, aim: 5 },
    { name: 'range, a year', path: '/api/v1/history?from=EUR&to=JPY', aim: 10 },
    { name: 'range, all days', path: `/api/v1/history?from=EUR&to=JPY&start=${FIRST_DAY}`, aim: 20 },
    { name: 'official conversion', path: '/api/v1/convert?from=USD&to=JPY&date=2010-06-03&source=ecb', aim: 5 },
    {
      name: 'official range, all days',
      path: `/api/v1/history?from=USD&to=JPY&start=${ecb.firstDay}&source=ecb`,
      aim: 20,
    },
    { name: 'v1, one currency, all days', path: `/v1/${ecb.firstDay}..?symbols=USD`, aim: 20 },
    { name: 'v1, 4 currencies, 4 years', path: '/v1/2022-01-01..2026-01-01?base=USD&symbols=EUR,GBP,JPY,CHF', aim: 20 },
    { name: 'v1, all currencies, half a year', path: '/v1/2025-10-01..2026-03-31?base=USD', aim: 20 },
    { name: 'v2, one currency, all days', path: `/v2/rates?from=${FIRST_DAY}&quotes=USD`, aim: 20 },
    { name: 'v2, all currencies, a month', path: `/v2/rates?from=${ago(30)}`, aim: 20 },
    { name: 'v2, 14 currencies, a year', path: `/v2/rates?from=${ago(364)}&quotes=${some(14)}`, aim: 20 },
    { name: 'v2, 4 currencies, all', path: `/v2/rates?from=${FIRST_DAY}&quotes=${some(4)}`, aim: 20 },
  ];
}

/**
 * Measures the CPU time of an isolate's first request, because a site with few visitors gets mostly such requests. The
 * time is that of the whole process, so it includes the JavaScript compiler on another thread. Prints the total, and
 * separately the time for reading files.
 *
 * @param place folder for workerd's settings
 * @param site folder of a site
 * @param last the site's newest day
 */
export async function benchCold(place: string, site: string, last: string, signal: AbortSignal): Promise<void> {
  const theFunction = readFileSync(join(site, '_worker.js'), 'utf8');
  printRow('in workerd, the first request of an isolate', 'files', 'CPU', 'reading', 'the rest');
  for (const { name, path, aim } of requestsUpTo(last)) {
    const paths = await readsOf(site, path);
    const [whole, reading]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      signal.throwIfAborted();
      whole.push(await firstRequests(place, site, theFunction, path));
      reading.push(await firstRequests(place, site, textsOnly, '/', { method: 'POST', body: JSON.stringify(paths) }));
    }
    const [all, ofReading] = [Math.min(...whole), Math.min(...reading)];
    const cells = [all, ofReading, all - ofReading].map((value) => `${value.toFixed(1)} ms`);
    printRow(`  ${name}`, String(paths.length), ...cells, `aim ${aim} ms`);
  }
  printRemark(`means of ${ISOLATES} new isolates, of which the lowest of ${ROUNDS} rounds is shown`);
}

async function readsOf(site: string, path: string): Promise<string[]> {
  const paths: string[] = [];
  const fetch = (url: string) => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    return Promise.resolve(new Response(readFileSync(join(site, pathname), 'utf8')));
  };
  const { status } = await createHandler('0', () => new Date().toISOString())(
    new Request(`https://ratesheet.example${path}`),
    { ASSETS: { fetch } },
  );
  if (status !== 200) throw new CommandError(`${path} responded with status ${status}.`);
  return paths;
}

/** The average CPU, in milliseconds, of an isolate's first request. The isolate has started, but hasn't read a file. */
async function firstRequests(place: string, site: string, code: string, path: string, init?: RequestInit) {
  const isolates = Array.from({ length: ISOLATES }, (_, index) => `isolate${index}`);
  const services = Object.fromEntries(isolates.map((name) => [name, { code, bindings: { ASSETS: 'files' } }]));
  await using workerd = await startWorkerd<string>(place, { ...services, files: { folder: site } });
  const ask = async (name: string, path: string, init?: RequestInit) =>
    (await fetch(`${workerd.urls[name] ?? ''}${path}`, init)).arrayBuffer();
  for (const name of isolates)
    await ask(name, '/', code === textsOnly ? { method: 'POST', body: '[]' } : { method: 'OPTIONS' });
  const before = usageOf(workerd.pid)?.cpuSeconds ?? NaN;
  for (const name of isolates) await ask(name, path, init);
  return (((usageOf(workerd.pid)?.cpuSeconds ?? NaN) - before) * 1000) / ISOLATES;
}
