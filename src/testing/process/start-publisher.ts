import type { Instant, IsoDate } from '../../money/calendar.ts';
import { join } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import { advised } from '../../operate/generate/advised.ts';
import { terminalReport } from '../../operate/generate/terminal-report.ts';
import { nextRates, type NextRates } from '../../publish/make-site.ts';
import { snapshotOf } from '../../validation/snapshot/snapshot.ts';
import type { Dataset } from '../../download/dataset.ts';
import { elementAt } from '../../money/element-at.ts';
import type { Provider } from '../../sources/provider.ts';
import type { Rates } from '../../money/rates.ts';
import { answers, startMirror } from '../servers/loopback-mirror.ts';
import { previousFiles, writeFiles } from '../sites/previous-site.ts';
import { fewDays } from '../sites/small-site.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The input of one publish. */
export interface ToPublish {
  readonly dataset: Dataset;
  /** URLs of mirrors to use instead of the mirror that serves `dataset`. */
  readonly mirrors?: readonly string[];
  /** URLs of mirrors of past days, with `{date}` in each URL. */
  readonly datedMirrors?: readonly string[];
  /** URLs of the witnesses. */
  readonly witnesses?: readonly string[];
  /** The source that the operator names. */
  readonly provider?: Provider;
  /** Whether the operator confirms a change of the source. */
  readonly newSource?: boolean;
  /** The mirror's response. By default, `dataset` in exchange-api's format. */
  readonly answer?: unknown;
  /** The time, ISO 8601 UTC with milliseconds. By default, the morning of the dataset's day. */
  readonly now?: Instant;
}

/** A site that is published repeatedly. */
export interface Publisher extends AsyncDisposable {
  /** Publishes a dataset as an update of the previous publish. */
  readonly publish: (toPublish: ToPublish) => Promise<NextRates>;
  /** The files that the next publish reads, by path. */
  readonly files: () => ReadonlyMap<string, string>;
}

/** Creates a site with the given days. A mirror on this machine serves the datasets of the later publishes. */
export async function startPublisher(days: readonly Dataset[]): Promise<Publisher> {
  const folder = temporaryFolder();
  let body: unknown;
  const mirror = await startMirror((response) => answers.json(body)(response));
  const first: Archive = { days, gaps: [], comparisons: [] };
  const firstTime = morningOf(elementAt(days, days.length - 1));
  const origin = { mirror: mirror.url, retrieved_at: firstTime, checked_at: firstTime };
  let files = previousFiles(snapshotOf(first, origin), first, fewDays.official);
  let publishes = 0;
  return {
    files: () => files,
    publish: async ({
      dataset,
      mirrors = [mirror.url],
      datedMirrors = [],
      witnesses = [],
      answer = answerOf(dataset),
      now = morningOf(dataset),
      ...rest
    }) => {
      const previous = join(folder.path, `${publishes++}`);
      writeFiles(previous, files);
      body = answer;
      const options = { backfill: 0, official: new Map(), recorded: false, ...rest };
      const input = { mirrors, datedMirrors, witnesses, previous, now, ...options };
      const rates = await advised(nextRates(input, terminalReport(options)));
      files = previousFiles(rates.snapshot, rates.archive, fewDays.official);
      return rates;
    },
    [Symbol.asyncDispose]: async () => {
      await mirror[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function morningOf({ date }: Pick<Dataset, 'date'>): Instant {
  return `${date}T06:17:00.000Z` as Instant;
}

/** A mirror's response with a dataset. */
export function answerOf({ date, rates }: { readonly date: IsoDate; readonly rates: Rates }) {
  return { date, usd: Object.fromEntries(Array.from(rates, ([code, rate]) => [code.toLowerCase(), rate])) };
}
