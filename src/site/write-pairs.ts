import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { bundleModule } from './bundle-module.ts';
import type { PairsInput } from './pair-documents.ts';
import { closeTurns, createCounters, type PairsJob, writeShare } from './pairs-share.ts';
import { SiteWriter } from './site-writer.ts';

export interface WritePairsInput extends PairsInput {
  /** The site's root. */
  readonly folder: string;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (files: number) => void;
}

interface Written {
  readonly files: number;
  readonly bytes: number;
}

/** From so many currencies on, a second thread saves more time than it takes to start. */
export const CURRENCIES_FOR_TWO_THREADS = 100;

/**
 * Writes the documents of all pairs, with two threads where that pays: printing and the system's part of writing are
 * both work for a processor. When it ends, be it with an error, nothing writes any more.
 */
export async function writePairs({ signal, onProgress, ...input }: WritePairsInput): Promise<Written> {
  const job = { ...input, counters: createCounters() };
  const needsThread = input.currencies.length >= CURRENCIES_FOR_TWO_THREADS && availableParallelism() > 1;
  // The thread first: it starts while this one writes.
  const shares = [...(needsThread ? [writeInThread(job)] : []), writeHere(job, signal, onProgress)];

  const total = { files: 0, bytes: 0 };
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

async function writeInThread(job: PairsJob): Promise<Written> {
  try {
    // As a bundle it loads neither zod nor what reads TypeScript, and starts in a fifth of the time.
    const code = await bundleModule(join(import.meta.dirname, 'pairs-thread.ts'), { format: 'cjs', platform: 'node' });
    const thread = new Worker(code, { eval: true, execArgv: [], workerData: job });
    let written: Written | undefined;
    thread.once('message', (message: Written) => {
      written = message;
    });
    // Rejects with what the thread throws.
    await once(thread, 'exit');
    if (!written) throw new Error('The thread that writes pairs ended before its work was done.');
    return written;
  } catch (error) {
    // Also where it failed before it could take a turn.
    closeTurns(job);
    throw error;
  }
}
