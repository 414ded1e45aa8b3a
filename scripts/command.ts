import { once } from 'node:events';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { z } from 'zod';

/** Wrong use of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The work could not be done, for a reason that the user can act on: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads a command's options and checks them.
 * @throws {UsageError}
 */
export function readOptions<T extends z.ZodType>(options: Options, schema: T, usage: string): z.infer<T> {
  const { values } = readCommandLine({ options }, usage);
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`);
  throw new UsageError(`${problems.join('; ')}. See --help.`);
}

/**
 * Reads a command line; prints the usage and ends where that is asked for.
 * @throws {UsageError}
 */
export function readCommandLine({ options, ...config }: ParseArgsConfig, usage: string) {
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({ ...config, options: { ...options, help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    throw new UsageError(`${firstSentence((error as Error).message)}. See --help.`);
  }
  if (read.values['help'] === true) {
    process.stdout.write(usage);
    process.exit(0);
  }
  return read;
}

/**
 * Runs a command and turns what it throws into one line on standard error and an exit code: 0 done, 1 not possible,
 * 2 wrong use. What nobody foresaw is a bug and keeps its stack. The first Ctrl-C asks the command to stop and clean up,
 * one that follows later does not wait for it.
 *
 * @param wrongUse further errors that mean wrong use
 */
export async function runCommand(
  command: (signal: AbortSignal) => Promise<void>,
  wrongUse: readonly (new (...args: never[]) => Error)[] = [],
): Promise<void> {
  const controller = new AbortController();
  let stoppedAt = NaN;
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(name, () => {
      // A terminal tells npm as well, which passes it on: what comes again at once is no second wish.
      if (performance.now() - stoppedAt > 1000) process.exit(code);
      if (controller.signal.aborted) return;
      stoppedAt = performance.now();
      process.exitCode = code;
      controller.abort();
    });
  }
  try {
    await command(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) process.stderr.write('Stopped. Nothing was changed.\n');
    else if (error instanceof UsageError || wrongUse.some((kind) => error instanceof kind))
      fail(2, (error as Error).message);
    else if (error instanceof CommandError) fail(1, error.message);
    else if (isSystemError(error)) fail(1, wordingOf(error));
    else throw error;
  }
}

/** Waits until a command that serves is told to stop, which is how it ends well. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
  process.exitCode = 0;
}

function fail(code: number, message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

/** What the disk or the network refuses, such as ENOSPC, EACCES and EADDRINUSE: no bug of ours. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function wordingOf(error: NodeJS.ErrnoException & { port?: number; address?: string }): string {
  if (error.code === 'EADDRNOTAVAIL')
    return `This machine has no address ${error.address ?? ''}. Name one of its own with --host.`;
  if (error.syscall === 'listen') {
    const fault = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be had: ${error.message}`;
    return `Port ${error.port ?? ''} ${fault}. Name another one with --port.`;
  }
  const advice = diskAdvice[error.code ?? ''];
  return advice === undefined ? error.message : `${error.message}. ${advice}`;
}

const notWritable = 'Name a folder that you may write to.';
const notAFolder = 'Name a folder: there is a file in its place, or above it.';
/** What to do when the disk refuses, by the system's error code. */
const diskAdvice: Record<string, string> = {
  EACCES: notWritable,
  EBUSY: 'Name a folder below the one that is mounted there.',
  EEXIST: notAFolder,
  ENOENT: 'Name a folder that can be made.',
  ENOSPC: 'The disk is full: make room, or name a folder on another one.',
  ENOTDIR: notAFolder,
  EPERM: notWritable,
  EROFS: notWritable,
};

function firstSentence(text: string): string {
  return text.split(/\.?(\s|$)(?=[A-Z]|$)/)[0] ?? text;
}

/** An option that is a whole number in a range. */
export function wholeNumber(least: number, most: number) {
  const error = `expected a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .pipe(z.number(error).min(least, error).max(most, error));
}
