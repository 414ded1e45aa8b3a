import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { present } from '../../text/present.ts';

export interface WorkflowStep {
  readonly id?: string;
  readonly if?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly 'continue-on-error'?: boolean | string;
  readonly 'timeout-minutes'?: number;
}

export interface WorkflowJob {
  readonly 'timeout-minutes'?: number;
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly 'continue-on-error'?: boolean | string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  /** Absent in a job that calls another workflow. */
  readonly steps?: readonly WorkflowStep[];
}

export interface Workflow {
  readonly on: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

const folder = join(import.meta.dirname, '../../../.github/workflows');

/** The text of each file of GitHub's workflows, by name. */
export const workflowFiles = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
);

/** @param file such as `publish.yml` */
export function readWorkflow(file: string): Workflow {
  return parse(present(workflowFiles.get(file), file)) as Workflow;
}

/** Variables that GitHub or the machine sets for every step, and `NODE_…`, which a workflow sets for all its steps. */
const ofEveryStep = /^(GITHUB_(?!TOKEN$)\w+|NODE_\w+|HTTP_PROXY|PATH)$/;

/**
 * Runs the commands of a step like GitHub, with the Node that runs the tests.
 *
 * @param env values of variables. Without a declaration in the step, only variables of every step are set
 */
export async function runStep(
  [file, job, name]: readonly [file: string, job: string, step: string],
  cwd: string,
  env: NodeJS.ProcessEnv,
) {
  const step = readWorkflow(file).jobs[job]?.steps?.find((candidate) => candidate.name === name);
  const { run, env: declared = {} } = present(step, `step ${name}`);
  const set = Object.entries(env).filter(([variable]) => variable in declared || ofEveryStep.test(variable));
  return runCommands(present(run, `command in the step ${name}`), cwd, Object.fromEntries(set));
}

/** Runs commands in bash, which ends at the first failure. */
export async function runCommands(commands: string, cwd: string, env: NodeJS.ProcessEnv) {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  // GitHub sets `pipefail` only for a step that names its shell.
  const child = spawn('bash', ['-e', '-c', commands], {
    cwd,
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}
