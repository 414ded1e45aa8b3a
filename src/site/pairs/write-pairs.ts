import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { bundleModule } from '../../bundle/bundle.ts';
import type { PairsInput } from './pair-documents.ts';
import { createPairDigests, type PairDigests } from './pair-digests.ts';
import { closeTurns, createCounters, type PairsJob, writeShare } from './pairs-share.ts';
import { SiteWriter } from '../site-writer.ts';
import { unlessStopped } from '../unless-stopped.ts';

export interface WritePairsInput extends PairsInput {
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (files: number) => void;
  /** Number of threads; by default {@link threadsThatPay}. */
  readonly threads?: 1 | 2 | undefined;
}

export interface Written {
  readonly files: number;
  readonly bytes: number;
}

/** From this number of currencies on, a second thread saves more time than it takes to start. */
const CURRENCIES_FOR_TWO_THREADS = 100;

/** The number of threads that write fastest. */
export function threadsThatPay(currencies: number, processors: number): 1 | 2 {
  return currencies >= CURRENCIES_FOR_TWO_THREADS && processors > 1 ? 2 : 1;
}

/** Writes the documents of all pairs. When the promise settles, even with an error, no thread writes any more. */
export async function writePairs({
  signal,
  onProgress,
  threads,
  ...input
}: WritePairsInput): Promise<Written & { readonly digests: PairDigests }> {
  const digests = createPairDigests(input.currencies.length);
  const job = { ...input, counters: createCounters(), digests };
  const needsThread = (threads ?? threadsThatPay(input.currencies.length, availableParallelism())) === 2;
  // Starts the other thread first, because `writeHere` already writes while the other thread is starting.
  const shares = [...(needsThread ? [writeInThread(job, signal)] : []), writeHere(job, signal, onProgress)];

  const total = { files: 0, bytes: 0, digests };
  for (const share of await Promise.allSettled(shares)) {
    if (share.status === 'rejected') throw share.reason;
    total.files += share.value.files;
    total.bytes += share.value.bytes;
  }
  return total;
}

async function writeHere(
  job: PairsJob,
  signal: AbortSignal | undefined,
  onProgress: ((files: number) => void) | undefined,
): Promise<Written> {
  const writer = new SiteWriter(job.folder);
  for (const files of writeShare(job, writer, ['details', 'histories'])) {
    onProgress?.(files);
    await yieldToEvents();
    signal?.throwIfAborted();
  }
  return writer;
}

async function writeInThread(job: PairsJob, signal: AbortSignal | undefined): Promise<Written> {
  try {
    // Bundles the thread's code. Without zod and the TypeScript loader, a thread starts in a fifth of the time.
    const entry = join(import.meta.dirname, 'pairs-thread.ts');
    const { code } = await unlessStopped(bundleModule(entry, { format: 'cjs', platform: 'node' }), signal);
    const thread = new Worker(code, { eval: true, execArgv: [], workerData: job });
    let written: Written | undefined;
    let failure = new Error('The thread that writes pairs ended before its work was done.');
    thread.once('message', (message: Written) => {
      written = message;
    });
    // If the thread throws, its error event comes before its exit event, so the error is known at the exit.
    thread.once('error', (error: Error) => {
      failure = error;
    });
    await new Promise((resolve) => thread.once('exit', resolve));
    if (!written) throw failure;
    return written;
  } catch (error) {
    // Makes the other thread stop, too. The failed thread may have ended before its own call of `closeTurns`.
    closeTurns(job);
    throw error;
  }
}
