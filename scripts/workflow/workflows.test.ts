import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { runScript } from '../../src/testing/process/run-script.ts';
import {
  readWorkflow,
  runCommands,
  runStep,
  type WorkflowJob,
  workflowFiles,
} from '../../src/testing/process/workflows.ts';

const root = join(import.meta.dirname, '../..');
const publish = readWorkflow('publish.yml');

describe.each([...workflowFiles])('workflow %s', (file, text) => {
  const { permissions, jobs } = readWorkflow(file);
  const steps = Object.values(jobs).flatMap(({ steps = [] }) => steps);

  it('pins every action to a commit and states the action’s version', () => {
    const uses = text.split('\n').filter((line) => line.includes('uses:') && !line.includes('uses: ./'));
    expect(uses).not.toEqual([]);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('grants only read permission to jobs that declare no permissions', () => {
    expect(Object.values(permissions).filter((access) => access !== 'read')).toEqual([]);
  });

  it('passes values to commands only as environment variables, so that a value can’t become a command', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });

  it('checks out code without leaving a token in the folder', () => {
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect(checkouts.filter(({ with: options }) => options?.['persist-credentials'] !== false)).toEqual([]);
  });
});

describe('workflows', () => {
  const jobsOf = (value: (job: WorkflowJob) => unknown) =>
    [...workflowFiles.keys()].flatMap((file) =>
      Object.entries(readWorkflow(file).jobs).map(([name, job]) => [`${file} ${name}`, value(job)]),
    );

  it('grant write permissions only to the jobs that need them', () => {
    expect(publish.permissions).toEqual({});
    expect(jobsOf(({ permissions }) => permissions)).toEqual([
      ['ci.yml check', undefined],
      ['publish.yml test', { contents: 'read' }],
      [
        'publish.yml publish',
        { contents: 'read', actions: 'read', attestations: 'read', pages: 'read', deployments: 'read' },
      ],
      ['publish.yml mirror', { pages: 'write', 'id-token': 'write' }],
      ['publish.yml attest', { 'id-token': 'write', attestations: 'write' }],
      ['publish.yml pack', { contents: 'read', attestations: 'read' }],
      ['publish.yml backup', { contents: 'write' }],
      ['publish.yml report', { contents: 'read', issues: 'write', actions: 'write', deployments: 'read' }],
      ['release.yml test', { contents: 'read' }],
      ['release.yml pack', { contents: 'read' }],
      ['release.yml release', { contents: 'write' }],
      ['release.yml npm', { 'id-token': 'write' }],
      ['systems.yml start', undefined],
      ['systems.yml lab', undefined],
    ]);
  });

  it('run no package and no code of the repository in jobs that write contents, attestations or pages', () => {
    const writing = ['publish.yml mirror', 'publish.yml attest', 'publish.yml backup', 'release.yml release'];
    const stepsOf = jobsOf(({ steps = [] }) => steps.map(({ uses, name }) => uses?.replace(/@.*/, '') ?? name));
    expect(stepsOf.filter(([job]) => writing.includes(String(job)))).toEqual([
      ['publish.yml mirror', ['Check what is live', 'actions/deploy-pages', 'Check that it is live']],
      ['publish.yml attest', ['actions/attest', 'Report a missing attestation']],
      ['publish.yml backup', ['actions/download-artifact', 'Create the release']],
      ['release.yml release', ['actions/checkout', 'actions/download-artifact', 'Create the release']],
    ]);
    for (const [file, job] of writing.map((name) => name.split(' ') as [string, string]))
      for (const { run = '' } of readWorkflow(file).jobs[job]?.steps ?? [])
        expect(run).not.toMatch(/\b(node|npm|npx|source)\b|\.\/\w/);
  });

  it('pass secrets only to the steps that need them, and Cloudflare’s only to runs of main', () => {
    const secretsIn = (part: unknown) => JSON.stringify(part).match(/secrets\.\w+/g) ?? [];
    expect([...workflowFiles].filter(([, text]) => text.includes('secrets.')).map(([file]) => file)).toEqual([
      'publish.yml',
    ]);
    const steps = Object.values(publish.jobs).flatMap(({ steps = [] }) => steps);
    const withSecrets = steps.filter((step) => secretsIn(step).length > 0);
    expect(withSecrets.map((step) => [step.name, secretsIn(step)])).toEqual([
      ['Check the settings', ['secrets.CLOUDFLARE_API_TOKEN', 'secrets.CLOUDFLARE_ACCOUNT_ID']],
      ['Publish', ['secrets.CLOUDFLARE_API_TOKEN', 'secrets.CLOUDFLARE_ACCOUNT_ID']],
      ['Report', ['secrets.HEARTBEAT_URL']],
    ]);
    expect(secretsIn(publish)).toHaveLength(withSecrets.flatMap(secretsIn).length);
    // The first step only learns whether the secrets are set.
    expect(withSecrets[0]?.env).toEqual({
      PROJECT: '${{ vars.CLOUDFLARE_PAGES_PROJECT }}',
      HAS_TOKEN: "${{ secrets.CLOUDFLARE_API_TOKEN != '' }}",
      HAS_ACCOUNT: "${{ secrets.CLOUDFLARE_ACCOUNT_ID != '' }}",
      PUBLISH_TO_GITHUB_PAGES: '${{ vars.PUBLISH_TO_GITHUB_PAGES }}',
    });
    // Only jobs of an environment can read the environment's secrets.
    expect(jobsOf(({ environment }) => environment).filter(([, environment]) => environment !== undefined)).toEqual([
      ['publish.yml publish', 'production'],
      ['publish.yml mirror', 'github-pages'],
    ]);
  });

  it('start each job only after the jobs that it depends on, under these conditions', () => {
    const conditions = jobsOf((job) => ({ needs: job.needs, if: job.if?.replaceAll(/\s+/g, ' ') }));
    expect(Object.fromEntries(conditions)).toEqual({
      'ci.yml check': {},
      'publish.yml test': { if: "github.event_name == 'push'" },
      // Publishes after a push only if its tests passed. Other runs have no tests.
      'publish.yml publish': {
        needs: 'test',
        if:
          "!cancelled() && github.ref == 'refs/heads/main' && " +
          "(needs.test.result == 'success' || needs.test.result == 'skipped')",
      },
      'publish.yml mirror': { needs: 'publish', if: "!cancelled() && needs.publish.outputs.artifact != ''" },
      // A failed publish can leave a new site live, for example if only the test at the custom domain failed.
      'publish.yml attest': { needs: 'publish', if: "always() && needs.publish.outputs.sha256sums != ''" },
      'publish.yml pack': {
        needs: ['publish', 'attest', 'mirror'],
        if:
          "!cancelled() && needs.publish.outputs.live != '' && " +
          "(github.event.schedule == '53 4 1-3 * *' || inputs.back_up)",
      },
      'publish.yml backup': { needs: 'pack', if: "!cancelled() && needs.pack.result == 'success'" },
      'publish.yml report': {
        needs: ['publish', 'mirror'],
        if: "always() && needs.publish.result != 'skipped' && needs.publish.outputs.configured != 'false'",
      },
      'release.yml test': { if: '!github.event.repository.fork' },
      'release.yml pack': { needs: 'test' },
      'release.yml release': { needs: 'pack' },
      'release.yml npm': { needs: 'release', if: "vars.NPM_PACKAGE != ''" },
      'systems.yml start': { if: '!github.event.repository.fork' },
      'systems.yml lab': {
        if:
          '!github.event.repository.fork && ' +
          "(github.event_name == 'schedule' || github.event_name == 'workflow_dispatch')",
      },
    });
    expect(readWorkflow('release.yml').on).toEqual({ push: { tags: ['v*'] } });
    expect(publish.on).toMatchObject({
      schedule: [{ cron: '23 * * * *' }, { cron: '53 4 1-3 * *' }],
      push: { branches: ['main'] },
    });
  });

  it('run a step only under these conditions', () => {
    const conditions = jobsOf(({ steps = [] }) => steps.flatMap((step) => (step.if ? [[step.name, step.if]] : [])));
    const isConfigured = "steps.configuration.outputs.complete == 'true'";
    expect(conditions.filter(([, steps]) => (steps as unknown[]).length > 0)).toEqual([
      [
        'publish.yml publish',
        [
          [undefined, isConfigured],
          [undefined, isConfigured],
          ['Choose the commit', isConfigured],
          [undefined, `${isConfigured} && steps.tested.outputs.commit != github.sha`],
          ['Find GitHub Pages', `${isConfigured} && steps.configuration.outputs.mirror != 'none'`],
          ['Install', isConfigured],
          ['Publish', isConfigured],
          ['Check for an attestation', "always() && steps.publish.outputs.sha256sums != ''"],
          ['Make the mirror', "always() && steps.pages.outcome == 'success' && steps.publish.outputs.sha256sums != ''"],
          [undefined, "always() && steps.mirror.outcome == 'success'"],
        ],
      ],
      [
        'publish.yml mirror',
        [
          [
            'Check what is live',
            "needs.publish.outputs.mirror == 'alone' && needs.publish.outputs.continues != 'anything'",
          ],
        ],
      ],
      ['publish.yml attest', [['Report a missing attestation', "steps.attest.outcome != 'success'"]]],
    ]);
  });

  it('pass these values to steps that don’t publish or report', () => {
    const values = jobsOf(({ steps = [] }) => Object.fromEntries(steps.map(({ name, env }) => [name, env])));
    expect(publish.jobs['pack']?.outputs).toEqual({
      name: '${{ steps.pack.outputs.name }}',
      as_of: '${{ steps.pack.outputs.as_of }}',
    });
    expect(Object.fromEntries(values)).toMatchObject({
      'publish.yml publish': {
        'Choose the commit': { GITHUB_TOKEN: '${{ github.token }}' },
        'Check for an attestation': {
          GITHUB_TOKEN: '${{ github.token }}',
          SHA256SUMS: '${{ steps.publish.outputs.sha256sums }}',
        },
        'Find GitHub Pages': { GITHUB_TOKEN: '${{ github.token }}' },
        'Make the mirror': { MODE: '${{ steps.configuration.outputs.mirror }}' },
      },
      'publish.yml mirror': {
        'Check what is live': {
          LIVE: '${{ needs.publish.outputs.live }}',
          CONTINUES: '${{ needs.publish.outputs.continues }}',
        },
        'Check that it is live': {
          LIVE: '${{ steps.deploy.outputs.page_url }}',
          RATES: '${{ needs.publish.outputs.rates }}',
        },
      },
      'publish.yml pack': {
        'Pack the live site': { LIVE: '${{ needs.publish.outputs.live }}' },
        'Add attestation and hashes': { GH_TOKEN: '${{ github.token }}', NAME: '${{ steps.pack.outputs.name }}' },
      },
      'publish.yml backup': {
        'Create the release': {
          GH_TOKEN: '${{ github.token }}',
          GH_REPO: '${{ github.repository }}',
          NAME: '${{ needs.pack.outputs.name }}',
          AS_OF: '${{ needs.pack.outputs.as_of }}',
        },
      },
      'release.yml release': {
        'Create the release': { GH_TOKEN: '${{ github.token }}', TAG: '${{ github.ref_name }}' },
      },
    });
  });

  it('install packages with npm ci, and use an npm cache that no other job writes to', () => {
    const all = [...workflowFiles.keys()].flatMap((file) => Object.entries(readWorkflow(file).jobs));
    const steps = all.flatMap(([job, { steps = [] }]) => steps.map((step) => ({ job, ...step })));
    expect(steps.flatMap(({ job, run = '' }) => (/^npm (ci|i\b|install)/.test(run) ? [[job, run]] : []))).toEqual([
      ['publish', 'npm ci --omit=dev'],
      ['pack', 'npm ci --omit=dev'],
      ['pack', 'npm ci --omit=dev'],
      ['start', 'npm ci'],
      ['lab', 'npm ci'],
    ]);
    // The cache's key has the hash of these files.
    const caches = steps.filter((step) => step.with?.['cache'] !== undefined);
    expect(caches.map((step) => [step.job, step.with?.['cache-dependency-path'] ?? 'package-lock.json\n'])).toEqual([
      ['check', 'package-lock.json\n'],
      ['publish', 'package-lock.json\n.github/workflows/publish.yml\n'],
    ]);
  });
});

describe('publish workflow', () => {
  const stepOf = (job: string, name: string) => publish.jobs[job]?.steps?.find((step) => step.name === name);

  it('sets every variable that npm run publish reads, and the hosting guide explains the operator’s', async () => {
    const { stdout } = await runScript('publish', ['--help']);
    const names = Array.from(stdout.replaceAll(/\s+/g, ' ').matchAll(/\(variable: (\w+)|(CLOUDFLARE_\w+) /g));
    const { env = {}, run } = stepOf('publish', 'Publish') ?? {};
    // The step itself reads MODE, and runs another command for a site that is only on GitHub Pages.
    expect(Object.keys(env).sort()).toEqual(
      [...names.map(([, variable, cloudflare]) => variable ?? cloudflare), 'MODE'].sort(),
    );
    expect(run).toContain('npm run publish');
    expect(env).toMatchObject({
      SITE_MIRROR:
        "${{ steps.pages.outcome == 'failure' && 'unknown' || " +
        "steps.pages.outputs.published == 'true' && steps.pages.outputs.url || '' }}",
      MODE: '${{ steps.configuration.outputs.mirror }}',
      COMMIT: '${{ steps.tested.outputs.commit }}',
      NEW_SOURCE: '${{ inputs.new_source }}',
      START_OVER: '${{ inputs.start_over }}',
      BACKFILL: '${{ inputs.backfill }}',
      MIRRORS: '${{ vars.MIRRORS }}',
    });
    const guide = readFileSync(join(root, '.github/HOSTING.md'), 'utf8');
    for (const [name, value] of Object.entries(env))
      if (value.includes('vars.'))
        expect([value, guide]).toEqual([`\${{ vars.${name} }}`, expect.stringContaining(`\`${name}\``)]);
  });

  it('passes what a publish reports to the jobs that deploy a mirror, attest, back up and report', () => {
    expect(publish.jobs['publish']?.outputs).toEqual({
      configured: '${{ steps.configuration.outputs.complete }}',
      mirror: '${{ steps.configuration.outputs.mirror }}',
      artifact: '${{ steps.artifact.outputs.artifact-id }}',
      rates: '${{ steps.mirror.outputs.rates }}',
      continues: '${{ steps.publish.outputs.continues }}',
      commit: '${{ steps.tested.outputs.commit }}',
      sha256sums: '${{ steps.attestation.outputs.sha256sums }}',
      live: '${{ steps.publish.outputs.live || steps.pages.outputs.url }}',
      concerns: '${{ steps.publish.outputs.concerns }}',
    });
    expect(stepOf('report', 'Report')?.env).toEqual({
      GITHUB_TOKEN: '${{ github.token }}',
      OUTCOME:
        "${{ needs.publish.outputs.mirror == 'alone' && needs.publish.result == 'success' && " +
        "(needs.mirror.outputs.outcome == 'success' && 'success' || 'failure') || needs.publish.result }}",
      MIRROR_OUTCOME:
        "${{ needs.publish.outputs.mirror == 'beside' && " +
        "(needs.mirror.outputs.outcome == 'success' && 'success' || 'failure') || '' }}",
      CONCERNS: '${{ needs.publish.outputs.concerns }}',
      HEARTBEAT_URL: '${{ secrets.HEARTBEAT_URL }}',
    });
  });

  it('attests only the file SHA256SUMS, and says so if GitHub doesn’t', async () => {
    const [attest, notice] = publish.jobs['attest']?.steps ?? [];
    expect(attest).toMatchObject({
      'continue-on-error': true,
      with: { 'subject-name': 'SHA256SUMS', 'subject-digest': 'sha256:${{ needs.publish.outputs.sha256sums }}' },
    });
    const { code, stdout } = await runCommands(notice?.run ?? '', root, {});
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^::notice title=Not attested::/)]);
  });

  it('fails because of a mirror only if the site is nowhere else', () => {
    const { publish: building, mirror } = publish.jobs;
    expect(mirror?.['continue-on-error']).toBe("${{ needs.publish.outputs.mirror == 'beside' }}");
    const steps = building?.steps?.filter((step) => step['continue-on-error'] !== undefined);
    expect(steps?.map((step) => [step.id, step['continue-on-error']])).toEqual(
      ['pages', 'mirror', 'artifact'].map((id) => [id, "${{ steps.configuration.outputs.mirror == 'beside' }}"]),
    );
  });

  const set = { PROJECT: 'rates', HAS_TOKEN: 'true', HAS_ACCOUNT: 'true' };
  const unset = { PROJECT: '', HAS_TOKEN: 'false', HAS_ACCOUNT: 'false' };
  it.each<[string, NodeJS.ProcessEnv, number, string, RegExp]>([
    ['publishes if the variable and both secrets are set', set, 0, 'complete=true\nmirror=none\n', /^$/],
    [
      'publishes with a mirror on GitHub Pages if PUBLISH_TO_GITHUB_PAGES is also true',
      { ...set, PUBLISH_TO_GITHUB_PAGES: 'true' },
      0,
      'complete=true\nmirror=beside\n',
      /^$/,
    ],
    [
      'publishes only to GitHub Pages if PUBLISH_TO_GITHUB_PAGES is true and nothing is set for Cloudflare',
      { ...unset, PUBLISH_TO_GITHUB_PAGES: 'true' },
      0,
      'complete=true\nmirror=alone\n',
      /^$/,
    ],
    [
      'fails if only some settings for Cloudflare are set, even if PUBLISH_TO_GITHUB_PAGES is true',
      { ...set, HAS_TOKEN: 'false', PUBLISH_TO_GITHUB_PAGES: 'true' },
      1,
      '',
      /^::error title=Not configured::Some settings are missing/,
    ],
    [
      'fails if PUBLISH_TO_GITHUB_PAGES is neither true nor false',
      { ...set, PUBLISH_TO_GITHUB_PAGES: 'yes' },
      1,
      '',
      /^::error title=Not configured::The variable PUBLISH_TO_GITHUB_PAGES must be true or false/,
    ],
    [
      'publishes nothing and succeeds if neither the variable nor a secret is set',
      { ...unset, PUBLISH_TO_GITHUB_PAGES: 'false' },
      0,
      'complete=false\n',
      /^::notice title=Not configured::Nothing is published from this repository yet/,
    ],
    ...[{ PROJECT: '' }, { HAS_TOKEN: 'false' }, { HAS_TOKEN: 'false', HAS_ACCOUNT: 'false' }].map(
      (missing): [string, NodeJS.ProcessEnv, number, string, RegExp] => [
        `fails if only some settings are set: without ${Object.keys(missing).join(' and ')}`,
        { ...set, ...missing },
        1,
        '',
        /^::error title=Not configured::/,
      ],
    ),
  ])('%s', async (_, env, expected, output, printed) => {
    await using folder = temporaryFolder();
    const [GITHUB_OUTPUT, GITHUB_STEP_SUMMARY] = [join(folder.path, 'output'), join(folder.path, 'summary')];
    writeFileSync(GITHUB_OUTPUT, '');
    const files = { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY };
    const { code, stdout } = await runStep(['publish.yml', 'publish', 'Check the settings'], root, {
      ...env,
      ...files,
    });
    expect([code, readFileSync(GITHUB_OUTPUT, 'utf8')]).toEqual([expected, output]);
    expect(stdout).toMatch(printed);
  });

  it('runs these scripts before or without npm ci, so they need no package', async () => {
    await using folder = temporaryFolder();
    for (const path of ['src', 'scripts', 'package.json']) {
      cpSync(join(root, path), join(folder.path, path), { recursive: true });
    }
    for (const [job, step, script] of [
      ['publish', 'Choose the commit', 'tested-commit'],
      ['publish', 'Find GitHub Pages', 'find-github-pages'],
      ['publish', 'Check for an attestation', 'needs-attestation'],
      ['report', 'Report', 'report-outcome'],
    ] as const) {
      expect(stepOf(job, step)?.run).toBe(`node scripts/workflow/${script}.ts`);
      const { code, stderr } = await runStep(['publish.yml', job, step], folder.path, { OUTCOME: 'success' });
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^\w+ isn't set\. Run this script from \S+\.\n$/)]);
    }
  });
});
