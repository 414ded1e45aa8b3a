import type { Archive } from '../archive/archive.ts';
import type { OfficialRates } from '../archive/official-rates.ts';
import { isDefaultSource, type Source } from '../archive/source.ts';
import { catalogue } from '../currencies/catalogue.ts';
import { limitsOf } from '../http/request-limits.ts';
import { DatasetSearch } from '../sources/dataset-search.ts';
import { updateOfficial } from '../sources/official/update-official.ts';
import { WitnessRequests } from '../sources/witnesses/witness-requests.ts';
import { fetchPastDays, type FetchedPastDays, type PastDaysOptions } from './past-days.ts';

export interface DownloadOptions extends PastDaysOptions {
  /** URLs of the dataset's USD file. If several have the same newest day, the first of them counts. */
  readonly mirrors: readonly string[];
  readonly witnesses: readonly string[];
  /** URL of the bank's file of official rates; null if no file is to be downloaded. */
  readonly official: string | null;
}

/** What is known before the downloads. */
export interface Known {
  readonly archive: Archive;
  readonly official: OfficialRates;
  /** Date of the published dataset; undefined if nothing is published. */
  readonly asOf: string | undefined;
  /** The source of the next dataset. */
  readonly source: Source;
  readonly now: string;
}

/** Downloads in progress. Requests that nothing waits for end with `dispose`. */
export interface Downloads extends Disposable {
  readonly search: DatasetSearch;
  readonly witnesses: WitnessRequests;
  /** Null if no day is requested. */
  readonly pastDays: Promise<FetchedPastDays | null>;
  readonly official: Promise<OfficialRates>;
}

/** Starts all downloads at the same time, so that today's rates wait for nothing else. */
export function startDownloads(
  { archive, official: known, asOf, source, now }: Known,
  { official: url, mirrors, datedMirrors, witnesses: addresses, recorded, ...options }: DownloadOptions,
  onPastDay: (fetched: number, total: number) => void,
  signal?: AbortSignal,
): Downloads {
  const common = { catalogue, now, signal, isOwnSource: !isDefaultSource(source) };
  const pastDays = fetchPastDays(archive, { ...options, datedMirrors, recorded, now }, onPastDay, signal);
  const official =
    url === null
      ? Promise.resolve(known)
      : updateOfficial(known, {
          ...{ url, market: archive.days, now, signal },
          ...(recorded && { limits: limitsOf.preview }),
        });
  // Both are awaited later. If they fail earlier, the error must not count as unhandled.
  for (const download of [pastDays, official]) download.catch(() => undefined);
  const witnesses = new WitnessRequests({ ...common, witnesses: addresses });
  // If today's dataset isn't published yet, the witnesses' responses will probably be needed.
  if ((asOf ?? '') < now.slice(0, 10)) witnesses.request();
  const search = new DatasetSearch({
    ...{ ...common, mirrors, published: asOf },
    // A preview shouldn't wait for dated mirrors.
    datedMirrors: recorded ? [] : datedMirrors,
    ...(recorded && { limits: limitsOf.preview }),
  });
  return { search, witnesses, pastDays, official, [Symbol.dispose]: () => witnesses[Symbol.dispose]() };
}
