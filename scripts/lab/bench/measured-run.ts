import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandError } from '../../../src/operate/terminal/command.ts';
import { watch } from './process-usage.ts';

const scripts = join(import.meta.dirname, '../..');

/** The options with which Node runs each script. */
export const loader = ['--import', join(scripts, 'loader.js')];

/** Runs `npm run generate` without npm, and measures it. @throws {CommandError} if it fails */
export async function measuredGenerate(args: readonly string[], signal: AbortSignal) {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...loader, join(scripts, 'generate.ts'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = Promise.all([once(child, 'close') as Promise<[number | null]>, text(child.stderr)]);
  const usage = await watch(child, ended);
  const [[code], errors] = await ended;
  if (code !== 0) throw new CommandError('generate failed:', ...errors.trimEnd().split('\n'));
  return usage;
}
