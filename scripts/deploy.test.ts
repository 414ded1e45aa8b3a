import { instantAt } from '../src/money/calendar.ts';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/money/currencies/catalogue.ts';
import { controlFiles } from '../src/site/host-limits.ts';
import { runScript } from '../src/testing/process/run-script.ts';
import { startScript } from '../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { fakeEnvironment, startPagesApi } from '../src/testing/servers/pages-api.ts';
import { previousFiles, writeFiles } from '../src/testing/sites/previous-site.ts';
import { filesOf } from '../src/testing/sites/read-site.ts';
import { fewDays, fewPairs, recordedDay, recordedDays, writeSmallSite } from '../src/testing/sites/small-site.ts';

const account = { token: 'secret', account: '0123456789abcdef', project: 'my-rates' };
const folder = temporaryFolder();
const site = join(folder.path, 'site');
const output = join(folder.path, 'output');
const now = instantAt(Date.now());
// The days that the fixed requests to a site need, and the newest.
const days = recordedDays.days.filter(({ date }) => (date > '2025' && date < '2025-07') || date > '2026-09');
const mirrored = {
  archive: { ...recordedDays, days },
  fileLimit: fewPairs,
  snapshot: { ...recordedDay, checked_at: now, recorded: false, stale_reason: null, stale_since: null },
};
beforeAll(() => writeSmallSite(site, mirrored));
afterAll(() => folder[Symbol.asyncDispose]());

function environment(url: string, changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  writeFileSync(output, '');
  return {
    CLOUDFLARE_API_TOKEN: account.token,
    CLOUDFLARE_ACCOUNT_ID: account.account,
    CLOUDFLARE_PAGES_PROJECT: account.project,
    GITHUB_OUTPUT: output,
    ...fakeEnvironment(url, folder.path),
    ...changes,
  };
}

describe('npm run deploy (publishes an existing site)', () => {
  it('uploads every file of the site with wrangler, and connects to no host except Cloudflare’s API', async () => {
    await using api = await startPagesApi({ ...account, productionBranch: 'live' });
    const args = ['--dir', site, '--patience', '0', '--url', api.siteUrl];
    const { code, stdout, stderr } = await runScript('deploy', args, environment(api.url));
    expect(code, stdout + stderr).toBe(0);
    const [candidate, published] = api.deployments;
    expect([candidate?.branch, published?.branch]).toEqual(['ratesheet-candidate', 'live']);
    const files = filesOf(site).filter((path) => !controlFiles.includes(path));
    expect([...(published?.files.keys() ?? [])].sort()).toEqual(files.map((path) => `/${path}`));
    const text = (path: string) => readFileSync(join(site, path), 'utf8');
    expect(published?.form).toMatchObject({ _headers: text('_headers'), _redirects: text('_redirects') });
    expect(published?.worker).toMatchObject({ name: '_worker.js', code: text('_worker.js') });
    expect(api.requests.filter((request) => request.startsWith('CONNECT'))).toEqual([]);
  });

  it('escapes GitHub Actions commands in what wrangler and Cloudflare say', async () => {
    await using api = await startPagesApi(account);
    const errors = [{ code: 1, message: 'no\n::error title=x::y\n##[error]z' }];
    api.fault = (endpoint) =>
      endpoint.endsWith('/upload-token')
        ? Response.json({ success: false, errors, messages: [], result: null }, { status: 403 })
        : undefined;
    const { code, stdout, stderr } = await runScript('deploy', ['--dir', site], environment(api.url));
    expect([code, readFileSync(output, 'utf8')]).toEqual([1, 'failure=deployment\n']);
    expect(stdout + stderr).not.toMatch(/^\s*::error|##\[|[^\P{C}\n]/mu);
  });

  it('stops wrangler too if SIGKILL ends it during the upload', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<Request>();
    await using api = await startPagesApi(account);
    api.fault = (endpoint, request) => {
      if (!endpoint.endsWith('/upload-token')) return undefined;
      resolve(request);
      return new Promise(() => undefined);
    };
    const { child, ended } = startScript('deploy', ['--dir', site], environment(api.url));
    const { signal } = await asked;
    child.kill('SIGKILL');
    // When wrangler ends, its connection closes, which aborts the request.
    if (!signal.aborted) await once(signal, 'abort');
    expect(await ended).toMatchObject({ code: null });
    expect(api.deployments).toEqual([]);
  });

  it('uploads neither recorded rates nor a site without 6 of the 30 most traded currencies', async () => {
    const out = join(folder.path, 'recorded');
    const gone = catalogue.slice(2, 8).map(({ code }) => code);
    const rates = new Map([...recordedDay.rates].filter(([code]) => !gone.includes(code)));
    await writeSmallSite(out, { ...fewDays, snapshot: { ...recordedDay, rates } });
    const { code, stderr } = await runScript('deploy', ['--dir', out, '--check'], {});
    expect(code).toBe(1);
    expect(stderr).toContain('are for previews only');
    for (const currency of gone) expect(stderr).toContain(currency);
  });

  it('uploads no site that changes a day that is already published', async () => {
    const check = (previous: string) => runScript('deploy', ['--dir', site, '--check', '--previous', previous], {});
    expect(await check(site)).toEqual({ code: 0, stdout: `${site} can be deployed.\n`, stderr: '' });
    const others = days.map(({ date, rates }) => ({
      date,
      rates: date === '2026-09-28' ? new Map(rates).set('EUR', 1) : rates,
    }));
    const other = join(folder.path, 'other');
    writeFiles(other, previousFiles(mirrored.snapshot, { ...recordedDays, days: others }));
    const { code, stderr } = await check(other);
    expect([code, stderr]).toEqual([1, expect.stringContaining('2026-09-28')]);
  });

  it.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ['the folder has no site', ['--dir', folder.path, '--check'], {}, 'holds no site'],
    ['a variable is missing', ['--dir', site], { CLOUDFLARE_API_TOKEN: '' }, 'CLOUDFLARE_API_TOKEN is not set'],
    [
      'a project’s name has capitals',
      ['--dir', site],
      { CLOUDFLARE_PAGES_PROJECT: 'Rates' },
      'CLOUDFLARE_PAGES_PROJECT',
    ],
    ['a token ends with a line break', ['--dir', site], { CLOUDFLARE_API_TOKEN: 'secret\n' }, 'CLOUDFLARE_API_TOKEN'],
    ['an account has another letter', ['--dir', site], { CLOUDFLARE_ACCOUNT_ID: 'sécret' }, 'CLOUDFLARE_ACCOUNT_ID'],
  ])('exits with 2 and sends nothing if %s', async (_, args, changes, problem) => {
    await using api = await startPagesApi(account);
    const { code, stderr } = await runScript('deploy', args, environment(api.url, changes));
    expect([code, stderr, api.requests]).toEqual([2, expect.stringContaining(problem), []]);
    expect(stderr).not.toContain('secret\n');
  });
});

it('npm run publish names each variable that has an invalid value, and not the value', async () => {
  const { code, stderr } = await runScript('publish', [], {
    ...{ MIRRORS: 'https://a.example ftp://key', START_OVER: 'yes', PUBLISH_TO_GITHUB_PAGES: 'perhaps' },
  });
  expect(code).toBe(2);
  for (const name of ['MIRRORS', 'START_OVER', 'PUBLISH_TO_GITHUB_PAGES']) expect(stderr).toContain(`${name}: `);
  expect(stderr).not.toMatch(/key|perhaps/);
});
