import { downloadJson, type SourceOptions } from '../download.ts';
import { DownloadError, MirrorError, UncheckedAnswerError } from '../errors.ts';
import { parseWitness } from './witness.ts';
import type { WitnessAnswer } from '../../validation/compare-witnesses.ts';

/**
 * The default witnesses. A witness is an independent source used only to cross-check. Frankfurter has rates that central
 * banks publish, and Coinbase has crypto assets as well.
 */
export const defaultWitnesses = [
  'https://api.frankfurter.dev/v2/rates?base=USD',
  'https://api.coinbase.com/v2/exchange-rates?currency=USD',
] as const;

export interface AskOptions extends SourceOptions {
  readonly witnesses: readonly string[];
  /** Called for every witness that gives no usable response. */
  readonly onFailure?: (witness: string, error: MirrorError) => void;
}

/** Three attempts take at most 10 s, so that publishing never waits longer for a witness. */
export const witnessLimits = { tries: 3, timeout: 3000, backOff: 500, deadline: 10_000 };

/** A witness is named by its host. */
export function witnessName(address: string): string {
  return new URL(address).host;
}

/**
 * Requests all witnesses at once.
 *
 * @returns the witnesses' outcomes, in the given order, within 10 s
 * @throws only the signal's reason
 */
export function askWitnesses({ witnesses, ...options }: AskOptions): Promise<WitnessAnswer[]> {
  return Promise.all(witnesses.map((address) => askWitness(address, options)));
}

async function askWitness(
  address: string,
  { catalogue, now, signal, limits, onFailure }: Omit<AskOptions, 'witnesses'>,
): Promise<WitnessAnswer> {
  const witness = witnessName(address);
  try {
    const { value } = await downloadJson(address, { ...witnessLimits, ...limits, signal });
    return { witness, rates: parseWitness(value, catalogue, now) };
  } catch (error) {
    signal?.throwIfAborted();
    const failure = error instanceof MirrorError ? error : new UncheckedAnswerError(error);
    onFailure?.(witness, failure);
    return { witness, rates: null, outcome: failure instanceof DownloadError ? 'unreachable' : 'unusable' };
  }
}
