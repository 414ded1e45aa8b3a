import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/currencies/catalogue.ts';
import { controlFiles } from '../src/site/host-limits.ts';
import { previousFiles, writeFiles } from '../src/testing/sites/previous-site.ts';
import { upload } from '../src/operate/hosts/upload.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { fewDays, recordedDay, writeSmallSite } from '../src/testing/sites/small-site.ts';
import { type PagesApi, fakeEnvironment, startPagesApi } from '../src/testing/servers/pages-api.ts';
import { filesOf } from '../src/testing/sites/read-site.ts';
import { runScript, signalScript } from '../src/testing/process/run-script.ts';
import { startScript } from '../src/testing/process/spawn-script.ts';

const token = 'secret';
const account = '0123456789abcdef';
const project = 'my-rates';

const folder = temporaryFolder();
const site = join(folder.path, 'site');

function environment(url: string, changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    CLOUDFLARE_API_TOKEN: token,
    CLOUDFLARE_ACCOUNT_ID: account,
    CLOUDFLARE_PAGES_PROJECT: project,
    ...fakeEnvironment(url, folder.path),
    ...changes,
  };
}

const mirrored = { ...fewDays, snapshot: { ...recordedDay, isRecorded: false } };
beforeAll(() => writeSmallSite(site, mirrored));
afterAll(() => folder[Symbol.asyncDispose]());

describe('command deploy (uploads a site)', () => {
  describe('with a valid site', () => {
    let api: PagesApi;
    beforeAll(async () => {
      api = await startPagesApi({ token, account, project, productionBranch: 'live' });
    });
    afterAll(() => api[Symbol.asyncDispose]());
    const text = (path: string) => readFileSync(join(site, path), 'utf8');
    const addresses = (paths: readonly string[]) => paths.map((path) => `/${path}`);

    it('uploads every file of the site to the project’s production branch', async () => {
      const { code, stdout } = await runScript('deploy', ['--dir', site], environment(api.url));
      expect(code).toBe(0);
      expect(stdout).toContain('Deployment complete!');
      const {
        files: served,
        uploaded,
        uploadedBytes,
        form,
        worker,
      } = api.deployments[0] ?? expect.fail('no deployment');
      const files = filesOf(site).filter((path) => !controlFiles.includes(path));
      expect(files.length).toBeGreaterThan(500);
      expect([...served.keys()].sort()).toEqual(addresses(files));
      expect(uploaded).toEqual(addresses(files));
      // Identical files are uploaded only once.
      const bodies = new Set(files.map((path) => readFileSync(join(site, path), 'latin1')));
      expect(uploadedBytes).toBe([...bodies].reduce((sum, body) => sum + body.length, 0));
      expect(form).toMatchObject({
        branch: 'live',
        _headers: text('_headers'),
        _redirects: text('_redirects'),
        '_routes.json': text('_routes.json'),
      });
      expect(worker).toMatchObject({ name: '_worker.js', code: text('_worker.js') });
    });

    it('connects to no host except Cloudflare’s API', () => {
      expect(api.requests.filter((request) => request.startsWith('CONNECT'))).toEqual([]);
    });
  });

  describe('with a failed or interrupted upload', () => {
    it.concurrent('exits with 1 if the API token has no access to the project', async () => {
      await using api = await startPagesApi({ token: 'another', account, project });
      const { code, stderr } = await runScript('deploy', ['--dir', site], environment(api.url));
      expect(code).toBe(1);
      expect(stderr).toBe('Cloudflare\'s API, GET the project: status 403: "Authentication error"\n');
      expect(api.requests).toEqual([`GET /accounts/${account}/pages/projects/my-rates`]);
    });

    it.concurrent('escapes GitHub Actions commands in the errors of wrangler and Cloudflare', async () => {
      const errors = [{ code: 10_000, message: 'no\n::error title=x::y\n##[error]z' }];
      await using api = await startPagesApi({ token, account, project });
      api.fault = (endpoint) =>
        endpoint.endsWith('/upload-token')
          ? Response.json({ success: false, errors, messages: [], result: null }, { status: 403 })
          : undefined;
      const { code, stdout, stderr } = await runScript(
        'deploy',
        ['--dir', site],
        environment(api.url, { FORCE_COLOR: '1' }),
      );
      expect(code).toBe(1);
      expect(stderr).toContain('The deployment failed: see wrangler’s output above. The live site is unchanged.');
      expect(stdout + stderr).toContain(String.raw`\u003a:error title=x::y`);
      expect(stdout + stderr).not.toMatch(/^\s*::|##\[|[^\P{C}\n]/mu);
    });

    /** Starts a fake API that never responds to wrangler. The promise `asked` resolves with wrangler's request. */
    async function startHangingApi() {
      const { promise: asked, resolve: ask } = Promise.withResolvers<Request>();
      const api = await startPagesApi({ token, account, project });
      api.fault = (endpoint, request) => {
        if (!endpoint.endsWith('/upload-token')) return undefined;
        ask(request);
        return new Promise(() => undefined);
      };
      return Object.assign(api, { asked });
    }

    /** Waits until wrangler's process ends, because its connection then closes, which aborts the request. */
    async function untilWranglerEnds({ signal }: Request): Promise<void> {
      if (!signal.aborted) await once(signal, 'abort');
    }

    it.concurrent('stops wrangler too if SIGTERM stops deploy during the upload', async () => {
      await using api = await startHangingApi();
      const ended = runScript('deploy', ['--dir', site], environment(api.url));
      const request = await api.asked;
      signalScript('SIGTERM');
      await untilWranglerEnds(request);
      expect(await ended).toMatchObject({
        code: 143,
        stderr: expect.stringContaining('Stopped. The live site is unchanged') as string,
      });
    });

    it.concurrent('stops wrangler if the upload takes longer than its limit', async () => {
      const uploaded = upload(site, { branch: 'main', project, limit: 100 }, new AbortController().signal);
      await expect(uploaded).rejects.toThrow(/^The upload wasn't complete after \S+ minutes, so it was stopped\. /);
    });

    it.concurrent('stops wrangler too if SIGKILL ends deploy during the upload', async () => {
      await using api = await startHangingApi();
      const { child, ended } = startScript('deploy', ['--dir', site], environment(api.url));
      const request = await api.asked;
      child.kill('SIGKILL');
      await untilWranglerEnds(request);
      expect(await ended).toMatchObject({ code: null });
    });
  });

  describe('with invalid input', () => {
    let api: PagesApi;
    beforeAll(async () => {
      api = await startPagesApi({ token, account, project });
    });
    afterAll(async () => {
      expect(api.requests).toEqual([]);
      await api[Symbol.asyncDispose]();
    });
    const deploy = (args: string[], changes: NodeJS.ProcessEnv = {}) =>
      runScript('deploy', args, environment(api.url, changes));

    it.concurrent(
      'rejects recorded rates, and a site without rates of 6 of the 30 most traded currencies',
      async () => {
        const out = join(folder.path, 'recorded');
        const gone = catalogue.slice(2, 8).map(({ code }) => code);
        const rates = new Map([...recordedDay.rates].filter(([code]) => !gone.includes(code)));
        await writeSmallSite(out, { ...fewDays, snapshot: { ...recordedDay, rates } });
        const { code, stdout, stderr } = await deploy(['--dir', out]);
        expect(stderr.split('\n')).toEqual([
          'api/v1/rates.json: the recorded rates of 2026-09-29 are for previews only. Write the site again without --recorded',
          `api/v1/rates.json: rates: 6 of the 30 most traded currencies are missing, more than 5: ${gone.join(', ')}`,
          `Nothing was sent. Write the site again, then deploy it: npm run generate -- --out ${out} --file-limit 20000`,
          '',
        ]);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      },
    );

    it.concurrent('exits with 2 if the folder has no site', async () => {
      await using empty = temporaryFolder();
      expect(await deploy(['--dir', empty.path])).toEqual({
        code: 2,
        stdout: '',
        stderr:
          `${empty.path} holds no site. Write a site first: ` +
          `npm run generate -- --out ${empty.path} --file-limit 20000\n`,
      });
    });

    it.concurrent('exits with 1 if the new site changes the rates of a day that is already published', async () => {
      await using live = temporaryFolder();
      const check = (previous: string) => deploy(['--dir', site, '--check', '--previous', previous]);
      expect(await check(site)).toEqual({ code: 0, stdout: `${site} can be deployed.\n`, stderr: '' });

      const days = fewDays.archive.days.map(({ date, rates }) => ({
        date,
        rates: date === '2026-09-28' ? new Map(rates).set('EUR', 1) : rates,
      }));
      writeFiles(live.path, previousFiles(mirrored.snapshot, { ...fewDays.archive, days }, fewDays.official));
      const { code, stderr } = await check(live.path);
      expect(code).toBe(1);
      expect(stderr).toContain(
        'api/v1/archive.json: lacks or changes 1 published days, such as 2026-09-28. Write the site again with --previous\n',
      );
    });

    it.concurrent.each([
      ['CLOUDFLARE_API_TOKEN', 'a line break', 'secret\n', String.raw`\n`],
      ['CLOUDFLARE_API_TOKEN', 'a letter that HTTP headers can’t contain', 'sécret', 'é'],
      ['CLOUDFLARE_ACCOUNT_ID', 'a line break', 'secret\n', String.raw`\n`],
      ['CLOUDFLARE_PAGES_PROJECT', 'a line break', 'secret\n', String.raw`\n`],
    ])('exits with 2 and names the variable if %s has %s', async (name, _, value, character) => {
      expect(await deploy(['--dir', site], { [name]: value })).toEqual({
        code: 2,
        stdout: '',
        stderr: `${name} contains the character "${character}". Set it again without this character.\n`,
      });
    });
  });
});
