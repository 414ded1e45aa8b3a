import { CommandError } from '../../../src/commands/terminal/command.ts';
import { watch } from '../../../src/testing/process/process-usage.ts';
import { startScript } from '../../../src/testing/process/spawn-script.ts';

/** Runs a script as a separate process, and measures it. @throws {CommandError} if it fails */
export async function measuredRun(signal: AbortSignal, ...[name, ...rest]: Parameters<typeof startScript>) {
  signal.throwIfAborted();
  const { child, ended } = startScript(name, ...rest);
  const usage = await watch(child, ended);
  const { code, stdout, stderr } = await ended;
  if (code !== 0) throw new CommandError(`${name} failed:`, ...`${stdout}${stderr}`.trimEnd().split('\n'));
  return usage;
}
