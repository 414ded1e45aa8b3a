import { type ComparedRate, comparedRates } from '../../../api/endpoints/compared-rates.ts';
import { answersOfAll, type PairAnswer, type PairOfAll } from '../../../api/query/pair-answer.ts';
import type { PublishedSite } from '../../../api/query/site.ts';

/** What a page knows about a pair's rate at each source. */
export interface ComparedSources {
  /** As in `/api/v1/compare`. */
  readonly rows: readonly ComparedRate[];
  /** The keys of the sources without the rate. */
  readonly without: readonly string[];
  /** Why a source isn't known, by the key of the source. */
  readonly unread: ReadonlyMap<string, unknown>;
}

/** Compares the sources whose files can be read. Unlike a caller of the API, a visitor sees which of them are missing. */
export async function compareSources(pair: PairOfAll, site: PublishedSite): Promise<ComparedSources> {
  const reads = await answersOfAll(pair, site);
  const settled = await Promise.allSettled(reads.values());
  const [answers, without, unread] = [new Map<string, PairAnswer>(), [] as string[], new Map<string, unknown>()];
  for (const [index, key] of [...reads.keys()].entries()) {
    const read = settled[index];
    if (read?.status === 'rejected') unread.set(key, read.reason);
    else if (read?.value) answers.set(key, read.value);
    else without.push(key);
  }
  return { rows: comparedRates(answers), without, unread };
}
