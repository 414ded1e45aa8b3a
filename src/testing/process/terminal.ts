import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Whether this machine has the `script` of util-linux, which gives a command a terminal of its own. */
export const hasTerminals = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

/** For tests: starts a program in a terminal of its own. What is written to its input is typed there. */
export function startInTerminal(program: string, args: readonly string[]) {
  const quoted = [program, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
  // The shell makes way for the program, whose exit code then is the one that is told.
  const child = spawn('script', ['--quiet', '--return', '--command', `exec ${quoted.join(' ')}`, '/dev/null']);
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    /** All that the terminal has been sent so far, with the codes that move the cursor and the like. */
    shown: () => shown,
    type: (keys: string) => child.stdin.write(keys),
    ended,
  };
}
