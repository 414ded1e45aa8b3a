import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { startGitHubApi } from '../../src/testing/servers/github-api.ts';
import { issueKinds } from '../../src/operate/github/issue-kinds.ts';
import type { PublishConcerns } from '../../src/operate/github/publish-concerns.ts';
import { heldHkd } from '../../src/testing/data/held-hkd.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';

const runReport = (api: string, outcome: string, more: NodeJS.ProcessEnv = {}) =>
  runScript('workflow/report-outcome', [], {
    GITHUB_API_URL: api,
    GITHUB_REPOSITORY: 'me/fork',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '42',
    GITHUB_TOKEN: 'a-token',
    OUTCOME: outcome,
    ...more,
  });

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const run = (status: string, hours: number) => ({ status, created_at: hoursAgo(hours) });

describe('report-outcome.ts (tells GitHub whether a publish succeeded)', () => {
  it('prints GitHub’s error response on one line even if it has several lines', async () => {
    await using api = await startMirror((response) => response.writeHead(403).end('no\n::error title=x::y\n'));
    const { code, stderr } = await runReport(new URL(api.url).origin, 'success');
    const said = 'status 403: "no\\n::error title=x::y\\n"\n';
    expect([code, stderr]).toEqual([1, `PUT actions/workflows/publish.yml/enable: ${said}GET the repository: ${said}`]);
  });

  it('prints one line for each request if GitHub doesn’t respond', async () => {
    const { code, stderr } = await runReport('http://127.0.0.1:1', 'success');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^PUT actions\S+: no response: .*\nGET the repository: no response: .*\n$/);
  });

  it.each(['success', 'failure'] as const)(
    'enables the workflow, and prints where to turn on GitHub Issues if they are off and the publish ended with “%s”',
    async (outcome) => {
      await using folder = temporaryFolder();
      const summary = join(folder.path, 'summary');
      await using api = await startGitHubApi([run('success', 30)], { hasIssues: false });
      const { code, stdout } = await runReport(api.url, outcome, { GITHUB_STEP_SUMMARY: summary });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^::warning::Issues are switched off .* https:\/\/github\.com\/me\/fork\/settings$/m);
      // Without issues, the failure is reported only on the page of the workflow run.
      const said = { success: 'Published.\n', failure: '::warning::Publishing has failed for a day.\n' };
      expect(stdout).toContain(said[outcome]);
      expect(readFileSync(summary, 'utf8')).toContain('Issues are switched off');
      expect(api.enabled).toEqual(['actions/workflows/publish.yml/enable']);
    },
  );

  it('writes the publish’s result and the opened or closed issue to the workflow run’s summary', async () => {
    await using folder = temporaryFolder();
    const summary = join(folder.path, 'summary');
    await using api = await startGitHubApi([run('success', 30)]);
    for (const outcome of ['failure', 'failure', 'success', 'success']) {
      await runReport(api.url, outcome, { GITHUB_STEP_SUMMARY: summary });
    }
    expect(readFileSync(summary, 'utf8').trim().split('\n\n')).toEqual([
      'Publishing has failed for a day. Opened issue #1.',
      'Publishing has failed for a day. Open: issue #1.',
      'Published.',
      'Publishing works again. Closed issue #1.',
      'Published.',
    ]);
  });

  const none: PublishConcerns = { staleRates: null, officialRates: null, composedRates: null, currencies: null };
  const stale = { since: '2026-09-30T00:23:00.000Z', asOf: '2026-09-27', mirrors: [] };
  const old = { table: 'ecb', asOf: '2026-04-13', oldSince: '2026-04-14T16:00:00.000Z', doubts: [] };
  const composed = { since: '2026-09-28', asOf: '2026-09-30', missing: ['BTC'], mirrors: [] };
  const concerned = (concerns: Partial<PublishConcerns>) => ({ CONCERNS: JSON.stringify({ ...none, ...concerns }) });
  it('opens and closes each kind of issue independently', async () => {
    await using api = await startGitHubApi([run('success', 30)], { createdAt: hoursAgo(46 * 24) });
    const open = () => api.issues.filter(({ state }) => state === 'open').map(({ title }) => title);
    const kinds = Object.values(issueKinds).map(({ title }) => title);
    const about = { staleRates: stale, officialRates: [old], composedRates: composed, currencies: [heldHkd] };
    const all = concerned(about);
    for (let times = 0; times < 2; times++) await runReport(api.url, 'failure', { ...all, MIRROR_OUTCOME: 'failure' });
    // A failed publish has nothing to mirror.
    expect(open().sort()).toEqual(kinds.filter((title) => title !== issueKinds.mirror.title).sort());
    await runReport(api.url, 'success', { ...all, MIRROR_OUTCOME: 'failure' });
    expect(open()).toContain(issueKinds.mirror.title);
    await runReport(api.url, 'success', concerned({ currencies: [heldHkd] }));
    expect(open().sort()).toEqual([issueKinds.currencies.title, issueKinds.schedule.title]);
    api.repository.committedAt = hoursAgo(1);
    // The output is empty if the publish ended before validation.
    await runReport(api.url, 'success', { CONCERNS: '' });
    expect(open()).toEqual([issueKinds.currencies.title]);
    await runReport(api.url, 'success', concerned({}));
    expect(api.issues).toEqual(kinds.map(() => expect.objectContaining({ state: 'closed' }) as unknown));
  });

  it('still opens an issue if another issue can’t be opened or closed', async () => {
    await using api = await startGitHubApi([run('success', 30)]);
    const malformed = await runReport(api.url, 'failure', { CONCERNS: '[{"code":"\n::error::@me"}]' });
    expect([malformed.code, malformed.stderr]).toEqual([
      1,
      'The publish job’s output "concerns" is malformed. See src/operate/generate/terminal-report.ts, which sets it.\n',
    ]);
    expect(api.issues.map(({ title }) => title)).toEqual([issueKinds.failure.title]);
    // GitHub refuses to close the issue about failed publishes.
    api.faults.statusOf = (call) => (call === 'PATCH issues/1' ? 403 : undefined);
    const refused = await runReport(api.url, 'success', concerned({ currencies: [heldHkd] }));
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^PATCH issues\/1: status 403: .*\n$/) as string,
    });
    expect(api.issues.map(({ title, state }) => `${state}: ${title}`)).toEqual([
      `open: ${issueKinds.failure.title}`,
      `open: ${issueKinds.currencies.title}`,
    ]);
  });

  it('exits with status 1 if GitHub responds with 404 for the repository or its issues', async () => {
    await using api = await startGitHubApi([run('success', 2)]);
    for (const [missing, message] of [
      ['GET /repos/me/fork', /^GET the repository: status 404: /],
      ['GET issues', /^GET issues\S+: status 404: /],
    ] as const) {
      api.faults.statusOf = (call) => (call === missing ? 404 : undefined);
      const { code, stdout, stderr } = await runReport(api.url, 'success');
      expect([code, stdout]).toEqual([1, 'Published.\n']);
      expect(stderr).toMatch(message);
    }
  });

  it('sends a publish’s result to a monitoring service, and only warns if the service doesn’t respond', async () => {
    const asked: string[] = [];
    await using heart = await startMirror((response, { url }) => {
      asked.push(url ?? '');
      response.end();
    });
    await using api = await startGitHubApi([run('success', 2)]);
    const HEARTBEAT_URL = new URL('/secret/?rid=1', heart.url).href;
    for (const outcome of ['success', 'failure', 'cancelled']) await runReport(api.url, outcome, { HEARTBEAT_URL });
    // If the rates have been stale for a day, or nothing is known about them, a successful publish counts as a failure.
    for (const more of [concerned({}), concerned({ staleRates: stale }), { CONCERNS: '{}' }])
      await runReport(api.url, 'success', { HEARTBEAT_URL, ...more });
    const [well, fail] = ['/secret/?rid=1', '/secret/fail?rid=1'];
    expect(asked).toEqual([well, fail, well, fail, fail]);

    for (const address of ['http://127.0.0.1:1/secret', 'secret']) {
      const { code, stderr } = await runReport(api.url, 'success', { HEARTBEAT_URL: address });
      expect(code).toBe(0);
      expect(stderr).toMatch(/^Warning: HEARTBEAT_URL doesn't respond: .*\n$/);
      expect(stderr).not.toContain('secret');
    }
    // The heartbeat is sent even if GitHub doesn't respond.
    await runReport('http://127.0.0.1:1', 'failure', { HEARTBEAT_URL });
    expect(asked).toHaveLength(6);
  });
});
