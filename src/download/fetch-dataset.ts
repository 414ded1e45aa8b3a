import type { IsoDate } from '../money/calendar.ts';
import { HttpError } from './http/request.ts';
import type { DatasetBounds } from '../validation/completeness.ts';
import { type Dataset, parseDataset } from './dataset.ts';
import { downloadJson, type SourceOptions } from './download.ts';
import { type MirrorProblem, problemOf, UnusableResponseError } from './errors.ts';
import { publicMirror } from '../sources/mirrors.ts';

/** A mirror's dataset. */
export interface FoundDataset {
  readonly dataset: Dataset;
  /** As downloaded; undefined if the rates were composed from official rates. */
  readonly bytes: Uint8Array | undefined;
  /** The mirror's printable URL. */
  readonly mirror: string;
}

/** Why there is no usable dataset at a URL. */
export interface NoDataset extends MirrorProblem {
  /** Whether the mirror says with status 404 that it lacks the dataset. */
  readonly isAbsent: boolean;
}

export interface FetchOptions extends SourceOptions {
  /** The date that the dataset must have; undefined if it may have any date. */
  readonly date: IsoDate | undefined;
  readonly bounds: DatasetBounds;
}

/**
 * Downloads and checks the dataset at a URL of a mirror.
 *
 * @throws the signal's reason, and nothing else
 */
export async function fetchDataset(
  url: string,
  { date, bounds, catalogue, now, limits, signal }: FetchOptions,
): Promise<FoundDataset | NoDataset> {
  const mirror = publicMirror(url);
  try {
    const { value, bytes } = await downloadJson(url, { ...limits, signal });
    const dataset = parseDataset(value, catalogue, now, bounds);
    if (date !== undefined && dataset.date !== date)
      throw new UnusableResponseError('dataset', [{ path: ['date'], message: `is not ${date}` }]);
    return { dataset, bytes, mirror };
  } catch (error) {
    signal?.throwIfAborted();
    return { mirror, problem: problemOf(error), isAbsent: error instanceof HttpError && error.status === 404 };
  }
}
