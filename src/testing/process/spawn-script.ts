import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import packageJson from '../../../package.json' with { type: 'json' };

export type ScriptName = keyof typeof packageJson.scripts;

/**
 * Starts a script as a separate process, like npm.
 *
 * @param env changes to this process's environment; `undefined` removes a variable
 */
export function startScript(name: ScriptName, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(...commandOf(name, args), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  );
  return { child, ended };
}

/** The program that npm would start, and its arguments. */
export function commandOf(name: ScriptName, args: readonly string[]): [string, string[]] {
  // The line in package.json has the form `node [options] script`.
  const [, ...line] = packageJson.scripts[name].split(' ');
  const script = line.pop() ?? '';
  return [process.execPath, [...line, join(import.meta.dirname, '../../..', script), ...args]];
}

/** Runs a script to its end as a separate process. */
export function runProcess(name: ScriptName, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return startScript(name, args, env).ended;
}
