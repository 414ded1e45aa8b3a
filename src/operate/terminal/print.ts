import { oneLine } from '../../text/one-line.ts';

// All output of a command goes through this file, which escapes control characters in text from servers.

// If output can't be written, because its reader has closed or the disk is full, the command still does its work.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let isOnlyProblems = false;

/** From now on, results and progress aren't printed. */
export function printOnlyProblems(): void {
  isOnlyProblems = true;
}

/** Prints results on standard output. */
export function print(...lines: readonly string[]): void {
  if (!isOnlyProblems) write('stdout', lines);
}

/** Prints progress on standard error. */
export function printProgress(...lines: readonly string[]): void {
  if (!isOnlyProblems) write('stderr', lines);
}

/** Prints problems on standard error. */
export function printError(...lines: readonly string[]): void {
  write('stderr', lines);
}

/** Prints a warning that GitHub Actions shows on the run's page. */
export function annotate(text: string): void {
  if (isOnlyProblems) printError(`Warning: ${text}`);
  else process.stdout.write(`::warning::${oneLine(text)}\n`);
}

function write(name: 'stdout' | 'stderr', lines: readonly string[]): void {
  if (lines.length > 0) process[name].write(`${lines.map(oneLine).join('\n')}\n`);
}
