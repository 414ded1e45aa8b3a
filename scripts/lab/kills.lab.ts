import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import recorded from '../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { commandOf } from '../../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { startGitHubApi } from '../../src/testing/servers/github-api.ts';
import { answers, type LoopbackMirror, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { fakeEnvironment, type PagesApi, startPagesApi } from '../../src/testing/servers/pages-api.ts';
import { fewPairs } from '../../src/testing/sites/small-site.ts';

/*
 * What is live after `npm run publish` is killed with SIGKILL: at each of its requests to Cloudflare's API, and after each
 * of its steps for GitHub Pages, where only a later job changes what is live. Prints tables.
 */

const account = { token: 'a-token', account: 'an-account', project: 'rates' };
const folder = temporaryFolder();
const rows: string[] = [];
const args = ['--out', join(folder.path, 'dist'), '--witness', 'none', '--official', 'none', '--backfill', '0'];
let mirror: LoopbackMirror;
let api: PagesApi;
let euro = recorded.usd.eur;

beforeAll(async () => {
  // Each publish has other rates, so each new site is another version.
  mirror = await startMirror((response) => {
    answers.json({ ...recorded, date: new Date().toISOString().slice(0, 10), usd: { ...recorded.usd, eur: euro } })(
      response,
    );
  });
  api = await startPagesApi(account);
  expect(await publish()).toBe(0);
});
afterAll(async () => {
  console.log(`\n| killed | afterwards |\n| --- | --- |\n${rows.join('\n')}\n`);
  for (const each of [mirror, api, folder]) await each[Symbol.asyncDispose]();
});

/** The variables for a publish to the fake of Cloudflare. */
const environment = () => ({
  ...fakeEnvironment(api.url, folder.path),
  CLOUDFLARE_API_TOKEN: account.token,
  CLOUDFLARE_ACCOUNT_ID: account.account,
  CLOUDFLARE_PAGES_PROJECT: account.project,
  SITE_URL: api.siteUrl,
});

/** Runs a publish to its end. @param at the number of the request to Cloudflare's API at which it is killed */
async function publish(at = Infinity): Promise<number | null> {
  euro *= 1.0001;
  const [program, line] = commandOf('publish', [...args, '--mirror', mirror.url, '--file-limit', `${fewPairs}`]);
  const child = spawn(program, line, {
    stdio: 'ignore',
    env: { ...process.env, ...environment() },
  });
  let requests = 0;
  api.fault = () => {
    if (++requests === at) child.kill('SIGKILL');
    return undefined;
  };
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

it('leaves the old or the new checked site live, whenever it is killed', async () => {
  for (let at = 1; ; at++) {
    const [before, known] = [api.live(), new Set(api.deployments)];
    const first = api.requests.length;
    const code = await publish(at);
    const live = api.live();
    const candidate = api.deployments.find((each) => !known.has(each) && each.branch === 'ratesheet-candidate');
    if (live !== before) expect(live?.files).toEqual(candidate?.files);
    const request = api.requests[first + at - 1]?.replace(/[\da-f-]{36}/, 'ID').replace(/\/accounts\/.*\/rates/, '…');
    rows.push(
      `| ${code === 0 ? 'not' : `at ${at}. ${request ?? '?'}`} | ${live === before ? 'the old site is live' : 'the new site is live, checked at its preview URL'} |`,
    );
    if (code === 0) break;
  }
});

it.each([
  // Alone, GitHub Pages gets the files of the publish's own steps. Beside Cloudflare, they follow after the last step.
  ['alone', ['live', 'build', 'check', 'upload', 'checkCandidate', 'promote', undefined], 'Step checkCandidate:'],
  [
    'beside',
    ['live', 'build', 'check', 'upload', 'promote', 'checkLive', 'checkAddress', undefined],
    'Step checkAddress:',
  ],
] as const)(
  'leaves nothing to deploy to GitHub Pages %s, until the new files are checked',
  async (mode, at, checked) => {
    const output = join(folder.path, 'output');
    await using nothing = await startMirror(answers.status(404));
    const { origin } = new URL(nothing.url);
    await using github = await startGitHubApi([], { pages: { html_url: origin, build_type: 'workflow' } });
    for (const step of at) {
      for (const path of ['output', 'mirror', 'backup'])
        rmSync(join(folder.path, path), { recursive: true, force: true });
      const options = ['--mirror', mirror.url, '--file-limit', `${fewPairs}`, '--github-pages', '--start-over'];
      const [program, [flag = '', loader = '', ...line]] = commandOf('publish', [...args, ...options]);
      const before = api.live();
      const child = spawn(program, [flag, join(import.meta.dirname, '../..', loader), ...line], {
        cwd: folder.path,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          ...process.env,
          ...(mode === 'beside' && environment()),
          ...{ GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'me/fork', GITHUB_TOKEN: 'a-token' },
          ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_OUTPUT: output, CONTACT: 'mailto:me@example.com' },
        },
      });
      let log = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (step !== undefined && log.includes(`Step ${step}:`)) child.kill('SIGKILL');
      });
      const [code] = (await once(child, 'close')) as [number | null];
      expect(code, log).toBe(step === undefined ? 0 : null);
      const isHandedOver = existsSync(output) && readFileSync(output, 'utf8').includes('pages=true');
      expect(!isHandedOver || log.includes(checked), log).toBe(true);
      if (step === undefined) expect(isHandedOver).toBe(true);
      const live = api.live() === before ? 'the old site is live' : 'the new site is live at Cloudflare';
      const state = isHandedOver ? 'the checked files are handed over' : 'nothing to deploy';
      const where = step === undefined ? 'not' : `after the step ${step}`;
      rows.push(`| GitHub Pages ${mode}: ${where} | ${mode === 'beside' ? `${live}, ` : ''}${state} |`);
    }
  },
);
