import { constants } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { ScriptName } from './spawn-script.ts';

/** A script's exit code and output. */
export interface ScriptResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Scripts that package.json lists under another name, or doesn't list. */
type OtherScript = 'lab/bench' | 'lab/icons' | 'lab/picture' | 'lab/record' | 'lab/replay' | 'workflow/report';

/** A script's path in `scripts`, without `.ts`. */
export type RunnableScript = ScriptName | OtherScript;

let runs = 0;
/** What the script that runs has printed so far. */
let said = { stdout: '', stderr: '' };
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a script in this process, because starting a process takes longer than most scripts. Only one script runs at a
 * time. Use `startScript` to test signals, memory, or environment variables that Node reads when it starts.
 *
 * @param env changes to this process's environment; `undefined` removes a variable
 */
export function runScript(
  name: RunnableScript,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ScriptResult> {
  const run = last.then(() => runNow(name, args, env));
  last = run.catch(() => undefined);
  return run;
}

/** Waits until the script that runs has printed a text. */
export function untilPrinted(text: RegExp): Promise<RegExpExecArray> {
  return vi.waitUntil(() => text.exec(said.stdout + said.stderr), { timeout: 60_000, interval: 1 });
}

/** Signals the script that runs. Calls its own listener, because a real signal would end the tests as well. */
export function signalScript(name: 'SIGINT' | 'SIGTERM'): void {
  const listener = process.listeners(name).at(-1) as ((name: string, number: number) => void) | undefined;
  listener?.(name, constants.signals[name]);
}

async function runNow(name: RunnableScript, args: readonly string[], env: NodeJS.ProcessEnv): Promise<ScriptResult> {
  said = { stdout: '', stderr: '' };
  const { argv, exitCode } = process;
  const variables = Object.keys(env).map((key) => [key, process.env[key]] as const);
  const script = join(import.meta.dirname, '../../../scripts', `${name}.ts`);
  const writes = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text, encoding, written) => {
      said[stream] += String(text);
      (typeof encoding === 'function' ? encoding : written)?.();
      return true;
    }),
  );
  // A command ends its process.
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  try {
    process.argv = [process.execPath, script, ...args];
    process.exitCode = undefined;
    setVariables(Object.entries(env));
    // Because of the new query string, each run evaluates the script again, but not the modules that it imports.
    await import(`${script}?run=${++runs}`);
    return { code: exitCodeNow(), ...said };
  } finally {
    for (const mock of [...writes, exit]) mock.mockRestore();
    setVariables(variables);
    Object.assign(process, { argv, exitCode });
  }
}

/** The exit code that a script has set so far. */
function exitCodeNow(): number {
  return Number(process.exitCode ?? 0);
}

function setVariables(variables: readonly (readonly [name: string, value: string | undefined])[]): void {
  for (const [name, value] of variables) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}
