import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { healthSchema } from '../src/operate/hosts/health.ts';
import { listen } from '../src/site/serve/listen.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { startScript } from '../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { freePort } from '../src/testing/servers/free-port.ts';
import { answers, type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { fewPairs } from '../src/testing/sites/small-site.ts';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };

const folder = temporaryFolder();
const dir = join(folder.path, 'served');
let mirror: LoopbackMirror;
beforeAll(async () => {
  mirror = await startMirror(answers.json({ ...recorded, date: new Date().toISOString().slice(0, 10) }));
});
afterAll(async () => {
  for (const each of [mirror, folder]) await each[Symbol.asyncDispose]();
});

/** Starts the server, and waits until it prints that it is ready or ends. */
async function start(port: number) {
  const args = ['--dir', dir, '--port', `${port}`, '--backfill', '0', '--file-limit', `${fewPairs}`];
  const sources = { MIRRORS: mirror.url, WITNESSES: 'none', OFFICIAL: 'none' };
  const { child, ended } = startScript('serve', args, sources);
  let stdout = '';
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  await vi.waitUntil(() => stdout.includes('is ready') || child.exitCode !== null, { timeout: 110_000 });
  return { child, ended };
}

describe('command serve (a server that publishes regularly)', () => {
  it('publishes, serves the site, continues with it after it was killed, and exits with 0 if it is stopped', async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const health = async () => healthSchema.parse(await (await fetch(`${url}/health`)).json());
    const first = await start(port);
    expect(await (await fetch(`${url}/api/convert?from=EUR&to=USD`)).json()).toMatchObject({ success: true });
    const { site } = await health();
    first.child.kill('SIGKILL');
    expect((await first.ended).stdout.split('\n')).toEqual([
      'Publishing for the first time. This takes about a minute.',
      expect.stringContaining('Published the rates of '),
      `Ratesheet is ready: ${url}`,
      '',
    ]);

    const requests = mirror.requests();
    const second = await start(port);
    expect((await health()).site?.version).toBe(site?.version);
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    // The next publish isn't due yet.
    expect(mirror.requests()).toBe(requests);
  });

  it('exits with 1 if there is no site and none can be published, and says why', async () => {
    const { code, stderr } = await startScript(
      'serve',
      ['--dir', join(folder.path, 'other'), '--port', '0', '--backfill', '0'],
      { MIRRORS: 'http://127.0.0.1:1/', WITNESSES: 'none', OFFICIAL: 'none' },
    ).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cause: rates\. [^]*There is no site to serve yet/m);
  });

  it('exits with 1 if its port is in use, and with 2 for a wrong interval or a folder that it can’t make', async () => {
    await using other = await listen(createServer());
    const run = (...args: string[]) => runScript('serve', ['--dir', dir, '--port', `${other.port}`, ...args]);
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') as string });
    expect(await run('--every', '1m')).toMatchObject({ code: 2 });
    writeFileSync(join(folder.path, 'file'), '');
    expect(await run('--dir', join(folder.path, 'file'))).toMatchObject({ code: 2 });
  });
});
