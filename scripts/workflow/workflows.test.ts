import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failures } from '../../src/operate/failures.ts';
import { limits } from '../../src/operate/publish/limits.ts';
import { sha256 } from '../../src/site/checksums.ts';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { readWorkflow, runCommands, runStep, workflowFiles } from '../../src/testing/process/workflows.ts';
import { startMirror } from '../../src/testing/servers/loopback-mirror.ts';
import { filesOf } from '../../src/testing/sites/read-site.ts';

const publish = readWorkflow('publish.yml');
const folder = temporaryFolder();
const bin = join(folder.path, 'bin');
const path = `${bin}:${process.env['PATH'] ?? ''}`;
beforeAll(() => {
  mkdirSync(bin);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Makes a program for the steps of a workflow. */
function program(name: string, code: string): void {
  const file = join(bin, name);
  writeFileSync(file, `#!${process.execPath}\n${code}`);
  chmodSync(file, 0o755);
}

describe.each([...workflowFiles])('workflow %s', (file, text) => {
  const { permissions, jobs } = readWorkflow(file);
  const steps = Object.values(jobs).flatMap(({ steps = [] }) => steps);

  it('pins every action to a commit', () => {
    const uses = steps.flatMap(({ uses }) => uses ?? []).filter((action) => !action.startsWith('./'));
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(text).not.toMatch(/uses: [^.\n]*@[0-9a-f]{40}$/m);
  });

  it('passes values to commands only as environment variables, so that a value can’t become a command', () => {
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });

  it('checks out code without leaving a token in the folder', () => {
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect(checkouts.filter(({ with: options }) => options?.['persist-credentials'] !== false)).toEqual([]);
  });

  it('runs only code that has passed the gate with a token that can write, and no package', () => {
    expect(Object.values(permissions).filter((access) => access !== 'read')).toEqual([]);
    const writing = Object.values(jobs).filter(({ permissions = {} }) => Object.values(permissions).includes('write'));
    for (const { steps = [] } of writing) {
      const runs = steps.map(({ run = '' }) => run).join('\n');
      expect(runs).not.toMatch(/\bnpm (ci|install|run|test)\b/);
      if (!/\bnode \w/.test(runs)) continue;
      const refs = steps.flatMap(({ uses = '', with: options }) =>
        uses.startsWith('actions/checkout@') ? [options?.['ref']] : [],
      );
      expect(refs).toEqual(['${{ needs.publish.outputs.commit }}']);
    }
  });
});

it('publish.yml > gives the job that publishes more time than the limits of all its steps together', () => {
  const { steps = [], 'timeout-minutes': whole } = publish.jobs['publish'] ?? {};
  const inSteps = steps.reduce((sum, step) => sum + (step['timeout-minutes'] ?? 0), 0);
  const minutes = Object.values(limits).reduce((sum, limit) => sum + limit, 0) / 60_000;
  // The other steps take seconds.
  expect(whole).toBeGreaterThan(minutes + inSteps);
});

it('CLOUDFLARE.md > lists the cause of every failure', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../.github/CLOUDFLARE.md'), 'utf8');
  for (const code of Object.keys(failures)) expect(guide).toContain(`| \`${code}\` |`);
});

/** Makes a fake of `gh`. @param answers by a part of the request; null for a 404, undefined for a failure */
function fakeGitHub(answers: Readonly<Record<string, string | null>>): void {
  program(
    'gh',
    `const answers = ${JSON.stringify(answers)};
    const key = Object.keys(answers).find((part) => process.argv[3].includes(part));
    if (key !== undefined && answers[key] !== null) console.log(answers[key]);
    else { console.log('{}'); console.error(key === undefined ? 'HTTP 500' : 'HTTP 404'); process.exit(1); }`,
  );
}

/** Runs a step of the job that publishes, with a fake of GitHub. */
async function runWithGitHub(step: string, answers: Readonly<Record<string, string | null>>, env: object) {
  fakeGitHub(answers);
  const output = join(folder.path, 'output');
  writeFileSync(output, '');
  const { code, stdout } = await runStep(['publish.yml', 'publish', step], folder.path, {
    ...{ PATH: path, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(folder.path, 'summary') },
    ...{ GITHUB_REPOSITORY: 'me/fork', ...env },
  });
  return { code, stdout, output: readFileSync(output, 'utf8').trim() };
}

describe('step “Check the settings”', () => {
  const commit = 'a'.repeat(40);
  // The fake doesn't run the filter of gh, which prints nothing for a backup that is older than the repository.
  const backup = `Archive up to 2026-10-01\n\nPublished-commit: ${commit}\nSigned-off-by: x <x@x>`;
  it.each<[string, string, string | null, object]>([
    ['are complete in a repository without a backup', 'rates', null, { output: 'complete=true' }],
    ['are complete, and a backup names a commit', 'rates', backup, { output: `published=${commit}\ncomplete=true` }],
    ['are missing in a new repository', '', null, { output: 'complete=false', isError: false }],
    ['are missing in a copy with the original’s backup', '', '', { output: 'published=\ncomplete=false' }],
    // So that the step that publishes fails, which is reported.
    ['are gone', '', backup, { output: `published=${commit}\ncomplete=true`, isError: true }],
  ])('%s', async (_, ANY, archive, expected) => {
    const answers = { 'branches/archive': archive, 'repos/me/fork': '2026-09-01T00:00:00Z' };
    const { stdout, ...result } = await runWithGitHub('Check the settings', answers, { ANY });
    expect({ ...result, isError: stdout.includes('::error') }).toMatchObject({ code: 0, ...expected });
  });

  it.each<[string, object, number]>([
    ['refuse a run with both the backup and another site', { RESTORE: 'true', PREVIOUS: 'https://x' }, 1],
    ['allow a run that continues another site', { RESTORE: 'false', PREVIOUS: 'https://x' }, 0],
    ['allow a run that continues the backup', { RESTORE: 'true', PREVIOUS: '' }, 0],
  ])('%s', async (_, inputs, code) => {
    const answers = { 'branches/archive': null, 'repos/me/fork': '2026-09-01T00:00:00Z' };
    const result = await runWithGitHub('Check the settings', answers, { ANY: 'rates', ...inputs });
    expect(result).toMatchObject({
      code,
      stdout: code === 0 ? '' : (expect.stringContaining('only one site') as string),
    });
  });

  it('aren’t missing if GitHub doesn’t say whether there is a backup', async () => {
    const answers = { 'fork/x': null };
    expect(await runWithGitHub('Check the settings', answers, { ANY: '' })).toMatchObject({ code: 1, output: '' });
  });
});

describe('step “Choose the commit”', () => {
  const newest = 'a'.repeat(40);
  const older = 'b'.repeat(40);

  it.each<[string, Readonly<Record<string, string | null>>, object]>([
    [
      'takes the newest commit if it has passed',
      { 'status=success': newest, [`compare/${newest}`]: 'identical' },
      { code: 0, output: `commit=${newest}`, warns: false },
    ],
    [
      'takes an older commit, with a warning, if the newest hasn’t passed',
      { 'status=success': older, [`compare/${older}`]: 'ahead' },
      { code: 0, output: `commit=${older}`, warns: true },
    ],
    [
      'takes no commit that was removed from main',
      { 'status=success': `${newest}\n${older}`, [`compare/${newest}`]: null, [`compare/${older}`]: 'ahead' },
      { code: 0, output: `commit=${older}`, warns: true },
    ],
    [
      'takes the newest commit of a new copy, where nothing was pushed',
      { 'status=success': '', 'per_page=1': '0', 'repos/me/fork': '' },
      { code: 0, output: `commit=${newest}`, warns: false },
    ],
    [
      'takes the commit that a fork shares with the original repository if the fork’s first push hasn’t passed',
      { 'status=success': '', 'per_page=1': '1', 'compare/them:main...main': older, 'repos/me/fork': 'them:main' },
      { code: 0, output: `commit=${older}`, warns: true },
    ],
    [
      'fails if no commit has passed',
      { 'status=success': '', 'per_page=1': '3', 'repos/me/fork': '' },
      { code: 1, output: 'failure=gate' },
    ],
    [
      'takes the commit of the last backup if GitHub has deleted the runs that passed',
      {
        published: '',
        'status=success': '',
        'per_page=1': '1',
        [`compare/${older}`]: 'ahead',
        'repos/me/fork': 'them:main',
      },
      { code: 0, output: `commit=${older}`, warns: true },
    ],
    ['fails if GitHub doesn’t say which commits have passed', {}, { code: 1, output: '' }],
    ['fails if GitHub doesn’t say whether a commit is of main', { 'status=success': older }, { code: 1, output: '' }],
  ])('%s', async (_, gh, expected) => {
    const env = { GITHUB_SHA: newest, PUBLISHED: 'published' in gh ? older : '' };
    const { stdout, ...result } = await runWithGitHub('Choose the commit', gh, env);
    expect({ ...result, warns: /^::warning/m.test(stdout) }).toMatchObject(expected);
  });
});

describe('step “Push to the branch archive”', () => {
  const server = join(folder.path, 'server');
  const repository = join(server, 'me/fork');
  const commit = 'c'.repeat(40);

  const git = async (command: string) => (await runCommands(`git ${command}`, repository, {})).stdout;
  async function backUp(files: Readonly<Record<string, string>>, asOf: string) {
    const job = join(folder.path, 'job');
    rmSync(job, { recursive: true, force: true });
    mkdirSync(join(job, 'backup/archive'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(job, 'backup', name), text);
    const env = { GH_TOKEN: 'a-token', AS_OF: asOf, COMMIT: commit, GITHUB_STEP_SUMMARY: join(folder.path, 'summary') };
    return runStep(['publish.yml', 'backup', 'Push to the branch archive'], job, {
      ...{ ...env, GITHUB_SERVER_URL: `file://${server}`, GITHUB_REPOSITORY: 'me/fork' },
    });
  }

  beforeAll(async () => {
    await runCommands('git init --quiet --bare "$REPOSITORY"', folder.path, { REPOSITORY: repository });
  });

  it('starts the branch with the first backup, and adds a signed-off commit with each further one', async () => {
    expect(await backUp({ 'archive/2025.csv': '1', SHA256SUMS: 'a' }, '2026-10-01')).toMatchObject({ code: 0 });
    expect(await backUp({ 'archive/2026.csv': '2', SHA256SUMS: 'b' }, '2026-11-01')).toMatchObject({ code: 0 });
    expect(await git('log --format=%s%n%an%n%b archive')).toMatch(
      /^Archive up to 2026-11-01\n(.+)\nSigned-off-by: \1 <\S+>\nPublished-commit: c{40}\n+Archive up to 2026-10-01\n/,
    );
    // The branch has exactly the files of the last backup, and the history has the others.
    expect(await git('ls-tree -r --name-only archive')).toBe('SHA256SUMS\narchive/2026.csv\n');
    expect(await git('show archive~1:archive/2025.csv')).toBe('1');
  });

  it('adds a commit even if nothing has changed, so that the next run doesn’t back up again', async () => {
    await backUp({ 'archive/2026.csv': '2', SHA256SUMS: 'b' }, '2026-11-01');
    expect((await git('rev-list --count archive')).trim()).toBe('3');
  });

  it('fails if the repository can’t be read or the date isn’t a date', async () => {
    expect((await backUp({ SHA256SUMS: 'b' }, '--help')).code).not.toBe(0);
    rmSync(repository, { recursive: true });
    expect((await backUp({ SHA256SUMS: 'b' }, '2026-12-01')).code).not.toBe(0);
    expect(filesOf(server)).toEqual([]);
  });
});

it('step “Check that it is live” waits until the new rates are live, even if a cache keeps earlier responses', async () => {
  program('sleep', '');
  const cache = new Map<string | undefined, string>();
  await using late = await startMirror((response, { url }) => {
    const body = cache.get(url) ?? (late.requests() < 4 ? 'old' : 'new');
    cache.set(url, body);
    response.end(body);
  });
  const step = (rates: string) =>
    runStep(['publish.yml', 'pages', 'Check that it is live'], folder.path, {
      ...{ PATH: path, GITHUB_STEP_SUMMARY: join(folder.path, 'summary') },
      ...{ LIVE: `${late.url}/`, RATES: sha256(rates) },
    });
  expect(await step('new')).toMatchObject({ code: 0 });
  expect(await step('others')).toMatchObject({ code: 1 });
});
