import type { Conversion } from '../src/api/endpoints/convert.schema.ts';
import type { PairDetail } from '../src/api/endpoints/pair-detail.schema.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReferenceRates } from '../src/api/documents/reference-rates.ts';
import { freePort } from '../src/testing/servers/free-port.ts';
import { filesOf, readJson } from '../src/testing/sites/read-site.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';

// Runs the command as a user would. The tests pass with and without a network, so with downloaded or recorded rates.
describe('npm start', () => {
  // A folder with symbolic links to the repository's files, so that the command writes to its own `dist`.
  const folder = temporaryFolder();
  const site = join(folder.path, 'dist');
  const output = { stdout: '', stderr: '' };
  let npm: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const root = dirname(import.meta.dirname);
    for (const name of ['package.json', '.npmrc', 'node_modules', 'scripts', 'src', 'public'])
      symlinkSync(join(root, name), join(folder.path, name));
    const port = await freePort();
    url = `http://localhost:${port}`;
    npm = spawn('npm', ['start', '--', '--port', String(port)], {
      cwd: folder.path,
      // Bash replaces itself with its only command, so npm gets the command's exit code. Debian's sh keeps running and
      // is ended by Ctrl-C, so npm would report the signal.
      env: { ...process.env, npm_config_script_shell: 'bash', npm_config_update_notifier: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, because a terminal sends Ctrl-C to the whole group.
      detached: true,
    });
    for (const name of ['stdout', 'stderr'] as const)
      npm[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    await vi.waitUntil(() => output.stdout.includes('Ratesheet is ready') || npm.exitCode !== null, {
      timeout: 60_000,
    });
    expect(output.stdout, output.stderr).toContain('Ratesheet is ready');
  });
  afterAll(async () => {
    // After a failed test, npm still runs.
    if (npm.exitCode === null && npm.signalCode === null) process.kill(-(npm.pid ?? NaN), 'SIGKILL');
    await folder[Symbol.asyncDispose]();
  });

  const get = async <Document>(path: string) => {
    const response = await fetch(url + path);
    expect(response.status, path).toBe(200);
    return (await response.json()) as Document;
  };

  it('serves the home page', async () => {
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(await page.text()).toContain('<h1>Currency converter</h1>');
  });

  it('serves a rate from a static file, and a conversion that needs the Pages Function', async () => {
    const { rates } = await get<ReferenceRates>('/api/v1/rates');
    const { USD = NaN, EUR = NaN, ZMW = NaN } = rates;
    expect([USD, EUR > 0, ZMW > 0]).toEqual([1, true, true]);
    const pair = await get<PairDetail>('/api/rates/usd-to-eur');
    expect(pair.rate).toBe(Number(EUR.toPrecision(12)));
    const rate = Number((ZMW / EUR).toPrecision(12));
    const result = Number((rate * 12.5).toPrecision(12));
    expect(await get<Conversion>('/api/convert?from=EUR&to=ZMW&amount=12.5')).toMatchObject({ rate, result });
  });

  it('prints a summary of the site', () => {
    const { rate_as_of: date, rates, stale_reason: reason } = readJson(site, 'api/v1/rates.json') as ReferenceRates;
    const files = filesOf(site);
    const megabytes = files.reduce((sum, path) => sum + statSync(join(site, path)).size, 0) / 1e6;
    const pairs = Math.sqrt(files.filter((path) => path.startsWith('api/rates/')).length);
    expect(output.stdout).toContain(
      `\ndist: rates of ${date} for ${Object.keys(rates).length} currencies, the pairs of ${pairs} as files. ` +
        `${files.length} files, ${megabytes.toFixed(1)} MB, `,
    );
    expect(output.stderr).toContain(`Wrote 100% of ${files.length} files.\n`);
    // Cloudflare's free plan allows 20,000 files. The four control files don't count.
    expect(files.length - 4).toBeLessThanOrEqual(20_000);
    // Without a network, the command and the site say that they use recorded rates.
    const recorded =
      /^Today's rates can't be downloaded .* The site serves the recorded rates of (.*) instead, marked as stale\.$/m;
    expect(recorded.exec(output.stderr)?.[1]).toBe(reason === 'cached_fallback' ? date : undefined);
    expect(readFileSync(join(site, 'sitemap.xml'), 'utf8')).toContain(`<loc>${url}/</loc>`);
  });

  it('prints a line when it begins, and one line about all rates that aren’t ok', () => {
    const lines = output.stderr.trimEnd().split('\n');
    expect(lines[0]).toBe('Downloading the newest rates.');
    expect(lines.filter((line) => line.startsWith('Validation: ')).length).toBeLessThanOrEqual(1);
    expect(output.stderr).not.toContain('The state ends');
  });

  it('prints an example request that works', async () => {
    const [, address, call = ''] = /^Ratesheet is ready: (\S+)\nTry: curl (\S+)\n/m.exec(output.stdout) ?? [];
    // A static file, which isn't metered
    expect([address, call]).toEqual([url, `${url}/api/rates/usd-to-eur.json`]);
    expect(await (await fetch(call)).json()).toMatchObject({ success: true, from: { code: 'USD' } });
  });

  it('exits normally on Ctrl-C', async () => {
    const before = { ...output };
    const closed = once(npm, 'close');
    process.kill(-(npm.pid ?? NaN), 'SIGINT');
    // npm gets the signal too, and sometimes ends before our program's exit code arrives.
    expect([
      [0, null],
      [null, 'SIGINT'],
    ]).toContainEqual(await closed);
    await expect.poll(() => fetch(url).catch(String)).toContain('fetch failed');
    expect(output).toEqual(before);
    expect(filesOf(site)).toContain('index.html');
  });
});
