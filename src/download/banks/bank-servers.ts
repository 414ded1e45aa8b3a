import { HttpError, request } from '../http/request.ts';
import { defaultLimits, type RequestLimits } from '../http/request-limits.ts';
import { urlAt } from './bank-address.ts';
import type { BankRequest, ResponseTexts, TableRequests } from './table-requests.ts';
import { unzipped } from './unzip.ts';

/** Maximum number of requests to a server in a run, retries included. */
const MAX_REQUESTS = 40;
/** Milliseconds for all requests to a server in a run, so that today's rates don't wait for them. */
const MAX_TIME = 20_000;
/** Milliseconds for the requests of a table whose server has no time left, because of the tables before it. */
const MIN_TIME = 1000;
/** Maximum bytes of a response. The largest file of all days of a bank has 2 million bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Maximum characters of the responses that a run keeps, in case another bank needs the same. */
const MAX_KEPT = 4 * 1024 * 1024;

/** What is left of the requests to a server in a run. */
export interface Budget {
  /** Number of requests, retries included. */
  requests: number;
  /** When the last request must end, as `Date.now()` counts. */
  readonly end: number;
}

export interface RangeOptions {
  /** URL to ask instead of the bank's own, as in {@link urlAt}. */
  readonly address: string | undefined;
  readonly limits: Partial<RequestLimits>;
  readonly signal: AbortSignal | undefined;
}

/** The requests for a range of days. */
export type Asked = ReturnType<TableRequests['asks']>;

/**
 * The requests of one run to the servers of all banks. Two banks may have the same server, such as a bank's buying and
 * selling rates. Then they share its budget, and the same request is sent once.
 */
export class BankServers {
  readonly #budgets = new Map<string, Budget>();
  /** Texts of responses by their requests, the newest last. A failed request isn't repeated, either. */
  readonly #responses = new Map<string, { readonly text: Promise<string>; length: number }>();

  /** What is left of the requests to the server of a range. */
  budgetOf([first]: Asked, { perMinute = Infinity }: TableRequests): Budget {
    const { host } = new URL(urlOf(first));
    const known = this.#budgets.get(host);
    if (known) return known;
    const budget = { requests: Math.min(MAX_REQUESTS, perMinute), end: Date.now() + MAX_TIME };
    this.#budgets.set(host, budget);
    return budget;
  }

  /** Whether enough requests are left for a range. */
  isWithinBudget(asked: Asked, requests: TableRequests, address: string | undefined): boolean {
    return this.#unsent(asked, address) <= this.budgetOf(asked, requests).requests;
  }

  /**
   * Sends the requests for a range, one after the other.
   *
   * @returns undefined if the server says that the range has no days
   * @throws {HttpError} if a request fails
   * @throws {RangeError} saying what is wrong, if a response is an unusable zip
   */
  async textsOf(
    asked: Asked,
    requests: TableRequests,
    { address, limits, signal }: RangeOptions,
  ): Promise<ResponseTexts | undefined> {
    const budget = this.budgetOf(asked, requests);
    const end = Date.now() + Math.min(limits.deadline ?? Infinity, Math.max(MIN_TIME, budget.end - Date.now()));
    const texts: string[] = [];
    for (const [place, ask] of asked.entries()) {
      const send = async () => {
        const deadline = end - Date.now();
        if (place > 0 && deadline <= 0) throw new HttpError('no complete response in time');
        const left = budget.requests - this.#unsent(asked.slice(place + 1), address);
        if (left < 1) throw new HttpError('too many requests failed');
        const tries = Math.min(limits.tries ?? defaultLimits.tries, left);
        const onTry = () => {
          budget.requests--;
        };
        const options = { maxBytes: MAX_BYTES, ...limits, tries, deadline, signal, onTry };
        const { bytes } = await request(urlAt(address, urlOf(ask)), {
          ...(typeof ask === 'object' && ask),
          ...options,
        });
        return unzipped(bytes, requests.inZip);
      };
      try {
        texts.push(await this.#once(keyOf(ask, address), send));
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        // The server accepts no more requests for now.
        if (error.status === 429) budget.requests = 0;
        if (error.status === 404 && requests.is404Empty && asked.length === 1) return undefined;
        throw error;
      }
    }
    const [first = '', ...others] = texts;
    return [first, ...others];
  }

  /** The response to a request, which is sent unless it was sent before. */
  async #once(key: string, send: () => Promise<string>): Promise<string> {
    const known = this.#responses.get(key);
    if (known) return known.text;
    const response = { text: send(), length: 0 };
    this.#responses.set(key, response);
    const text = await response.text;
    response.length = text.length;
    this.#forgetOldest();
    return text;
  }

  #forgetOldest(): void {
    let kept = 0;
    for (const [key, { length }] of [...this.#responses].reverse()) {
      kept += length;
      if (kept > MAX_KEPT) this.#responses.delete(key);
    }
  }

  #unsent(asked: readonly BankRequest[], address: string | undefined): number {
    return asked.filter((ask) => !this.#responses.has(keyOf(ask, address))).length;
  }
}

function urlOf(ask: BankRequest): string {
  return typeof ask === 'string' ? ask : ask.url;
}

/** Two requests have the same key if they are the same request. */
function keyOf(ask: BankRequest, address: string | undefined): string {
  return JSON.stringify([urlAt(address, urlOf(ask)), ask]);
}
