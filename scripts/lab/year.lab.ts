import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ReferenceRates } from '../../src/api/documents/reference-rates.ts';
import { backUpSite } from '../../src/operate/publish/back-up-site.ts';
import { pegs } from '../../src/money/currencies/facts.ts';
import { usdPriceOf } from '../../src/testing/data/usd-prices.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { type BankKey, type FakeBanks, startFakeBanks } from '../../src/testing/servers/fake-banks.ts';
import { startGitHubApi } from '../../src/testing/servers/github-api.ts';
import { answers, type LoopbackMirror, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { fakeEnvironment, type PagesApi, startPagesApi } from '../../src/testing/servers/pages-api.ts';
import { fewPairs, recordedCatalogue } from '../../src/testing/sites/small-site.ts';
import { dateAt, dayNumber, instantAt, type IsoDate } from '../../src/money/calendar.ts';

/*
 * A year of an operator who does nothing unless the issue asks: what is published, what the issue says and when it
 * closes, in each kind of outage. The real commands run against fakes of Cloudflare's and GitHub's APIs, mirrors and
 * banks on this machine. Prints a table.
 */

const account = { token: 'a-token', account: 'an-account', project: 'rates' };
const folder = temporaryFolder();
const output = join(folder.path, 'output');
const NEWEST = 'a'.repeat(40);

/** The banks whose whole history takes few requests. */
const banks = ['ecb', 'cnb', 'norges-bank'] as const satisfies readonly BankKey[];

/** What is wrong in the world. */
interface World {
  dataset: 'fresh' | 'late' | 'html';
  banks: 'up' | 'down';
  cloudflare?: { readonly status: number; readonly code: number; readonly message: string } | undefined;
  project: string;
  /** The commit that has passed the gate. */
  commit: string;
  /** The backup to restore. */
  previous?: string | undefined;
}
const well: World = { dataset: 'fresh', banks: 'up', project: 'rates', commit: NEWEST };
let world = well;
let time = Date.parse('2026-10-05T18:23:00Z');
let lastDataset: IsoDate;
const at = () => instantAt(time);
const today = (): IsoDate => dateAt(at());

let mirror: LoopbackMirror;
let fakes: FakeBanks;
let cloudflare: PagesApi;
let issues: { readonly number: number; state: string; body: string; comments: string[] }[] = [];
const runs: { status: string; created_at: string; jobs?: Record<string, string> }[] = [];
const rows: string[] = [];
const published: string[] = [];

const codes = recordedCatalogue.map(({ code }) => code);
/** Units per 1 USD. A peg moves with its anchor. */
function rateOn(day: number, code: string): number {
  const { anchor = '', parity = null } = pegs.get(code) ?? {};
  if (parity !== null) return parity / usdPriceOf(anchor)(day);
  return (code === 'SYP' ? 0.01 : 1) / usdPriceOf(code)(day);
}
const datasetOn = (date: IsoDate) => ({
  date,
  usd: Object.fromEntries(codes.map((code) => [code.toLowerCase(), rateOn(dayNumber(date), code)])),
});

beforeAll(async () => {
  mirror = await startMirror((response, { url = '' }) => {
    const past = /\d{4}-\d\d-\d\d/.exec(url)?.[0] as IsoDate | undefined;
    if (world.dataset === 'html') answers.text('<h1>Welcome</h1>')(response);
    else if (past !== undefined) answers.json(datasetOn(past))(response);
    else {
      if (world.dataset === 'fresh') lastDataset = today();
      answers.json(datasetOn(lastDataset))(response);
    }
  });
  fakes = await startFakeBanks({ now: at() });
  cloudflare = await startPagesApi({ ...account, isMissing: true });
  vi.useFakeTimers({ toFake: ['Date'], now: time });
});
afterAll(async () => {
  vi.useRealTimers();
  for (const each of [mirror, fakes, cloudflare, folder]) await each[Symbol.asyncDispose]();
  console.log(`\n| when | what happens | published | issue |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`);
});

/** One run of the workflow: publish, then report. */
async function run(): Promise<string> {
  vi.setSystemTime(time);
  cloudflare.setClock(at());
  fakes.now = at();
  for (const key of banks) {
    if (world.banks === 'down') fakes.trouble.set(key, 'down');
    else fakes.trouble.delete(key);
  }
  cloudflare.fault = () => {
    const { status, code, message } = world.cloudflare ?? {};
    return status === undefined
      ? undefined
      : Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });
  };
  await using github = await startGitHubApi([...runs].reverse(), {
    createdAt: '2026-10-05T00:00:00Z',
    // A backup is pushed each month.
    pushedAt: `${today().slice(0, 7)}-01T06:00:00Z`,
    ...(runs.some(({ status }) => status === 'success') && { backedUp: `${today().slice(0, 7)}-01T06:00:00Z` }),
  });
  github.issues.push(...(issues as never[]));
  const common = {
    GITHUB_API_URL: github.url,
    GITHUB_REPOSITORY: 'me/fork',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_TOKEN: 'a-token',
    GITHUB_RUN_ID: '1',
    GITHUB_STEP_SUMMARY: '',
    GITHUB_OUTPUT: output,
  };
  writeFileSync(output, '');
  const site = join(folder.path, 'dist');
  const publish = await runScript('publish', ['--out', site, '--patience', '0', '--file-limit', `${fewPairs}`], {
    ...fakeEnvironment(cloudflare.url, folder.path),
    ...common,
    CLOUDFLARE_API_TOKEN: account.token,
    CLOUDFLARE_ACCOUNT_ID: account.account,
    CLOUDFLARE_PAGES_PROJECT: world.project,
    COMMIT: world.commit,
    PREVIOUS: world.previous,
    MIRRORS: mirror.url,
    DATED_MIRRORS: `${mirror.url}/{date}`,
    WITNESSES: 'none',
    OFFICIAL: banks.map((key) => `${key}=${fakes.url}`).join(' '),
    SITE_URL: cloudflare.siteUrl,
  });
  const outputs = Object.fromEntries(
    readFileSync(output, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  const outcome = publish.code === 0 ? 'success' : 'failure';
  runs.push({ status: outcome, created_at: at(), ...(outcome === 'success' && { jobs: { report: 'success' } }) });
  const report = await runScript('workflow/report', [], {
    ...common,
    OUTCOME: outcome,
    FAILURE: outputs['failure'] ?? '',
    LIVE: outputs['live'] ?? '',
    COMMIT: world.commit,
    NEWEST,
    MIRROR_OUTCOME: '',
    FUNCTION: outputs['function'] ?? '',
  });
  expect(report.code, report.stdout + report.stderr).toBe(0);
  issues = github.issues;
  const live = cloudflare.live()?.files.get('/api/v1/rates.json');
  const rates = live && (JSON.parse(live.bytes.toString()) as ReferenceRates);
  if (outcome === 'success' && rates) published.push(rates.rate_as_of);
  rmSync(join(process.cwd(), 'backup'), { recursive: true, force: true });
  return outcome === 'success' ? `rates of ${rates?.rate_as_of ?? '?'}` : `no: ${outputs['failure'] ?? '?'}`;
}

/** Runs the workflow every few hours, and adds a row for each change of the outcome or of the issue. */
async function pass(what: string, hours: number, changes: Partial<World> = {}, step = 12): Promise<void> {
  world = { ...well, ...changes };
  let last = '';
  for (const end = time + hours * 3_600_000; time < end; time += step * 3_600_000) {
    const outcome = await run();
    const open = issues.filter(({ state }) => state === 'open');
    expect(open.length).toBeLessThanOrEqual(1);
    const lines = open.flatMap(({ body }) => body.match(/^- `[^`]*`/gm) ?? []).map((line) => line.slice(2));
    const issue = lines.length > 0 ? lines.join(', ') : '–';
    // Within a situation, only changes are shown.
    const shown = `${outcome.replace(/ of .*/, '')} ${issue}`;
    if (shown !== last) rows.push(`| ${at().slice(0, 16)} | ${what} | ${outcome} | ${issue} |`);
    last = shown;
  }
}

const days = 24;
const archivedDays = () => {
  const files = cloudflare.live()?.files;
  return [...(files?.keys() ?? [])].filter((path) => /^\/api\/v1\/rates\/\d{4}-\d\d-\d\d\.json$/.test(path)).length;
};

it('a year of an operator', async () => {
  await pass('first publishes', 2 * days);
  await pass('dataset late for 6 days', 6 * days, { dataset: 'late' }, 24);
  await pass('dataset is back', 2 * days);
  await pass('HTML from the mirror for 2 days', 2 * days, { dataset: 'html' });
  await pass('mirror is back', 1 * days);
  await pass('banks down for 8 business days', 11 * days, { banks: 'down' }, 24);
  await pass('banks are back', 1 * days);
  await pass('dataset and banks missing for 6 days', 6 * days, { dataset: 'html', banks: 'down' }, 24);
  await pass('both are back', 2 * days);
  const before = archivedDays();
  await pass('token expired for 2 days', 2 * days, {
    cloudflare: { status: 403, code: 10_000, message: 'Authentication error' },
  });
  await pass('token replaced', 1 * days);
  await pass('account ID wrong for a day', 1.5 * days, {
    cloudflare: { status: 404, code: 7003, message: 'Could not route to /accounts/x' },
  });
  await pass('project name mistyped for a day', 1.5 * days, { project: 'mistyped' });
  await pass('corrected', 1 * days);
  cloudflare.functions.isUsedUp = true;
  time = Date.parse(`${today()}T12:23:00Z`);
  await pass('Function’s quota used up since noon', 0.5 * days, {}, 3);
  await pass('still used up after midnight', 0.1 * days, {}, 1);
  cloudflare.functions.isUsedUp = false;
  await pass('quota renewed', 0.1 * days, {}, 1);
  cloudflare.publishElsewhere();
  await pass('another publisher has published', 0.5 * days);
  time += 20 * days * 3_600_000;
  await pass('schedule was off for 20 days', 1 * days);
  await pass('newest commit fails the gate for 2 days', 2 * days, { commit: 'b'.repeat(40) });
  await pass('newest commit passes', 1 * days);
  // No published day was ever lost.
  expect(archivedDays()).toBeGreaterThan(before);
  expect(published).toEqual(published.toSorted());
  expect(issues.filter(({ state }) => state === 'open')).toEqual([]);

  // The project is deleted: nothing is published until the archive is restored.
  const kept = archivedDays();
  const backup = join(folder.path, 'kept');
  await backUpSite(cloudflare.live()?.url ?? '', backup, at(), AbortSignal.timeout(60_000));
  await cloudflare[Symbol.asyncDispose]();
  cloudflare = await startPagesApi({ ...account, isMissing: true });
  await pass('project deleted for 2 days', 2 * days);
  expect(cloudflare.deployments).toEqual([]);
  await pass('archive restored', 1, { previous: backup });
  await pass('after the restore', 1 * days);
  expect(archivedDays()).toBeGreaterThanOrEqual(kept);
  expect(issues.filter(({ state }) => state === 'open')).toEqual([]);
});
