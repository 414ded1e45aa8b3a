import { HttpError } from '../http/request.ts';
import { limitsOf } from '../http/request-limits.ts';
import type { WitnessResponse } from '../../validation/compare-witnesses.ts';
import type { WitnessReport } from '../../validation/snapshot/witness-report.ts';
import { downloadJson, type SourceOptions } from '../download.ts';
import { problemOf } from '../errors.ts';
import { parseWitness } from './witness.ts';

/**
 * The default witnesses. A witness is an independent source used only to cross-check. Frankfurter has rates that central
 * banks publish, and Coinbase has crypto assets as well.
 */
export const defaultWitnesses = [
  'https://api.frankfurter.dev/v2/rates?base=USD',
  'https://api.coinbase.com/v2/exchange-rates?currency=USD',
] as const;

export interface WitnessesOptions extends SourceOptions {
  /** The witnesses' URLs. */
  readonly witnesses: readonly string[];
}

/** A witness is named by its host. */
export function witnessName(address: string): string {
  return new URL(address).host;
}

/** Whether each witness has a name of its own. Reports, comparisons and evidence tell witnesses apart by their names. */
export function areDistinctWitnesses(addresses: readonly string[]): boolean {
  return new Set(addresses.map(witnessName)).size === addresses.length;
}

/** Requests each witness at most once. `dispose` aborts the requests that nothing waits for. */
export class WitnessRequests implements Disposable {
  readonly #options: WitnessesOptions;
  readonly #end = new AbortController();
  readonly #responses = new Map<string, Promise<WitnessResponse>>();

  /** @throws {RangeError} if two witnesses have the same name */
  constructor({ signal, ...options }: WitnessesOptions) {
    if (!areDistinctWitnesses(options.witnesses))
      throw new RangeError('Two witnesses have the same host. Use each host for one witness.');
    this.#options = { ...options, signal: AbortSignal.any([this.#end.signal, ...(signal ? [signal] : [])]) };
  }

  /** Requests all witnesses at once, before it's known whether their responses are needed. */
  request(): void {
    for (const address of this.#options.witnesses) this.#request(address).catch(() => undefined);
  }

  /**
   * The responses of all witnesses, in their order, within the limits of a witness.
   *
   * @param earlier only of the witnesses that couldn't be reached, according to this earlier report
   * @throws only the signal's reason
   */
  responses(earlier?: WitnessReport): Promise<WitnessResponse[]> {
    const isWanted = (address: string) =>
      !earlier ||
      earlier.requested.some(({ witness, outcome }) => outcome === 'unreachable' && witness === witnessName(address));
    return Promise.all(this.#options.witnesses.filter(isWanted).map((address) => this.#request(address)));
  }

  #request(address: string): Promise<WitnessResponse> {
    const known = this.#responses.get(address);
    if (known) return known;
    const response = responseOf(address, this.#options);
    this.#responses.set(address, response);
    return response;
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}

async function responseOf(
  address: string,
  { catalogue, now, signal, limits }: WitnessesOptions,
): Promise<WitnessResponse> {
  const witness = witnessName(address);
  try {
    const { value } = await downloadJson(address, { ...limitsOf.witness, ...limits, signal });
    return { witness, rates: parseWitness(value, catalogue, now) };
  } catch (error) {
    signal?.throwIfAborted();
    const outcome = error instanceof HttpError ? 'unreachable' : 'unusable';
    return { witness, rates: null, outcome, problem: problemOf(error) };
  }
}
