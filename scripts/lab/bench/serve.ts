import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../../src/api/paths.ts';
import { makeLive } from '../../../src/operate/hosts/versions.ts';
import { writeLabSite } from '../recorded/recorded-site.ts';
import { load } from './edge.ts';
import { loader } from './measured-run.ts';
import { usageOf } from './process-usage.ts';
import { megabytes, type Report, times } from './report.ts';

/** Seconds of each turn, and turns of each server. The servers take turns, so that other programs slow down all of them. */
const [SECONDS, TURNS] = [0.5, 12];
const scripts = join(import.meta.dirname, '../..');
const file = '/api/rates.json';
const conversions = Array.from({ length: 500 }, (_, index) => `/api/convert?from=USD&to=EUR&amount=${index}.5`);

/** Two servers to compare with: the least that Node needs for a response, and http-server alone. */
const floors = (site: string) => `
  import { createServer } from 'node:http';
  import httpServer from 'http-server';
  createServer((_, response) => response.writeHead(200).end('Hello, world')).listen(0, '127.0.0.1', function () {
    const files = httpServer.createServer({ root: ${JSON.stringify(site)}, showDir: 'false', cache: -1 }).server;
    files.listen(0, '127.0.0.1', () => console.log(this.address().port, files.address().port));
  });`;

/** Compares the CPU time of requests to `npm run serve` with plain servers, and measures its memory under load. */
export async function benchServe(report: Report, folder: string, signal: AbortSignal): Promise<void> {
  const dir = join(folder, 'served');
  const version = '2026-09-30T06-00-00.000Z-aa';
  const site = join(dir, version);
  mkdirSync(dir);
  await writeLabSite(site, 6448);
  // Checked now, so that nothing is published meanwhile.
  const rates = join(site, paths.referenceRates);
  writeFileSync(rates, JSON.stringify({ ...JSON.parse(readFileSync(rates, 'utf8')), checked_at: new Date() }));
  makeLive(dir, version);

  const stdio = ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'];
  const plain = spawn(process.execPath, ['--input-type=module', '--eval', floors(site)], { stdio });
  const heap = ['--max-old-space-size=128', '--max-semi-space-size=4'];
  const args = [...heap, ...loader, join(scripts, 'serve.ts'), '--dir', dir, '--port', '0', '--every', '24h'];
  const server = spawn(process.execPath, args, { stdio });
  try {
    const [ports, ready] = await Promise.all(
      [plain, server].map(async ({ stdout }) => String((await once(stdout, 'data', { signal }))[0])),
    );
    const [hello, httpServer] = (ports ?? '')
      .trim()
      .split(' ')
      .map((port) => `http://127.0.0.1:${port}`);
    const url = `http://127.0.0.1:${/:(\d+)$/m.exec(ready ?? '')?.[1] ?? ''}`;
    const measured = [
      { pid: plain.pid, url: hello, paths: ['/'] },
      { pid: plain.pid, url: httpServer, paths: [file] },
      { pid: server.pid, url, paths: [file] },
      { pid: server.pid, url, paths: conversions },
    ].map((each) => ({ ...each, cpu: 0, requests: 0 }));
    for (let turn = 0; turn <= TURNS; turn++) {
      for (const each of measured) {
        signal.throwIfAborted();
        const now = () => usageOf(each.pid ?? NaN)?.cpuSeconds ?? NaN;
        const before = now();
        const requests = await load(each.url ?? '', each.paths, SECONDS);
        // In the first turn, the code isn't compiled yet.
        if (turn === 0) continue;
        each.cpu += now() - before;
        each.requests += requests;
      }
    }
    const [ofHello = NaN, ofFiles = NaN, ofFile = NaN, ofConversion = NaN] = measured.map(
      ({ cpu, requests }) => cpu / requests,
    );
    const microseconds = (cpu: number) => `${(cpu * 1e6).toFixed(0)} µs`;
    report.row('hello world, CPU time', microseconds(ofHello));
    report.row('http-server alone, a file, CPU time', microseconds(ofFiles));
    report.limited('file, compared with http-server alone', ofFile / ofFiles, 0.7, times, microseconds(ofFile));
    const remark = microseconds(ofConversion);
    report.limited('conversion, compared with hello world', ofConversion / ofHello, 2, times, remark);
    report.limited('memory after this load', usageOf(server.pid ?? NaN)?.bytes ?? NaN, 200e6, megabytes);
  } finally {
    for (const child of [plain, server]) child.kill('SIGKILL');
  }
}
