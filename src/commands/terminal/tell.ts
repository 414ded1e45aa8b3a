import { oneLine } from '../../text/one-line.ts';

// The one place through which all that a command says goes: whatever somebody else wrote into it, it stays text.

type Stream = 'stdout' | 'stderr';

// A reader that is gone or a full disk ends no work: a write's own callback is told, below.
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

/** What one stream does not take goes to the other one, with the reason. */
function write(name: Stream, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const text = lines.map(oneLine).join('\n');
  process[name].write(`${text}\n`, (error) => {
    if (!error) return;
    const [other, full] = name === 'stdout' ? (['stderr', 'output'] as const) : (['stdout', 'error'] as const);
    process[other].write(`${text} (Standard ${full} takes nothing: ${oneLine(error.message)}.)\n`);
  });
}
