import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { liveVersion } from '../../src/operate/hosts/versions.ts';
import { sha256 } from '../../src/site/checksums.ts';
import recorded from '../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { commandOf, startScript } from '../../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { freePort } from '../../src/testing/servers/free-port.ts';
import { answers, type LoopbackMirror, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { fewPairs } from '../../src/testing/sites/small-site.ts';
import { usageOf } from './bench/process-usage.ts';

/*
 * A week of `npm run serve` with 200 requests a second and a publish for each hour, some of which fail or are killed.
 * Their clock, and the server's, moves an hour from each publish to the next. Each response must be of one version.
 * Prints a table. `PUBLISHES=24` simulates a day.
 */

const PUBLISHES = Number(process.env['PUBLISHES'] ?? 168);
/** Requests a second. */
const LOAD = 200;
const HOUR = 3_600_000;
const folder = temporaryFolder();
const disk = join(folder.path, 'disk');
const dir = join(disk, 'served');
const args = ['--dir', dir, '--backfill', '0', '--file-limit', `${fewPairs}`];
const rows: string[] = [];
let mirror: LoopbackMirror;
let isGone = false;
let euro = recorded.usd.eur;
/** Milliseconds by which the clocks of publishes and of the server are ahead. */
let ahead = 0;
/** The file from which these clocks read it. */
const clock = join(folder.path, 'clock');
const shifted = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock.js')}`, CLOCK: clock };
/** What the last publish printed. */
let lastLog = '';
let hasOwnDisk = false;
let server: ReturnType<typeof startScript>;
let url: string;

beforeAll(async () => {
  mkdirSync(disk);
  try {
    // Only root can mount a disk. Without it, two faults are left out.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk], { stdio: 'ignore' });
    hasOwnDisk = true;
  } catch {
    console.log('No disk was mounted.');
  }
  mirror = await startMirror((response) => {
    const date = new Date(Date.now() + ahead).toISOString().slice(0, 10);
    if (isGone) answers.status(404)(response);
    // Each publish has another rate of the euro, so each version has other files.
    else answers.json({ date, usd: { ...recorded.usd, eur: euro } })(response);
  });
  setClock(0);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = startScript('serve', [...args, '--port', `${port}`, '--every', '24h'], {
    ...sources(),
    ...shifted,
  });
  const isUp = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isUp, { timeout: 300_000, interval: 500 });
});
afterAll(async () => {
  console.log(
    `\n| publish | what happened | live | memory | open files |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`,
  );
  server.child.kill('SIGTERM');
  await server.ended;
  await mirror[Symbol.asyncDispose]();
  if (hasOwnDisk) execFileSync('umount', [disk]);
  await folder[Symbol.asyncDispose]();
});

/** Processes read the clock at any time, so its file is replaced as a whole. */
function setClock(milliseconds: number): void {
  writeFileSync(`${clock}.new`, `${milliseconds}`);
  renameSync(`${clock}.new`, clock);
}

const sources = () => ({ MIRRORS: mirror.url, WITNESSES: 'none', OFFICIAL: 'none' });

interface PublishFault {
  /** Kills the publish when it prints this text. */
  readonly killAt?: string;
  /** Shell commands before the publish. */
  readonly limit?: string;
  /** Milliseconds that are added to the clocks during the publish. */
  readonly jump?: number;
}

/** Publishes to the folder like the server itself. @returns its exit code; null if it was killed */
async function publish({ killAt, limit = '', jump = 0 }: PublishFault = {}): Promise<number | null> {
  euro *= 1.0001;
  setClock(ahead + jump);
  const [program, line] = commandOf('publish', args);
  const child = spawn('bash', ['-c', `${limit}exec "$@"`, 'bash', program, ...line], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...sources(), ...shifted },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (killAt !== undefined && log.includes(killAt)) child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  lastLog = log;
  setClock(ahead);
  return code;
}

/** Starts another server, which is expected to refuse. */
async function serveToo(port: string): Promise<number | null> {
  const { code } = await startScript('serve', [...args, '--port', port], sources()).ended;
  return code;
}

/** Publishes while no byte is left on the disk. */
async function publishOnFullDisk(): Promise<number | null> {
  const { bavail, bsize } = statfsSync(disk);
  const filler = join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 3e6));
  const code = await publish();
  rmSync(filler);
  return code;
}

/** Publishes while nothing can be written. */
async function publishReadOnly(): Promise<number | null> {
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const code = await publish();
  execFileSync('mount', ['-o', 'remount,rw', disk]);
  return code;
}

async function publishWhileGone(): Promise<number | null> {
  isGone = true;
  const code = await publish();
  isGone = false;
  return code;
}

const steps = ['live', 'build', 'check', 'upload', 'checkCandidate', 'promote', 'checkLive', 'checkAddress'];

/** What happens, with the expected exit codes. A process may have ended just before it is killed. */
const faults: [what: string, codes: (number | null)[], run: () => Promise<number | null>][] = [
  ...steps.map((step): (typeof faults)[number] => [
    `killed after the step ${step}`,
    [null, 0],
    () => publish({ killAt: `Step ${step}:` }),
  ]),
  ['a file can’t be written', [1], () => publish({ limit: 'ulimit -f 32; ' })],
  ['the dataset is gone', [0], publishWhileGone],
  ['the clock is five days behind', [1], () => publish({ jump: -120 * HOUR })],
  ['the clock is 40 minutes ahead', [0], () => publish({ jump: 40 * 60_000 })],
  ['two publishes at once', [0], async () => Math.min(...((await Promise.all([publish(), publish()])) as number[]))],
  ['a second server at the port', [1], () => serveToo(new URL(url).port)],
  ['a second server of the folder', [1], () => serveToo('0')],
  ['the disk is full', [1], publishOnFullDisk],
  ['the folder can’t be written', [1, 2], publishReadOnly],
];

/** A conversion's rate has fewer digits than the file. Two publishes differ in the fourth digit. */
const digitsOf = (rate: number) => rate.toPrecision(6);

/** Hashes of what versions have: `/api/rates`, `/SHA256SUMS`, and the rates of the euro. */
const published = { '/api/rates': new Set<string>(), '/SHA256SUMS': new Set<string>(), euros: new Set<string>() };
function learn(): void {
  for (const name of readdirSync(dir).filter((name) => name.startsWith('20'))) {
    try {
      const rates = readFileSync(join(dir, name, 'api/rates.json'));
      const sums = readFileSync(join(dir, name, 'SHA256SUMS'), 'utf8');
      if (!sums.includes(`${sha256(rates)}  api/rates.json`)) continue;
      published['/api/rates'].add(sha256(rates));
      published['/SHA256SUMS'].add(sha256(sums));
      published.euros.add(digitsOf((JSON.parse(rates.toString()) as { rates: { EUR: number } }).rates.EUR));
    } catch (error) {
      // A publish writes or removes it at this moment.
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

const conversion = '/api/convert?from=USD&to=EUR';

/** Sends requests until it is stopped. `seen` has what the responses of each path had, by their ETag. */
function startLoad() {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const seen = new Map<string, Map<string, Set<string>>>();
  const wrong: string[] = [];
  const count = { asked: 0, slowest: 0 };
  const stopped = new AbortController();
  const note = (path: string, { etag = '' }: IncomingHttpHeaders, body: string) => {
    const what = path === conversion ? digitsOf((JSON.parse(body) as { rate: number }).rate) : sha256(body);
    const ofPath = seen.get(path) ?? new Map<string, Set<string>>();
    seen.set(path, ofPath.set(etag, (ofPath.get(etag) ?? new Set<string>()).add(what)));
  };
  const ask = (path: string) => {
    const begin = performance.now();
    count.asked++;
    const failed = (error: Error) => wrong.push(`${path}: ${error.message}`);
    request(url + path, { agent }, (response) => {
      text(response).then((body) => {
        count.slowest = Math.max(count.slowest, performance.now() - begin);
        if (response.statusCode === 200) note(path, response.headers, body);
        else failed(new Error(`status ${response.statusCode ?? 0}`));
      }, failed);
    })
      .on('error', failed)
      .end();
  };
  const ended = (async () => {
    while (!stopped.signal.aborted) {
      for (let each = 0; each < LOAD / 20; each++) ask(['/api/rates', conversion, '/SHA256SUMS'][each % 3] ?? '');
      await wait(50);
    }
    await wait(3000);
    agent.destroy();
  })();
  const stop = () => {
    stopped.abort();
    return ended;
  };
  return { seen, wrong, count, stop };
}

it(
  `answers each request by one version, whatever happens to ${PUBLISHES} publishes`,
  { timeout: 4 * HOUR },
  async () => {
    const load = startLoad();
    using stack = new DisposableStack();
    const learning = setInterval(learn, 200);
    stack.defer(() => {
      clearInterval(learning);
    });
    const pid = server.child.pid ?? NaN;
    const memory = () => Math.round((usageOf(pid)?.bytes ?? NaN) / 1e6);
    const openFiles = () => readdirSync(`/proc/${pid}/fd`).length;
    const memories: number[] = [];
    const possible = hasOwnDisk ? faults : faults.slice(0, -2);
    for (let turn = 0; turn < PUBLISHES; turn++) {
      ahead += HOUR;
      setClock(ahead);
      // Every other publish is normal, so that each fault happens several times.
      const fault = turn % 2 === 0 ? possible[(turn / 2) % possible.length] : undefined;
      const before = liveVersion(dir);
      const code = await (fault ? fault[2]() : publish());
      const change = liveVersion(dir) === before ? 'the same' : 'a new version';
      expect(fault?.[1] ?? [0], `${turn + 1}: ${fault?.[0] ?? 'normal'}\n${lastLog}`).toContain(code);
      if (!fault) expect(change).toBe('a new version');
      memories.push(memory());
      if (turn < 2 * possible.length || turn % 24 === 0)
        rows.push(`| ${turn + 1} | ${fault?.[0] ?? ''} | ${change} | ${memory()} MB | ${openFiles()} |`);
    }
    await load.stop();
    clearInterval(learning);
    learn();
    console.log(`${load.count.asked} requests, the slowest took ${load.count.slowest.toFixed(0)} ms.`);
    expect(load.wrong).toEqual([]);
    // A response's ETag and body are of one version.
    for (const [path, bodies] of load.seen) {
      const known = path === conversion ? published.euros : published[path as '/SHA256SUMS'];
      for (const [etag, ofTag] of bodies)
        expect([path, etag, [...ofTag].map((each) => known.has(each))]).toEqual([path, etag, [true]]);
    }
    // What killed publishes have left is removed.
    expect(readdirSync(dir).filter((name) => name.includes('20')).length).toBeLessThan(16);
    const quarter = Math.ceil(memories.length / 4);
    const [early, late] = [memories.slice(quarter, 2 * quarter), memories.slice(-quarter)].map((each) =>
      Math.min(...each),
    );
    console.log(`Lowest memory in the second quarter: ${early ?? NaN} MB, and in the last: ${late ?? NaN} MB.`);
    expect(late).toBeLessThan((early ?? NaN) + 20);
    expect(Math.max(...memories)).toBeLessThan(200);
    await vi.waitUntil(() => openFiles() < 60, { timeout: 120_000, interval: 1000 });
  },
);
