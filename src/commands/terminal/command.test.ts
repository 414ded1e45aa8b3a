import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Runs a command with this body in its own process and without packages, like the report of a publish. */
async function run(body: string) {
  const module = pathToFileURL(join(import.meta.dirname, 'command.ts')).href;
  const program = `
    import { runCommand, uninterrupted, CommandError, HelpRequest, UsageError } from '${module}';
    const stop = async (name, signal) => {
      const alive = setInterval(() => 0, 1000);
      process.kill(process.pid, name);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      clearInterval(alive);
    };
    await runCommand(async (signal) => { ${body} });
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

describe('running a command', () => {
  it.concurrent.each([
    ['that does its work', '', 0, /^$/],
    ['that fails', 'throw new CommandError("first", "second");', 1, /^first\nsecond\n$/],
    ['that is used wrongly', 'throw new UsageError("no");', 2, /^no\n$/],
    ['with a missing folder', 'process.chdir("/nowhere");', 1, /^ENOENT: .*\. Name another folder\.\n$/],
    ['with a bug', 'null.x;', 1, /^TypeError: Cannot read .*\n {4}at /],
    [
      'with a bug whose message has text from outside',
      'throw new Error("a\\n::error::b\\n##[error]c\\u001b");',
      1,
      /^Error: a\n\\u003a:error::b\n\\u0023#\[error\]c\\u001b\n {4}at /,
    ],
    [
      'that Ctrl-C stops',
      'await stop("SIGINT", signal); signal.throwIfAborted();',
      130,
      /^Stopped\. Nothing was changed\.\n$/,
    ],
    ['that a hang-up signal stops', 'await stop("SIGHUP", signal); signal.throwIfAborted();', 129, /^Stopped\./],
    ['stopped by a shutdown', 'await stop("SIGTERM", signal); signal.throwIfAborted();', 143, /^Stopped\./],
    [
      'that fails for another reason when it is stopped',
      'await stop("SIGINT", signal); throw new CommandError("Full.");',
      1,
      /^Full\.\n$/,
    ],
    ['with a bug that shows when it is stopped', 'await stop("SIGINT", signal); null.x;', 1, /^TypeError: /],
    [
      'that Ctrl-C stops twice during uninterruptible work',
      `await uninterrupted(60, async () => {
        await stop("SIGINT", signal);
        await new Promise((resolve) => setTimeout(resolve, 1100));
        process.kill(process.pid, "SIGINT");
        await new Promise((resolve) => setTimeout(resolve, 100));
        throw new CommandError("Rolled back.");
      });`,
      1,
      /^Rolled back\.\n$/,
    ],
    // The signal arrives after the work is done.
    ['that is stopped after its work is done', 'process.kill(process.pid, "SIGINT");', 0, /^$/],
  ])('ends with the right exit code and message for a command %s', async (_, body, code, stderr) => {
    const told = await run(body);
    expect(told.stderr).toMatch(stderr);
    expect({ code: told.code, stdout: told.stdout }).toEqual({ code, stdout: '' });
  });

  it('prints the help and does nothing else if the arguments contain --help', async () => {
    expect(await run('throw new HelpRequest("Does it.\\n\\n  --out DIR\\n");')).toEqual({
      code: 0,
      stdout: 'Does it.\n\n  --out DIR\n',
      stderr: '',
    });
  });
});
