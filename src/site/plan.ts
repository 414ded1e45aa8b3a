import { periods } from '../rates/period.ts';
import type { PublishedCurrency } from '../rates/published-currency.ts';
import { FileLimitError } from './errors.ts';

/** Which documents become files. */
export interface SitePlan {
  /** The currencies whose pairs, with each other and themselves, are files: the most traded first. */
  readonly pairCurrencies: readonly PublishedCurrency[];
  /** How many files the site has that a limit counts. */
  readonly countedFiles: number;
}

export interface PlanInput {
  /** Every published currency, the most traded first. */
  readonly currencies: readonly PublishedCurrency[];
  /** How many files the site has beside the pairs' details and histories. */
  readonly otherFiles: number;
  /** How many files the host takes; `Infinity` for one that takes any number. */
  readonly fileLimit: number;
}

/** A pair's detail and its history of every period. */
const FILES_PER_PAIR = 1 + periods.length;

/**
 * Picks the largest set of most traded currencies whose pairs all fit under the file limit.
 * @throws {FileLimitError} when even the other files do not fit
 */
export function planSite({ currencies, otherFiles, fileLimit }: PlanInput): SitePlan {
  if (otherFiles > fileLimit) throw new FileLimitError(fileLimit, otherFiles);
  const most = Math.floor(Math.sqrt((fileLimit - otherFiles) / FILES_PER_PAIR));
  const pairCurrencies = currencies.slice(0, Math.min(most, currencies.length));
  return { pairCurrencies, countedFiles: otherFiles + FILES_PER_PAIR * pairCurrencies.length ** 2 };
}
