import { once } from 'node:events';
import { inspect } from 'node:util';
import { InvalidSiteError, SiteError } from '../../site/errors.ts';
import { print, tell } from './tell.ts';

/** Wrong use of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The work could not be done, for reasons that the user can act on, a line each: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** The user wants to know how the command is used, and nothing done. */
export class HelpRequest extends Error {
  override readonly name = 'HelpRequest';
  readonly usage: string;

  constructor(usage: string) {
    super('--help');
    this.usage = usage;
  }
}

/** The command was told to stop when something may have changed already; the message says what. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Whether work that must not be interrupted is under way. */
let isUninterruptible = false;

/** Does work that must not be interrupted. A request to stop the command waits until it is done. */
export async function uninterrupted<T>(seconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  isUninterruptible = true;
  try {
    return await work(AbortSignal.timeout(seconds * 1000));
  } finally {
    isUninterruptible = false;
  }
}

/** What ends a command before its work is done: a user, a system that shuts down, a terminal that is closed. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command and turns what it throws into one line on standard error and an exit code: 0 done, 1 not possible, 2
 * wrong use. An unexpected error is a bug and keeps its stack. The first Ctrl-C asks the command to stop and clean up,
 * one that follows later does not wait for it, unless that is {@link uninterrupted}.
 *
 * The code tells of the work, not of the telling: where standard output or error take nothing, it is the same.
 */
export async function runCommand(command: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  let stoppedAt = NaN;
  const stop = (_: NodeJS.Signals, number: number) => {
    const code = 128 + number;
    // A terminal tells npm as well, which passes it on: what comes again at once is no second wish.
    if (performance.now() - stoppedAt > 1000 && !isUninterruptible) process.exit(code);
    if (controller.signal.aborted) return;
    stoppedAt = performance.now();
    process.exitCode = code;
    controller.abort();
  };
  for (const name of stopSignals) process.on(name, stop);
  try {
    await command(controller.signal);
  } catch (error) {
    if (error instanceof StoppedError) tell(error.message);
    else if (isReasonOf(controller.signal, error)) tell('Stopped. Nothing was changed.');
    else if (error instanceof HelpRequest) print(...error.usage.trimEnd().split('\n'));
    else if (error instanceof UsageError || error instanceof SiteError) fail(2, error.message);
    else if (error instanceof CommandError || error instanceof InvalidSiteError) fail(1, ...error.lines);
    else if (isSystemError(error)) fail(wrongPlaces.includes(error.code) ? 2 : 1, wordingOf(error));
    else fail(1, ...inspect(error).split('\n'));
  } finally {
    // Who wants it stopped now comes too late: what is done is done.
    for (const name of stopSignals) process.off(name, stop);
  }
}

/** Waits until a command that serves is told to stop, which is how it ends well. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
  process.exitCode = 0;
}

function fail(code: number, ...lines: readonly string[]): void {
  tell(...lines);
  process.exitCode = code;
}

/** Whether this was thrown because the command was asked to stop. Any other failure meanwhile is reported as it is. */
function isReasonOf({ aborted, reason }: AbortSignal, error: unknown): boolean {
  return aborted && (error === reason || (error instanceof Error && error.cause === reason));
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
  const advice = systemAdvice[error.code ?? ''];
  return advice === undefined ? error.message : `${error.message}. ${advice}`;
}

const notWritable = 'Name a folder that you may write to.';
const notAFolder = 'Name a folder: there is a file in its place, or above it.';
const full = 'The disk is full: make room, or name a folder on another one.';
/** What to do when the system refuses, by its error code. */
const systemAdvice: Record<string, string> = {
  EACCES: notWritable,
  EBUSY: 'Name a folder below the one that is mounted there.',
  EDQUOT: full,
  EEXIST: notAFolder,
  EFBIG: 'Files of that size are not allowed here: allow larger ones (ulimit -f), or name a folder on another disk.',
  ELOOP: 'A link there leads back to itself: name another folder.',
  EMFILE: 'Allow a process more open files, such as 256: ulimit -n 256.',
  ENAMETOOLONG: 'Name a folder with a shorter name.',
  ENFILE: 'The system has too many files open: end other programs first.',
  ENOENT: 'Name a folder that can be made.',
  ENOSPC: full,
  ENOTDIR: notAFolder,
  EPERM: notWritable,
  EROFS: notWritable,
};
/** Those of them that tell of the name that the user gave. */
const wrongPlaces: readonly (string | undefined)[] = ['EEXIST', 'ELOOP', 'ENAMETOOLONG', 'ENOTDIR'];
