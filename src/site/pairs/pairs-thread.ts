import { parentPort, workerData } from 'node:worker_threads';
import { type PairsJob, writeShare } from './pairs-share.ts';
import { SiteWriter } from '../site-writer.ts';
import type { Written } from './write-pairs.ts';

// Writes this thread's share of the pairs, then sends the number of files and bytes.
const job = workerData as PairsJob;
const writer = new SiteWriter(job.folder);
const share = writeShare(job, writer, ['histories', 'details']);
while (!share.next().done);
const { files, bytes } = writer;
parentPort?.postMessage({ files, bytes } satisfies Written);
