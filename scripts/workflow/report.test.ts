import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildStatus } from '../../src/api/documents/status.ts';
import { failures } from '../../src/operate/failures.ts';
import { heldHkd } from '../../src/testing/data/held-hkd.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { type GitHubApiOptions, startGitHubApi } from '../../src/testing/servers/github-api.ts';
import { answers, type LoopbackMirror, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { recordedDay, recordedFiles } from '../../src/testing/sites/small-site.ts';

const START = Date.parse('2026-09-30T06:00:00.000Z');
/** The time some hours after the start of a test. */
const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString();
const run = (status: string, hours: number, more: object = {}) => ({ status, created_at: at(hours), ...more });
const { code } = heldHkd;
const statusWith = (changes: object, quality = new Map<string, typeof heldHkd>()) => ({
  ...buildStatus({ ...recordedDay, stale_since: null, quality }, recordedFiles),
  ...changes,
});
const well = statusWith({});
const held = statusWith({}, new Map([[code, { ...heldHkd, since: '2026-09-01' }]]));
const omitted = statusWith({}, new Map([[code, { ...heldHkd, state: 'omitted' as const }]]));
const stale = statusWith({ stale_since: at(-24) });
const [NEW, OLD] = ['a'.repeat(40), 'b'.repeat(40)];

/** What the live site serves as its status. */
let served: object;
let site: LoopbackMirror;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  site = await startMirror((response, { url }) => {
    const isStatus = url?.startsWith('/api/v1/status.json?');
    (isStatus ? answers.json(served) : answers.status(404))(response);
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await site[Symbol.asyncDispose]();
});
beforeEach(() => {
  vi.setSystemTime(START);
  served = well;
});

interface Hour {
  readonly hour?: number;
  /** What the live site serves as its status from then on. */
  readonly site?: object;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a fake of GitHub, and returns functions that report like the workflow's runs. */
async function start(runs: Parameters<typeof startGitHubApi>[0] = [run('success', -30)], options?: GitHubApiOptions) {
  const api = await startGitHubApi(runs, options);
  const report = async (outcome: string, { hour, site: status, env }: Hour = {}) => {
    if (hour !== undefined) vi.setSystemTime(START + hour * 3_600_000);
    if (status) served = status;
    return await runScript('workflow/report', [], {
      ...{ GITHUB_API_URL: api.url, GITHUB_REPOSITORY: 'me/fork', GITHUB_SERVER_URL: 'https://github.com' },
      ...{ GITHUB_RUN_ID: '42', GITHUB_TOKEN: 'a-token', LIVE: site.url, OUTCOME: outcome, ...env },
    });
  };
  const newest = () => api.issues.at(-1);
  return {
    ...api,
    report,
    newest,
    /** The codes that the newest issue lists; its state if it lists none. */
    listed: () => {
      const codes = Array.from((newest()?.body ?? '').matchAll(/^- `(.+?)`/gm), ([, code]) => code);
      return codes.length > 0 && newest()?.state === 'open' ? codes.join(' ') : (newest()?.state ?? 'none');
    },
  };
}

const failed = (hour: number, FAILURE = 'token'): Hour & { outcome: string } => ({
  hour,
  outcome: 'failure',
  env: { FAILURE },
});
const untried = { FUNCTION: 'untried' };
const behind = { COMMIT: OLD, NEWEST: NEW };
const deployed = (hours: number, ...states: string[]) => ({ created_at: at(hours), states });

type Step = readonly [Hour & { readonly outcome?: string }, listed: string];
interface Story {
  readonly name: string;
  readonly runs?: Parameters<typeof startGitHubApi>[0];
  readonly options?: GitHubApiOptions;
  readonly steps: readonly Step[];
}

const stories: Story[] = [
  {
    name: 'a failing publish is listed after a day, with its cause of this hour, until a run succeeds',
    runs: [run('success', -23), run('failure', -1)],
    steps: [
      [failed(0), 'none'],
      [failed(1), 'failing:token'],
      [failed(2, 'cloudflare'), 'failing:cloudflare'],
      [failed(3, '@everyone'), 'failing:other'],
      [{ hour: 4, outcome: 'cancelled' }, 'failing:other'],
      [{ hour: 5 }, 'closed'],
    ],
  },
  {
    name: 'a publish that never succeeded is listed a day after the first run',
    runs: [run('failure', -23), run('cancelled', -1)],
    steps: [
      [failed(0), 'none'],
      [failed(1), 'failing:token'],
    ],
  },
  {
    name: 'what the live site says stays as it is while publishing fails or the site can’t be read',
    steps: [
      [{ site: stale }, 'stale'],
      [{ site: held, outcome: 'failure', env: { FAILURE: 'rates' } }, 'failing:rates stale'],
      [{ site: { ...held, currencies: 'x' } }, 'stale'],
      [{ env: { LIVE: 'https://a.example/)[x](y' } }, 'stale'],
      [{ env: { LIVE: '' } }, 'stale'],
      [{ site: held }, 'held:HKD'],
      [{ site: omitted }, 'omitted:HKD'],
      [{ site: well }, 'closed'],
    ],
  },
  {
    name: 'a newest commit that isn’t live is listed three hours after its push',
    runs: [run('success', -1), run('failure', -2, { workflow: 'gate.yml', event: 'push', head_sha: NEW })],
    steps: [
      [{ hour: 0, env: behind }, 'none'],
      [{ hour: 1, env: behind }, 'gate'],
      [failed(1, 'gate'), 'gate'],
      [{ hour: 2, env: { COMMIT: NEW, NEWEST: NEW } }, 'closed'],
    ],
  },
  { name: 'a newest commit without a run is listed at once', steps: [[{ env: behind }, 'gate']] },
  {
    name: 'a Function that doesn’t respond is listed only if its quota has just begun',
    steps: [
      [{ hour: 17, env: untried }, 'none'],
      [{ hour: 18, env: untried }, 'function'],
      [{ hour: 40, env: untried }, 'function'],
      [{ hour: 41, env: { FUNCTION: 'tried' } }, 'closed'],
      [{ hour: 42, env: untried }, 'function'],
    ],
  },
  {
    name: 'a mirror is listed a day after its last update',
    options: { deployments: [deployed(-1, 'failure'), deployed(-23, 'inactive', 'success'), deployed(-30, 'success')] },
    steps: [
      [{ hour: 0, env: { MIRROR_OUTCOME: 'failure' } }, 'none'],
      [{ hour: 1, env: { MIRROR_OUTCOME: 'failure' } }, 'mirror'],
      [{ hour: 2, env: { MIRROR_OUTCOME: 'success' } }, 'closed'],
    ],
  },
  {
    name: 'a mirror that was never updated is listed at once',
    options: { deployments: [deployed(-1, 'failure')] },
    steps: [[{ env: { MIRROR_OUTCOME: 'failure' } }, 'mirror']],
  },
  {
    name: 'a backup is listed 35 days after the last one',
    options: { createdAt: at(-36 * 24), backedUp: at(-35 * 24 + 1), pushedAt: at(0) },
    steps: [
      [{ hour: 0 }, 'none'],
      [{ hour: 1 }, 'backup'],
    ],
  },
  {
    name: 'a backup that never succeeded is listed 35 days after the first publish',
    runs: [run('success', -90 * 24), run('success', -35 * 24 + 1, { jobs: { report: 'success' } })],
    options: { createdAt: at(-91 * 24), pushedAt: at(0) },
    steps: [
      [{ hour: 0 }, 'none'],
      [{ hour: 1 }, 'backup'],
    ],
  },
  {
    name: 'the original repository’s backup in a copy of it doesn’t count',
    runs: [run('success', -36 * 24, { jobs: { report: 'success' } })],
    options: { createdAt: at(-37 * 24), backedUp: at(-38 * 24), pushedAt: at(0) },
    steps: [[{}, 'backup']],
  },
  {
    name: 'a public repository without a push for 45 days is listed, because GitHub may stop its schedule',
    options: { createdAt: at(-9000), pushedAt: at(-44 * 24) },
    steps: [
      [{ hour: 23 }, 'none'],
      [{ hour: 24 }, 'schedule'],
    ],
  },
  {
    name: 'a private repository’s schedule isn’t stopped',
    options: { createdAt: at(-9000), isPrivate: true },
    steps: [[{}, 'none']],
  },
];

describe('report.ts (keeps the issue “The site needs attention”)', () => {
  it.each(stories)('$name', async ({ runs, options, steps }) => {
    await using world = await start(runs, options);
    for (const [{ outcome = 'success', ...hour }, listed] of steps) {
      await world.report(outcome, hour);
      expect(world.listed(), JSON.stringify([hour.hour, outcome])).toBe(listed);
    }
  });

  it('opens the issue with what to do, and with links to the run, the guide and the site’s status', async () => {
    await using world = await start();
    await world.report('failure', { env: { FAILURE: 'token', ...behind } });
    const { title, body = '' } = world.newest() ?? {};
    expect(title).toBe('The site needs attention');
    expect(body).toContain(`(${site.url}/api/v1/status.json)`);
    expect(body).toContain('(https://github.com/me/fork/actions/runs/42)');
    expect(body).toContain('(https://github.com/me/fork/blob/HEAD/.github/CLOUDFLARE.md#causes)');
    expect(body).toContain(failures.token.todo);
    // What is still served depends on the cause.
    expect(body).toContain(`: Publishing fails. ${failures.token.what} `);
    expect(body).toContain(`(https://github.com/me/fork/commit/${NEW})`);
  });

  it('comments on what is new or over, and edits nothing in other runs', async () => {
    await using world = await start();
    for (let times = 0; times < 3; times++) await world.report('success', { site: held });
    expect([world.edits, world.newest()?.comments]).toEqual([[], []]);
    await world.report('success', { site: { ...held, stale_since: at(-24) } });
    await world.report('success', { site: stale });
    await world.report('success', { site: well });
    expect(world.edits).toEqual(['body', 'body', 'body state']);
    const comments = world.newest()?.comments ?? [];
    const news = comments.map((text) => text.match(/^(- `[\w:]+`|Over: .*$)/gm)?.join(' '));
    expect(news).toEqual(['- `stale`', 'Over: `held:HKD`', 'Over: `stale`']);
    expect(comments.every((text) => text.includes('/actions/runs/42'))).toBe(true);
  });

  it('doesn’t edit the issue if a person’s browser has changed its line ends', async () => {
    await using world = await start();
    await world.report('success', { site: held });
    Object.assign(world.newest() ?? {}, { body: world.newest()?.body.replaceAll('\n', '\r\n') });
    await world.report('success');
    expect([world.edits, world.listed()]).toEqual([[], 'held:HKD']);
  });

  it('opens another issue after a person has closed it only if something is new', async () => {
    await using world = await start();
    const close = () => Object.assign(world.newest() ?? {}, { state: 'closed' });
    const states = () => world.issues.map(({ state }) => state).join(' ');
    await world.report('success', { site: { ...held, stale_since: at(-24) } });
    close();
    const { stdout } = await world.report('success');
    expect([stdout.includes('::warning'), states()]).toEqual([false, 'closed']);
    // What is over and comes again is new.
    await world.report('success', { site: held });
    expect(states()).toBe('closed');
    await world.report('success', { site: { ...held, stale_since: at(-24) } });
    expect([states(), world.listed()]).toEqual(['closed open', 'held:HKD stale']);
    close();
    await world.report('success', { site: { ...omitted, stale_since: at(-24) } });
    expect([states(), world.listed()]).toEqual(['closed closed open', 'omitted:HKD stale']);
  });

  it('never changes another person’s issue with the same title', async () => {
    await using world = await start();
    const theirs = { number: 1, state: 'open', title: 'The site needs attention', body: '- `stale`: x', comments: [] };
    world.issues.push({ ...theirs, author: 'me' });
    for (const each of [well, held, well]) await world.report('success', { site: each });
    expect(world.issues).toEqual([{ ...theirs, author: 'me' }, expect.objectContaining({ state: 'closed' })]);
  });

  it('puts nothing from the live site into the issue but codes, dates and known words', async () => {
    await using world = await start();
    const evil = '@everyone [x](https://evil.example)';
    const bank = { ...well.banks[0], problem: evil, problem_since: at(-300), doubts: [] };
    const currencies = held.currencies.map((each) => ({ ...each, explanation: evil, witnesses: [evil] }));
    await world.report('success', { site: { ...held, [evil]: evil, banks: [bank], mirrors: [evil], currencies } });
    expect(world.listed()).toBe('held:HKD official:ecb');
    expect(world.newest()?.body).not.toContain('evil');
  });

  it('writes each item to the run’s page, and how to switch on Issues if they are off', async () => {
    await using folder = temporaryFolder();
    const summary = join(folder.path, 'summary');
    for (const hasIssues of [true, false]) {
      await using world = await start([run('success', -30)], { hasIssues });
      const env = { FAILURE: 'token', GITHUB_STEP_SUMMARY: summary };
      const { code, stdout } = await world.report('failure', { env });
      expect([code, stdout.includes('::warning::- `failing:token`')]).toEqual([0, true]);
      expect(stdout.includes('https://github.com/me/fork/settings')).toBe(!hasIssues);
      expect(world.issues).toHaveLength(hasIssues ? 1 : 0);
    }
    expect(readFileSync(summary, 'utf8').match(/`failing:token`/g)).toHaveLength(2);
  });

  it('keeps what GitHub doesn’t tell, does the rest, and exits with status 1', async () => {
    await using world = await start([run('success', -30)], { deployments: [] });
    await world.report('failure', { env: { FAILURE: 'token' } });
    world.faults.statusOf = (call) => (call.startsWith('GET actions/') ? 403 : undefined);
    const { code, stderr } = await world.report('failure', { env: { FAILURE: 'token', ...behind } });
    expect([code, stderr.match(/status 403/g)?.length, world.listed()]).toEqual([1, 3, 'failing:token']);
    for (const missing of ['GET /repos/me/fork', 'GET issues', 'POST issues/1/comments']) {
      world.faults.statusOf = (call) => (call === missing ? 404 : undefined);
      const { code, stderr } = await world.report('success', { site: stale });
      expect([code, stderr.split('\n').length], missing).toEqual([1, 2]);
      expect(stderr).toMatch(/status 404/);
    }
    expect(world.listed()).toBe('stale');
  });

  it('prints GitHub’s response on one line', async () => {
    await using api = await startMirror((response) => response.writeHead(403).end('no\n::error title=x::y\n'));
    await using world = await start();
    const refused = await world.report('success', { env: { GITHUB_API_URL: new URL(api.url).origin } });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'GET the repository: status 403: "no\\n::error title=x::y\\n"\n',
    ]);
  });

  it('sends a publish’s result to a monitoring service, and only warns if the service doesn’t respond', async () => {
    const requested: (string | undefined)[] = [];
    await using heart = await startMirror((response, { url }) => {
      requested.push(url);
      response.end();
    });
    await using world = await start();
    const env = { HEARTBEAT_URL: new URL('/secret/?rid=1', heart.url).href };
    for (const outcome of ['success', 'failure', 'cancelled']) await world.report(outcome, { env });
    // The rates have been stale for a day, or nothing is known about them.
    for (const response of [stale, {}]) await world.report('success', { env, site: response });
    const alone = await world.report('success', { site: well, env: { ...env, GITHUB_API_URL: 'http://127.0.0.1:1' } });
    expect(alone).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^GET the repository: no response: .*\n$/) as string,
    });
    const [good, bad] = ['/secret/?rid=1', '/secret/fail?rid=1'];
    expect(requested).toEqual([good, bad, bad, bad, good]);

    for (const HEARTBEAT_URL of ['http://127.0.0.1:1/secret', 'secret']) {
      const { code, stderr } = await world.report('success', { env: { HEARTBEAT_URL } });
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^Warning: HEARTBEAT_URL doesn't respond: .*\n$/)]);
      expect(stderr).not.toContain('secret');
    }
  });
});

// The job that reports doesn't install packages, because it must report that they can't be installed.
it('report runs without packages', async () => {
  await using copy = temporaryFolder();
  const root = join(import.meta.dirname, '../..');
  const filter = (path: string) => !path.endsWith('.test.ts') && !path.includes(join('src', 'testing'));
  for (const part of ['package.json', 'src', 'scripts'])
    cpSync(join(root, part), join(copy.path, part), { recursive: true, filter });
  const options = { cwd: copy.path, env: {}, encoding: 'utf8' } as const;
  const { stderr, stdout } = spawnSync(process.execPath, ['scripts/workflow/report.ts'], options);
  expect(stdout + stderr).toMatch(/^OUTCOME isn't set\./);
});
