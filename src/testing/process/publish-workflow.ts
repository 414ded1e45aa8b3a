import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';

export interface WorkflowStep {
  readonly if?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Record<string, string>;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly if?: string;
  readonly environment?: string;
  readonly env?: Record<string, string>;
  readonly permissions?: Record<string, string>;
  /** Absent in a job that calls another workflow. */
  readonly steps?: readonly WorkflowStep[];
}
export interface Workflow {
  readonly on: { readonly schedule?: readonly { readonly cron: string }[] };
  readonly env: Record<string, string>;
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, Job>;
}

export const workflowFolder = join(import.meta.dirname, '../../../.github/workflows');

export const publishWorkflow = parse(readFileSync(join(workflowFolder, 'publish.yml'), 'utf8')) as Workflow;

export function jobOf(name: string): Job {
  const job = publishWorkflow.jobs[name];
  if (!job) throw new Error(`The publish workflow has no job ${name}.`);
  return job;
}

export function stepOf(job: string, name: string): WorkflowStep {
  const step = jobOf(job).steps?.find((candidate) => candidate.name === name);
  if (!step) throw new Error(`The job ${job} has no step ${name}.`);
  return step;
}

/** Runs a step's commands like GitHub, with the Node that runs the tests. */
export async function runStep(step: WorkflowStep, cwd: string, env: NodeJS.ProcessEnv = {}) {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  // GitHub sets `pipefail` only for a step that names its shell.
  const child = spawn('bash', ['-e', '-c', step.run ?? ''], {
    cwd,
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

/** Evaluates each `${{ expression }}` like GitHub. Throws if an expression uses a context that isn't given. */
export function evaluate(env: Record<string, string> = {}, contexts: Record<string, object>): Record<string, string> {
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const valueOf = (_: string, expression: string) => {
    const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), []).parse();
    return new Evaluator(parsed, values).evaluate().coerceString();
  };
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replaceAll(/\$\{\{\s*(.+?)\s*\}\}/g, valueOf)]),
  );
}
