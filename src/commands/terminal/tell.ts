import { oneLine } from '../../text/one-line.ts';

// The one place through which all that a command says goes: whatever somebody else wrote into it, it stays text.

// A reader that is gone or a full disk doesn't end the work.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Says what was asked for or done: lines on standard output. */
export function print(...lines: readonly string[]): void {
  write('stdout', lines);
}

/** Says what is going on, or wrong: lines on standard error. */
export function tell(...lines: readonly string[]): void {
  write('stderr', lines);
}

/** Says what a person should see to: GitHub Actions shows it on the page of the run. */
export function annotate(text: string): void {
  process.stdout.write(`::warning::${oneLine(text)}\n`);
}

function write(name: 'stdout' | 'stderr', lines: readonly string[]): void {
  if (lines.length > 0) process[name].write(`${lines.map(oneLine).join('\n')}\n`);
}
