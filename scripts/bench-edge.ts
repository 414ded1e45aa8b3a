import { Bench } from 'tinybench';
import { byPublishedOrder, catalogue } from '../src/currencies/catalogue.ts';
import { recordedSnapshot } from '../src/dataset/recorded-snapshot.ts';
import { createHandler } from '../src/function/handler.ts';
import { MemoryAssets } from '../src/function/memory-assets.ts';
import { commonDocuments } from '../src/site/common-documents.ts';
import { bundleFunction } from '../src/site/bundle-function.ts';

const endpoints = {
  convert: '/api/convert?from=EUR&to=ZMW&amount=12.5',
  'pair detail': '/api/rates/eur-to-zmw',
  'history 7d': '/api/historical?from=EUR&to=ZMW&period=7d',
  'history 30d': '/api/historical?from=EUR&to=ZMW',
  'history 90d': '/api/historical?from=EUR&to=ZMW&period=90d',
  'history 1y': '/api/historical?from=EUR&to=ZMW&period=1y',
  'bad request': '/api/convert?from=EUR',
};

/** The handler alone, in Node: the time of one request that an isolate which has read its files needs. */
export async function benchEdge(): Promise<void> {
  const snapshot = recordedSnapshot(catalogue, '2026-09-30T06:00:00.000Z');
  const currencies = catalogue.toSorted(byPublishedOrder);
  const assets = new MemoryAssets(commonDocuments({ version: '0', catalogue, snapshot, currencies }).files);
  const handle = createHandler('0');
  const helloWorld = () => Promise.resolve(new Response('Hello, world', { headers: { 'Content-Type': 'text/plain' } }));

  const bench = new Bench({ time: 1000, warmupTime: 300 });
  const origin = 'https://ratesheet.example';
  bench.add('hello-world', async () => (await helloWorld(), new Request(origin)));
  for (const [name, path] of Object.entries(endpoints)) {
    bench.add(name, () => handle(new Request(origin + path), { ASSETS: assets }));
  }
  await bench.run();

  const microseconds = new Map(
    bench.tasks.flatMap(({ name, result }) =>
      'latency' in result ? [[name, { median: result.latency.p50 * 1000, p99: result.latency.p99 * 1000 }]] : [],
    ),
  );
  const floor = microseconds.get('hello-world')?.median ?? NaN;
  for (const [name, { median, p99 }] of microseconds) {
    process.stdout.write(
      `  ${name.padEnd(12)} median ${median.toFixed(1).padStart(6)} µs = ${(median / floor).toFixed(2).padStart(5)} × hello-world, ` +
        `p99 ${p99.toFixed(1).padStart(6)} µs\n`,
    );
  }
  const bundle = Buffer.byteLength(await bundleFunction('0'));
  process.stdout.write(`  the Function's bundle: ${bundle} bytes\n`);
}
