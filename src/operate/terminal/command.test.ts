import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Runs a command with this body in a separate process without packages, like the workflow's job `report`. */
async function run(body: string) {
  const module = pathToFileURL(join(import.meta.dirname, 'command.ts')).href;
  const program = `
    import { runCommand, uninterrupted, CommandError, HelpRequest, UsageError } from '${module}';
    import { FileError } from '${new URL('../../text/site-problem.ts', module).href}';
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
  return { code: child.exitCode ?? child.signalCode, stdout, stderr };
}

describe('runCommand (runs a command and sets the exit code)', () => {
  it.concurrent.each([
    ['the command succeeds', '', 0, /^$/],
    ['the command fails', 'throw new CommandError("first", "second");', 1, /^first\nsecond\n$/],
    [
      'the command reads a wrong file',
      'throw new FileError("package.json", "is wrong");',
      1,
      /^package\.json: is wrong\.\n$/,
    ],
    ['the command gets wrong arguments', 'throw new UsageError("no");', 2, /^no\n$/],
    [
      'the command uses a folder that doesn’t exist',
      'process.chdir("/nowhere");',
      1,
      /^ENOENT: .*\. Name another folder\.\n$/,
    ],
    [
      'the command may not write to the folder',
      'throw Object.assign(new Error("EROFS: read-only file system, mkdir"), { code: "EROFS", syscall: "mkdir" });',
      2,
      /^EROFS: read-only file system, mkdir\. Name a folder that you may write to\.\n$/,
    ],
    [
      'the user’s quota is used up, an error that has a number but no name',
      // Node's error with Linux's number. Only a file system with quotas causes it.
      `const { EDQUOT } = (await import("node:os")).constants.errno;
      const code = "Unknown system error -" + EDQUOT;
      throw Object.assign(new Error(code + ": " + code + ", write"), { code, errno: -EDQUOT, syscall: "write" });`,
      1,
      /^EDQUOT, write\. The disk is full, or your quota is used up\. Free some space, .*\n$/,
    ],
    ['the command throws an unexpected error', 'null.x;', 1, /^TypeError: Cannot read .*\n {4}at /],
    [
      'the command throws an unexpected error, whose text “::error::” (a GitHub Actions command) is printed escaped',
      'throw new Error("a\\n::error::b\\n##[error]c\\u001b");',
      1,
      /^Error: a\n\\u003a:error::b\n\\u0023#\[error\]c\\u001b\n {4}at /,
    ],
    [
      'Ctrl-C stops the command',
      'await stop("SIGINT", signal); signal.throwIfAborted();',
      130,
      /^Stopped\. Nothing was changed\.\n$/,
    ],
    ['SIGHUP stops the command', 'await stop("SIGHUP", signal); signal.throwIfAborted();', 129, /^Stopped\./],
    ['SIGTERM stops the command', 'await stop("SIGTERM", signal); signal.throwIfAborted();', 143, /^Stopped\./],
    [
      'the command fails after Ctrl-C for a reason other than Ctrl-C',
      'await stop("SIGINT", signal); throw new CommandError("Full.");',
      1,
      /^Full\.\n$/,
    ],
    ['the command throws an unexpected error after Ctrl-C', 'await stop("SIGINT", signal); null.x;', 1, /^TypeError: /],
    [
      'Ctrl-C is pressed twice during uninterruptible work that fails afterwards',
      `await uninterrupted('Rolling back', 60, async () => {
        await stop("SIGINT", signal);
        await new Promise((resolve) => setTimeout(resolve, 1100));
        process.kill(process.pid, "SIGINT");
        await new Promise((resolve) => setTimeout(resolve, 100));
        throw new CommandError("Rolled back.");
      });`,
      1,
      /^Rolling back\. This can't be stopped, and takes at most 60 seconds\.\nRolled back\.\n$/,
    ],
    [
      'the command doesn’t stop after Ctrl-C',
      'await stop("SIGINT", signal); await new Promise(() => setInterval(() => 0, 1000));',
      130,
      /^Stopped before everything was cleaned up\.\n$/,
    ],
    [
      // `process.exit` waits until the lookup of a host name ends.
      'Ctrl-C stops the command while no name server responds',
      `process.getActiveResourcesInfo = () => ["GetAddrInfoReqWrap"];
      process.exit = () => { while (true); };
      await stop("SIGINT", signal);
      signal.throwIfAborted();`,
      'SIGINT',
      /^Stopped\. Nothing was changed\.\n$/,
    ],
    ['the command succeeds, but leaves a timer', 'setInterval(() => 0, 1000);', 0, /^$/],
    // The command sends the signal, but the signal arrives only after the command's work.
    ['Ctrl-C is pressed after the command has done its work', 'process.kill(process.pid, "SIGINT");', 0, /^$/],
  ])('exits with $2 if %s', async (_, body, code, stderr) => {
    const result = await run(body);
    expect(result.stderr).toMatch(stderr);
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
  });

  it('prints only the help if the arguments contain --help', async () => {
    expect(await run('throw new HelpRequest("Does it.\\n\\n  --out DIR\\n");')).toEqual({
      code: 0,
      stdout: 'Does it.\n\n  --out DIR\n',
      stderr: '',
    });
  });
});
