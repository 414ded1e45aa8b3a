import type { Instant } from '../src/money/calendar.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { answers, type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { digestOf, readJson } from '../src/testing/sites/read-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { runScript, signalScript } from '../src/testing/process/run-script.ts';
import { fewPairs } from '../src/testing/sites/small-site.ts';
import { writeTinySite } from '../src/testing/sites/tiny-site.ts';
import { commandOf } from '../src/testing/process/spawn-script.ts';

const now: Instant = '2026-09-29T06:17:00.000Z';
let mirror: LoopbackMirror;
beforeAll(async () => {
  mirror = await startMirror(answers.json(recorded));
});
afterAll(() => mirror[Symbol.asyncDispose]());

const optionsOf = (url: string, out: string) => [
  ...['--now', now, '--out', out, '--file-limit', String(fewPairs)],
  ...onlyMirror(url),
];

// The tests of downloads, datasets, validation and replaceSite cover the other failures.
describe('command generate (builds a site)', () => {
  it('exits with 1 and leaves the old site unchanged if the only mirror has no dataset', async () => {
    await using folder = temporaryFolder();
    await using bad = await startMirror(answers.status(404));
    const out = join(folder.path, 'site');
    writeTinySite(out);
    const before = digestOf(out);
    const { code, stdout, stderr } = await runScript('generate', [...optionsOf(bad.url, out), '--start-over']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      'Downloading the newest rates.',
      `${bad.url}: responded with status 404`,
      expect.stringMatching(/^No mirror gave usable rates \(1 tried\)\. Nothing was written\./) as string,
      '',
    ]);
    expect(digestOf(out)).toBe(before);
    expect(readdirSync(folder.path)).toEqual(['site']);
  });

  it('writes a site with recorded rates after one attempt if the mirror hangs and --recorded is set', async () => {
    await using folder = temporaryFolder();
    await using bad = await startMirror(answers.hang);
    const out = join(folder.path, 'site');
    const { code, stderr } = await runScript('generate', [...optionsOf(bad.url, out), '--recorded']);
    expect(code).toBe(0);
    // Without --recorded, a mirror has three attempts of 10 s.
    expect(bad.requests()).toBe(1);
    expect(stderr).toContain('The site serves the recorded rates of 2026-09-29 instead, marked as stale.');
    expect(readJson(out, 'api/v1/rates.json')).toMatchObject({
      rate_as_of: '2026-09-29',
      checked_at: now,
      stale: true,
      stale_reason: 'cached_fallback',
    });
  });

  it.each(['--mirror', '--previous', '--witness', '--official'])(
    'ends immediately if it is stopped while the server of %s hangs',
    async (option) => {
      await using folder = temporaryFolder();
      await using slow = await startMirror(answers.hang);
      const out = join(folder.path, 'site');
      const others = ['--witness', '--official'].flatMap((name) => (name === option ? [] : [name, 'none']));
      const address = option === '--official' ? `ecb=${slow.url}` : slow.url;
      const ended = runScript('generate', [option, address, '--mirror', mirror.url, ...others, '--out', out]);
      await expect.poll(() => slow.requests()).toBeGreaterThan(0);
      signalScript('SIGINT');
      expect(await ended).toEqual({
        code: 130,
        stdout: '',
        stderr: 'Downloading the newest rates.\nStopped. Nothing was changed.\n',
      });
      // A second request would mean that the command waited for the first request to time out.
      expect(slow.requests()).toBe(1);
      expect(readdirSync(folder.path)).toEqual([]);
    },
  );

  it('continues the publish log if a killed process had moved the site away, and --previous and --out name this site', async () => {
    await using folder = temporaryFolder();
    const site = join(folder.path, 'site');
    const logOf = () => readFileSync(join(site, 'receipts/2026.jsonl'), 'utf8');
    await runScript('generate', optionsOf(mirror.url, site));
    const log = logOf();
    renameSync(site, join(folder.path, '.site.ratesheet-previous'));
    const later = ['--now', '2026-09-29T07:17:00.000Z', '--previous', site];
    expect(await runScript('generate', [...optionsOf(mirror.url, site), ...later])).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('Warning') as string,
    });
    expect(readJson(site, 'api/v1/rates.json')).toMatchObject({ retrieved_at: now, checked_at: later[1] });
    expect(logOf()).toBe(log);
    expect(readdirSync(folder.path)).toEqual(['site']);
  });

  // On Linux, /dev/full acts as a full disk.
  it.runIf(existsSync('/dev/full'))(
    'still writes the site if standard output is closed and standard error is a file on a full disk',
    async () => {
      await using folder = temporaryFolder();
      const site = join(folder.path, 'site');
      const child = spawn(...commandOf('generate', optionsOf(mirror.url, site)), {
        stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
      });
      child.stdout?.destroy();
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(readJson(site, 'api/v1/rates.json')).toMatchObject({ checked_at: now });
      expect(readdirSync(folder.path)).toEqual(['site']);
    },
  );
});
