import { workerData } from 'node:worker_threads';
import { generateSite } from '../generate/generate-site.ts';
import type { Build } from './build-in-thread.ts';

/** Enough for the pairs of the 7 most traded currencies. Fewer files are written faster. */
const FILE_LIMIT = 5_700;

const { out, url } = workerData as Build;
await generateSite(
  {
    out,
    mirrors: [],
    witnesses: [],
    official: new Map(),
    datedMirrors: [],
    backfill: 0,
    recorded: true,
    fileLimit: FILE_LIMIT,
    url,
    now: new Date().toISOString(),
  },
  AbortSignal.any([]),
);
