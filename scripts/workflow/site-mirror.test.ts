import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Preview, startPreview } from '../../src/site/serve/preview-server.ts';
import { sha256 } from '../../src/site/checksums.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { runCommands, runStep } from '../../src/testing/process/workflows.ts';
import { startGitHubApi } from '../../src/testing/servers/github-api.ts';
import { answers, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { recordedDay, writeSmallSite } from '../../src/testing/sites/small-site.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const work = join(folder.path, 'work');
const published = join(folder.path, 'published');
const output = join(folder.path, 'output');
const bin = join(folder.path, 'bin');
const completeSite = 'https://rates.example';
let pages: Preview;

/** Makes the mirror of a site that was just checked, as the job `publish` does. */
function make() {
  const env = {
    ...{ MODE: 'beside', GITHUB_OUTPUT: output },
    ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'me/fork' },
  };
  return runStep(['publish.yml', 'publish', 'Make the mirror'], work, env);
}

beforeAll(async () => {
  for (const path of [work, published, bin]) mkdirSync(path);
  // In the workflow, the checkout creates this folder.
  symlinkSync(join(root, 'scripts'), join(work, 'scripts'));
  // The job waits a few minutes for the new version.
  writeFileSync(join(bin, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
  const checkedAt = new Date().toISOString();
  const snapshot = { ...recordedDay, checkedAt, staleReason: null, staleSince: null };
  await writeSmallSite(join(work, 'dist'), { fileLimit: 5968, snapshot, url: completeSite });
  const { code, stderr } = await make();
  expect(code, stderr).toBe(0);
  // GitHub Pages unpacks the artifact.
  await runCommands('tar -xf work/artifact.tar -C published', folder.path, {});
  pages = await startPreview(published, 0, { base: '/fork' });
});
afterAll(async () => {
  await pages[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe('step “Make the mirror” (packs the mirror of the published site)', () => {
  it('packs the files of the mirror, and sets the hash of its rates as the output', () => {
    expect(readdirSync(published).sort()).toEqual(readdirSync(join(work, 'mirror')).sort());
    expect(existsSync(join(published, '.nojekyll'))).toBe(true);
    expect(JSON.parse(readFileSync(join(published, 'files-only.json'), 'utf8'))).toMatchObject({
      complete_site: completeSite,
    });
    const rates = sha256(readFileSync(join(work, 'dist/api/v1/rates.json')));
    expect(readFileSync(output, 'utf8')).toBe(`rates=${rates}\n`);
  });

  it('fails if the mirror isn’t healthy, and sets no output', async () => {
    await runCommands('rm -r mirror artifact.tar && mv dist/api/currencies.json kept', work, {});
    writeFileSync(output, '');
    const { code, stderr } = await make();
    await runCommands('mv kept dist/api/currencies.json', work, {});
    expect([code, stderr, readFileSync(output, 'utf8')]).toEqual([
      1,
      "api/currencies.json: is missing\n/api/currencies.json: status 404, not 200\nThe mirror isn't healthy, so it isn't deployed.\n",
      '',
    ]);
    expect(existsSync(join(work, 'artifact.tar'))).toBe(false);
  });
});

describe('job “mirror” (deploys the mirror to GitHub Pages)', () => {
  const step = (name: string, env: NodeJS.ProcessEnv) =>
    runStep(['publish.yml', 'mirror', name], folder.path, {
      ...{ GITHUB_STEP_SUMMARY: join(folder.path, 'summary') },
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      ...env,
    });

  it.each<[string, () => { LIVE: string; CONTINUES: string }, number]>([
    [
      'deploys a version that continues the live version',
      () => ({ LIVE: pages.url, CONTINUES: sha256(readFileSync(join(published, 'SHA256SUMS'))) }),
      0,
    ],
    ['deploys a first version if nothing is live', () => ({ LIVE: `${pages.url}-none`, CONTINUES: 'nothing' }), 0],
    ['refuses a first version if a version is live', () => ({ LIVE: pages.url, CONTINUES: 'nothing' }), 1],
    ['refuses a version that continues another version', () => ({ LIVE: pages.url, CONTINUES: sha256('another') }), 1],
    ['refuses a URL that would be an option of curl', () => ({ LIVE: '--version', CONTINUES: 'nothing' }), 1],
  ])('%s', async (_, env, expected) => {
    const { code, stdout } = await step('Check what is live', env());
    expect(code, stdout).toBe(expected);
  });

  it('refuses a version if it can’t read what is live', async () => {
    await using broken = await startMirror(answers.status(403));
    const { code, stdout } = await step('Check what is live', { LIVE: broken.url, CONTINUES: 'nothing' });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^::error title=Not deployed::/)]);
  });

  it('waits until the new rates are live, even if a cache keeps earlier responses', async () => {
    const rates = readFileSync(join(published, 'api/v1/rates.json'));
    const cache = new Map<string | undefined, string | Buffer>();
    await using late = await startMirror((response, { url }) => {
      const body = cache.get(url) ?? (late.requests() < 6 ? 'old' : rates);
      cache.set(url, body);
      response.end(body);
    });
    const { code, stdout } = await step('Check that it is live', { LIVE: `${late.url}/`, RATES: sha256(rates) });
    expect([code, stdout]).toEqual([0, `Published: ${late.url}/\n`]);
    const never = await step('Check that it is live', { LIVE: pages.url, RATES: sha256('others') });
    expect([never.code, never.stdout]).toEqual([1, expect.stringMatching(/^::error title=Not live::/)]);
  });
});

it('find-github-pages.ts > sets the outputs for a site that is published', async () => {
  writeFileSync(output, '');
  const deployments = [{ created_at: '2026-09-30T06:00:00Z', states: ['success'] }];
  await using api = await startGitHubApi([], { pages: { html_url: pages.url, build_type: 'workflow' }, deployments });
  const { code, stdout } = await runScript('workflow/find-github-pages', [], {
    ...{ GITHUB_API_URL: api.url, GITHUB_REPOSITORY: 'me/fork', GITHUB_TOKEN: 'a-token', GITHUB_OUTPUT: output },
  });
  expect([code, stdout]).toEqual([0, `${pages.url}: a site is published.\n`]);
  expect(readFileSync(output, 'utf8')).toBe(`url=${pages.url}\npublished=true\n`);
});
