import { once } from 'node:events';
import { constants } from 'node:os';
import { inspect } from 'node:util';
import type { Failure } from '../failures.ts';
import { InvalidSiteError, isSystemError, SiteError } from '../../site/errors.ts';
import { FileError } from '../../text/site-problem.ts';
import { print, printError } from './print.ts';

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The work can't be done, for reasons that the user can act on. Has a line for each reason. Exit code 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  /** The likely cause, if the work was a publish. */
  readonly failure: Failure = 'other';
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** A publish failed, and its cause is known. `failures.ts` says what to do about each cause. */
export class PublishFailure extends CommandError {
  override readonly failure: Failure;

  constructor(failure: Failure, ...lines: readonly string[]) {
    super(...lines);
    this.failure = failure;
  }
}

/** The user requested the command's help, which is the message. */
export class HelpRequest extends Error {
  override readonly name = 'HelpRequest';
}

/** The command was stopped when it may already have changed something. The message says what may have changed. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

let isUninterruptible = false;

/**
 * Does work that must not be interrupted, and prints what it does. If the user stops the command meanwhile, the work is
 * finished first.
 *
 * @param doing for example `Rolling back`
 */
export async function uninterrupted<T>(
  doing: string,
  seconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  printError(`${doing}. This can't be stopped, and takes at most ${seconds} seconds.`);
  isUninterruptible = true;
  try {
    return await work(AbortSignal.timeout(seconds * 1000));
  } finally {
    isUninterruptible = false;
  }
}

/** Signals that end a command early: from the user, a system that shuts down, or a closed terminal. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds that a stopped command has to clean up. */
const TIME_TO_STOP = 600;

/**
 * Runs a command. Prints the error that it throws on standard error, and ends the process with an exit code: 0 done, 1
 * failed, 2 wrong usage. An unexpected error is a bug, so it is printed with its stack. Ctrl-C asks the command to stop
 * and clean up. A second later, the process ends in any case, unless the work is {@link uninterrupted}.
 *
 * If standard output or standard error can't be written, the exit code stays the same.
 */
export async function runCommand(command: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  let stoppedBy: NodeJS.Signals | undefined;
  let timer: NodeJS.Timeout | undefined;
  const stop = (name: NodeJS.Signals, number: number) => {
    // A terminal also signals npm, which passes the signal on, so one Ctrl-C may cause two signals.
    if (stoppedBy !== undefined) return;
    stoppedBy = name;
    process.exitCode = 128 + number;
    timer = setInterval(() => {
      if (isUninterruptible) return;
      printError('Stopped before everything was cleaned up.');
      endProcess(name);
    }, TIME_TO_STOP);
    controller.abort();
  };
  for (const name of stopSignals) process.on(name, stop);
  try {
    await command(controller.signal);
  } catch (error) {
    if (error instanceof StoppedError) printError(error.message);
    else if (isReasonOf(controller.signal, error)) printError('Stopped. Nothing was changed.');
    else if (error instanceof HelpRequest) print(...error.message.trimEnd().split('\n'));
    else if (error instanceof UsageError || error instanceof SiteError) fail(2, error.message);
    else if (error instanceof CommandError || error instanceof InvalidSiteError) fail(1, ...error.lines);
    else if (error instanceof FileError) fail(1, `${error.message}.`);
    else if (isSystemError(error)) fail(nameError(error).code in folderAdvice ? 2 : 1, wordingOf(error));
    else fail(1, ...inspect(error).split('\n'));
  } finally {
    clearInterval(timer);
    // A signal that comes now is too late, because the work is done.
    for (const name of stopSignals) process.off(name, stop);
    await Promise.all([process.stdout, process.stderr].map(written));
    endProcess(stoppedBy);
  }
}

/** Waits until the output to a stream is written, or can't be written. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}

/**
 * Ends the process, even if something would keep it alive, such as a connection. `process.exit` waits for lookups of
 * host names, which take up to a minute and can't be aborted. The signal that stopped the command doesn't wait.
 */
function endProcess(stoppedBy: NodeJS.Signals | undefined): void {
  if (stoppedBy !== undefined && process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) {
    process.removeAllListeners(stoppedBy);
    process.kill(process.pid, stoppedBy);
  }
  process.exit();
}

/** Waits until the user stops a command that runs a server. That is its normal end, so the exit code is 0. */
export async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
  process.exitCode = 0;
}

function fail(code: number, ...lines: readonly string[]): void {
  printError(...lines);
  process.exitCode = code;
}

/** Whether an error was thrown because the command was stopped. Other errors after a stop are still reported. */
function isReasonOf({ aborted, reason }: AbortSignal, error: unknown): boolean {
  return aborted && (error === reason || (error instanceof Error && error.cause === reason));
}

function wordingOf(error: NodeJS.ErrnoException & { port?: number; address?: string }): string {
  if (error.code === 'EADDRNOTAVAIL')
    return `This machine has no address ${error.address ?? ''}. Use --host with an address of this machine.`;
  if (error.syscall === 'listen') {
    const fault = error.code === 'EADDRINUSE' ? 'is in use' : `can't be used: ${error.message}`;
    return `Port ${error.port ?? ''} ${fault}. Use --port with another port.`;
  }
  const { message, code } = nameError(error);
  const advice = folderAdvice[code] ?? otherAdvice[code];
  return advice === undefined ? message : `${message}. ${advice}`;
}

/** A system error's message and code. For some errors, such as EDQUOT, Node has only the system's number. */
export function nameError({ message, code = '', errno }: NodeJS.ErrnoException): { message: string; code: string } {
  if (!code.startsWith('Unknown system error')) return { message, code };
  const name = Object.entries(constants.errno).find(([, number]) => number === -(errno ?? 0))?.[0] ?? code;
  return { message: message.replace(`${code}: ${code}`, name), code: name };
}

const notWritable = 'Name a folder that you may write to.';
const notAFolder = 'A file has the name of this folder or of a folder above it. Name another folder.';
/** Advice about system errors that the choice of a folder causes. That is wrong usage, so the exit code is 2. */
const folderAdvice: Readonly<Record<string, string>> = {
  EACCES: notWritable,
  EBUSY: 'The system uses this folder, for example for a mounted disk. Name a folder below it.',
  EEXIST: notAFolder,
  ELOOP: 'A symbolic link in this path leads back to itself. Name another folder.',
  ENAMETOOLONG: 'Name a folder with a shorter name.',
  ENOTDIR: notAFolder,
  EPERM: notWritable,
  EROFS: notWritable,
};

const full = 'The disk is full, or your quota is used up. Free some space, or name a folder on another disk.';
/** Advice about other system errors. */
const otherAdvice: Readonly<Record<string, string>> = {
  EDQUOT: full,
  EFBIG: 'Files of that size are not allowed here. Allow larger files (ulimit -f), or name a folder on another disk.',
  ENOENT: 'Name another folder.',
  ENOSPC: full,
};
