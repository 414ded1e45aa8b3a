import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { buildInThread } from '../src/operate/dev/build-in-thread.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

it('buildInThread > ends a build that takes longer than the limit', async () => {
  await using folder = temporaryFolder();
  const build = buildInThread({ out: join(folder.path, 'site'), url: undefined }, AbortSignal.any([]), 1);
  await expect(build).rejects.toThrow("The build wasn't complete after 0.001 seconds.");
});

describe('command dev (builds the site again when a file changes)', () => {
  const copy = temporaryFolder();
  const output = { stdout: '', stderr: '' };
  let dev: ChildProcess;
  let url = '';

  beforeAll(async () => {
    const root = dirname(import.meta.dirname);
    for (const name of ['src', 'public', 'scripts', 'package.json', 'LICENSE'])
      cpSync(join(root, name), join(copy.path, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy.path, 'node_modules'));
    const [, ...line] = packageJson.scripts.dev.split(' ');
    dev = spawn(process.execPath, [...line, '--port', '0'], { cwd: copy.path, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const name of ['stdout', 'stderr'] as const)
      dev[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    await vi.waitUntil(() => output.stdout.includes('Waiting for changes'), { timeout: 60_000 });
    url = /^Ratesheet is ready: (\S+)$/m.exec(output.stdout)?.[1] ?? '';
  });
  afterAll(async () => {
    dev.kill('SIGKILL');
    await copy[Symbol.asyncDispose]();
  });

  const get = async (path: string) => (await fetch(url + path)).text();
  /** Changes a source file. Returns a function that changes it back. */
  const change = (path: string, old: string, text: string) => {
    const file = join(copy.path, path);
    const before = readFileSync(file, 'utf8');
    expect(before).toContain(old);
    writeFileSync(file, before.replace(old, text));
    return () => {
      writeFileSync(file, before);
    };
  };
  const invalidRequest = '/api/convert?from=USD';

  it('serves recorded rates and, for other pairs than the most traded, the Pages Function', async () => {
    expect(output.stdout).toMatch(/^\S+site-1: rates of 2026-09-29 for 172 currencies, the pairs of \d as files\./);
    expect(output.stderr).toBe('');
    expect(JSON.parse(await get('/api/rates/usd-to-eur.json'))).toMatchObject({ rate: 0.88022588 });
    expect(JSON.parse(await get('/api/rates/zmw-to-bam'))).toMatchObject({ from: { code: 'ZMW' } });
  });

  it('shows changes of a style, a guide and the Pages Function', async () => {
    // An editor's own file isn't part of the site.
    writeFileSync(join(copy.path, 'public/docs/.limits.md.swp'), '');
    change('src/web/receipt/receipt.css', '{', '{outline:9px solid;');
    change('public/docs/limits.md', 'Limits and CORS', 'Another title');
    change('src/api/error.ts', 'Missing required', 'Please add the');
    await expect.poll(() => get(invalidRequest)).toContain('Please add the parameter');
    expect(await get('/docs/limits')).toContain('<h1>Another title</h1>');
    const [style = ''] = /\/assets\/receipt-\w+\.css/.exec(await get('/receipt')) ?? [];
    expect(await get(style)).toContain('outline:9px solid');
  });

  it('prints an error, serves the site as it was, and recovers', async () => {
    const builds = output.stdout;
    for (const [file, old, text, message] of [
      ['src/pages/guide.ts', 'import', 'const = 1;\nimport', /guide\.ts:1:6: ERROR: Expected identifier/],
      ['src/pages/guide.ts', 'readdirSync(folder)', 'x.y', /ReferenceError: x is not defined\n[^]*guide\.ts:\d+/],
      // The site can be built, but its Pages Function can't be loaded.
      ['src/function/worker.ts', 'import', 'throw new Error("unloadable");\nimport', /Error: unloadable/],
    ] as const) {
      output.stderr = '';
      const repair = change(file, old, text);
      await expect.poll(() => output.stderr).toMatch(message);
      expect(output.stderr).toMatch(/^The site stays as it was, because it can’t be built:\n/);
      expect(output.stderr).not.toContain('node:internal');
      expect(await get(invalidRequest)).toContain('Please add the parameter');
      repair();
    }
    await expect.poll(() => output.stdout.slice(builds.length)).toMatch(/^\S+site-\d+: rates of/);
  });

  it('exits with 0 on Ctrl-C, and removes the site', async () => {
    const [, folder = ''] = /^(\S+)\/site-1: rates of/.exec(output.stdout) ?? [];
    expect(existsSync(folder)).toBe(true);
    dev.kill('SIGINT');
    expect(await once(dev, 'close')).toEqual([0, null]);
    expect(existsSync(folder)).toBe(false);
  });
});
