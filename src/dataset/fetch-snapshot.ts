import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Rates, Snapshot } from '../rates/snapshot.ts';
import { publicAddress } from './address.ts';
import { type Dataset, parseDataset } from './dataset.ts';
import { downloadJson, type DownloadLimits } from './download.ts';
import { LaggingMirrorError, MirrorError, NoUsableMirrorError, UncheckedAnswerError } from './errors.ts';
import { freshSnapshot, recheckedSnapshot } from './freshness.ts';
import { passGate } from './quality-gate.ts';

/** The dataset's USD file on the content delivery networks that its project names, in the order in which to try them. */
export const defaultMirrors = [
  'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json',
  'https://latest.currency-api.pages.dev/v1/currencies/usd.json',
] as const;

/** What a mirror's answer is judged by. */
export interface SnapshotContext {
  readonly catalogue: readonly CatalogueEntry[];
  /** The rates of a recorded day: the quality gate's yardstick for what was never published. */
  readonly yardstick: Rates;
  /** What was published last; null when nothing was. */
  readonly previous: Snapshot | null;
  /** The clock, ISO 8601 UTC with milliseconds. */
  readonly now: string;
}

export interface FetchOptions extends SnapshotContext {
  /** Addresses of the dataset's USD file, in the order in which to try them. */
  readonly mirrors: readonly string[];
  readonly limits?: Partial<DownloadLimits>;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
  /** Told of every mirror that gave nothing usable, by its address as it may be printed. */
  readonly onFailure?: (mirror: string, error: MirrorError) => void;
}

/**
 * The day's snapshot from the first mirror that gives a usable dataset. An older dataset than the published one never
 * replaces it: where mirrors have nothing newer, the published snapshot stays.
 *
 * @throws {NoUsableMirrorError} when no mirror gives anything usable
 * @throws the signal's reason
 */
export async function fetchSnapshot(options: FetchOptions): Promise<Snapshot> {
  const { previous, now, mirrors, limits, signal, onFailure } = options;
  const failures: MirrorError[] = [];
  for (const mirror of mirrors) {
    const address = publicAddress(mirror);
    try {
      return snapshotOf(await downloadJson(mirror, { ...limits, signal }), address, options);
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      failures.push(error);
      onFailure?.(address, error);
    }
  }
  if (previous && failures.some((error) => error instanceof LaggingMirrorError)) {
    return recheckedSnapshot(previous, now);
  }
  throw new NoUsableMirrorError(failures);
}

/**
 * The snapshot that a mirror's answer makes, beside what was published.
 *
 * @param mirror its address as it may be published
 * @throws {MirrorError} and nothing else, whatever the answer is: what our own checks throw on it is its failure, too
 */
export function snapshotOf(answer: unknown, mirror: string, context: SnapshotContext): Snapshot {
  try {
    return judge(answer, mirror, context);
  } catch (error) {
    throw error instanceof MirrorError ? error : new UncheckedAnswerError(error);
  }
}

function judge(answer: unknown, mirror: string, context: SnapshotContext): Snapshot {
  const { catalogue, previous, now } = context;
  const dataset = parseDataset(answer, catalogue, now);
  if (previous && isSameDataset(dataset, previous, catalogue)) return recheckedSnapshot(previous, now);
  if (previous && dataset.date < previous.asOf) throw new LaggingMirrorError(dataset.date, previous.asOf);
  return freshSnapshot(dataset, passGate({ ...context, dataset }), mirror, now);
}

/** Whether this is the dataset that was published. Of what the gate held, its memory knows what was offered. */
function isSameDataset({ date, rates }: Dataset, previous: Snapshot, catalogue: readonly CatalogueEntry[]): boolean {
  const offeredBefore = (code: string) => {
    const quality = previous.quality.get(code);
    return quality ? quality.offered : (previous.rates.get(code) ?? null);
  };
  return date === previous.asOf && catalogue.every(({ code }) => (rates.get(code) ?? null) === offeredBefore(code));
}
