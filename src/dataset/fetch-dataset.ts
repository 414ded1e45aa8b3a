import type { CatalogueEntry } from '../currencies/catalogue.ts';
import { publicAddress } from './address.ts';
import { type Dataset, parseDataset } from './dataset.ts';
import { downloadJsonBytes, type DownloadLimits } from './download.ts';
import { MirrorError, NoUsableMirrorError, UncheckedAnswerError } from './errors.ts';

/** What a mirror's answer is checked by. */
export interface DatasetContext<T> {
  readonly catalogue: readonly CatalogueEntry[];
  /** The clock, ISO 8601 UTC. */
  readonly now: string;
  /**
   * Makes of a whole dataset what is to be published.
   *
   * @throws {MirrorError} when nothing of it may be
   */
  readonly accept: (dataset: Dataset, mirror: string) => T | Promise<T>;
}

export interface FetchOptions<T> extends Omit<DatasetContext<T>, 'accept'> {
  /** The same with the bytes that the dataset was fetched as. */
  readonly accept: (dataset: Dataset, mirror: string, bytes: Uint8Array) => T | Promise<T>;
  /** Addresses of the dataset's USD file, in the order in which to try them. */
  readonly mirrors: readonly string[];
  readonly limits?: Partial<DownloadLimits>;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
  /** Told of every mirror that gave nothing usable, by its address as it may be printed. */
  readonly onFailure?: (mirror: string, error: MirrorError) => void;
}

/**
 * The day's dataset from the first mirror that gives one that is accepted, as what is made of it.
 *
 * @throws {NoUsableMirrorError} when no mirror does
 * @throws the signal's reason
 */
export async function fetchDataset<T>(options: FetchOptions<T>): Promise<T> {
  const { mirrors, limits, signal, accept, onFailure } = options;
  const failures: MirrorError[] = [];
  for (const mirror of mirrors) {
    const address = publicAddress(mirror);
    try {
      const { value, bytes } = await downloadJsonBytes(mirror, { ...limits, signal });
      return await checkAnswer(value, address, {
        ...options,
        accept: (dataset, mirror) => accept(dataset, mirror, bytes),
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof MirrorError)) throw error;
      failures.push(error);
      onFailure?.(address, error);
    }
  }
  throw new NoUsableMirrorError(failures);
}

/**
 * What is made of a mirror's answer.
 *
 * @param mirror its address as it may be published
 * @throws {MirrorError} and nothing else, whatever the answer is: what our own checks throw on it is its failure, too
 */
export async function checkAnswer<T>(
  answer: unknown,
  mirror: string,
  { catalogue, now, accept }: DatasetContext<T>,
): Promise<T> {
  try {
    return await accept(parseDataset(answer, catalogue, now), mirror);
  } catch (error) {
    throw error instanceof MirrorError ? error : new UncheckedAnswerError(error);
  }
}
