import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Whether this machine has the `script` command of util-linux, which runs a command in a new terminal. */
export const hasTerminals = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

/** Starts a program in a new terminal. Text written to the child's standard input is typed in the terminal. */
export function startInTerminal(program: string, args: readonly string[]) {
  const quoted = [program, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
  // `exec` replaces the shell with the program, so that its exit code is returned.
  const child = spawn('script', ['--quiet', '--return', '--command', `exec ${quoted.join(' ')}`, '/dev/null']);
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    /** Everything sent to the terminal so far, including control sequences. */
    shown: () => shown,
    type: (keys: string) => child.stdin.write(keys),
    ended,
  };
}
