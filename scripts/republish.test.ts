import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answers, type LoopbackMirror, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { differences, digestOf, readJson } from '../src/testing/sites/read-site.ts';
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { runProcess } from '../src/testing/process/spawn-script.ts';

describe('second publish of a site', () => {
  const folder = temporaryFolder();
  const first = join(folder.path, 'first');
  let mirror: LoopbackMirror;
  const optionsOf = (out: string, now: string, ...args: string[]) => {
    return ['--out', out, '--now', now, '--file-limit', '5068', ...onlyMirror(mirror.url), ...args];
  };
  const generate = (...args: Parameters<typeof optionsOf>) => runScript('generate', optionsOf(...args));

  beforeAll(async () => {
    mirror = await startMirror(answers.json(recorded));
    await generate(first, '2026-09-29T06:17:00.000Z');
  });
  afterAll(async () => {
    await mirror[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('changes only the time of the last check if the dataset hasn’t changed', async () => {
    const out = join(folder.path, 'in-place');
    cpSync(first, out, { recursive: true });
    const { code } = await generate(out, '2026-09-29T07:17:00.000Z', '--previous', out);
    expect(code).toBe(0);
    expect(differences(first, out)).toEqual(['api/v1/rates.json']);
    expect(readJson(out, 'api/v1/rates.json')).toEqual({
      ...(readJson(first, 'api/v1/rates.json') as object),
      checked_at: '2026-09-29T07:17:00.000Z',
    });
  });

  it('keeps the first publish’s rates until they are 72 hours old if no mirror responds', async () => {
    const fallback = join(folder.path, 'fallback');
    const down = [...onlyMirror('http://127.0.0.1:1/usd.json'), '--file-limit', '5068', '--previous', first];
    const generateAt = (now: string) => runScript('generate', ['--out', fallback, '--now', now, ...down]);
    const { code, stderr } = await generateAt('2026-10-02T06:17:00.000Z');
    expect(code).toBe(0);
    expect(stderr).toContain('The published rates, retrieved at 2026-09-29T06:17:00.000Z, stay, marked as stale.');
    // Files below v6/ (ExchangeRate-API's format) state the time of the next update. The files in `hashes` contain
    // hashes that change with the status.
    const hashes = ['SHA256SUMS', '_worker.js', 'receipts/2026.jsonl', 'receipts/newest.json'];
    const differing = differences(first, fallback).filter((path) => !path.startsWith('v6/'));
    expect(differing.sort()).toEqual([...hashes, 'api/v1/rates.json', 'api/v1/status.json'].sort());
    expect(readJson(fallback, 'api/v1/rates.json')).toMatchObject({ stale: true, stale_reason: 'cached_fallback' });
    expect(readJson(fallback, 'api/v1/status.json')).toMatchObject({
      stale_since: '2026-10-02T06:17:00.000Z',
      mirrors: [{ mirror: 'http://127.0.0.1:1', outcome: 'failed', date: null }],
    });

    const before = digestOf(fallback);
    const late = await generateAt('2026-10-02T06:17:00.001Z');
    expect(late.code).toBe(1);
    expect(late.stderr).toContain('The published rates are more than 72 hours old. Nothing was written.');
    expect(digestOf(fallback)).toBe(before);
  });

  it('leaves a complete site if another publish writes to the same folder at the same time', async () => {
    const out = join(folder.path, 'contested', 'site');
    const runs = ['2026-09-29T06:17:00.000Z', '2026-09-29T07:17:00.000Z'].map((now) =>
      runProcess('generate', optionsOf(out, now, '--previous', first)),
    );
    const codes = (await Promise.all(runs)).map(({ code }) => code);
    expect(codes).toContain(0);
    expect(differences(first, out).filter((path) => path !== 'api/v1/rates.json')).toEqual([]);
    await generate(out, '2026-09-29T08:17:00.000Z', '--previous', first);
    expect(readdirSync(join(folder.path, 'contested'))).toEqual(['site']);
  });

  it('continues the archive if a killed process had moved the site away, and --previous and --out name this site', async () => {
    const parent = join(folder.path, 'killed');
    const site = join(parent, 'site');
    cpSync(first, join(parent, '.site.ratesheet-previous'), { recursive: true });
    expect(await generate(site, '2026-09-29T07:17:00.000Z', '--previous', site)).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('Warning') as string,
    });
    expect(differences(first, site)).toEqual(['api/v1/rates.json']);
  });

  it('leaves the old site unchanged if the disk is full', async ({ skip }) => {
    const mountPoint = join(folder.path, 'small-disk');
    mkdirSync(mountPoint);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=17m', 'tmpfs', mountPoint]);
    skip(status !== 0, 'Only a user who may mount can create a small disk.');
    try {
      const out = join(mountPoint, 'site');
      const fits = [
        '--out',
        out,
        '--now',
        '2026-09-29T06:17:00.000Z',
        '--file-limit',
        '5118',
        ...onlyMirror(mirror.url),
      ];
      expect((await runScript('generate', fits)).code).toBe(0);
      const before = digestOf(out);
      const { code, stderr } = await generate(out, '2026-09-29T07:17:00.000Z');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^ENOSPC: no space left on device.*$/m);
      expect(digestOf(out)).toBe(before);
      expect(readdirSync(mountPoint)).toEqual(['site']);
    } finally {
      spawnSync('umount', [mountPoint]);
    }
  });
});
