import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * For tests: starts one of the scripts the way npm does, as a process of its own.
 *
 * @param env what differs from this process's environment; `undefined` takes a variable away
 */
export function startScript(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, `${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  );
  return { child, ended };
}

/** For tests: runs one of the scripts to its end. */
export function runScript(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return startScript(name, args, env).ended;
}
