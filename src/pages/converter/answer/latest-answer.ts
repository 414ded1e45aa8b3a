import type { PublishedSite } from '../../../api/query/site.ts';
import type { Lack } from '../../../api/query/lack.ts';
import type { PairAnswer } from '../../../api/query/pair-answer.ts';
import type { PageState } from '../address/address-state.ts';
import { findAnswer } from './answer.ts';

/** The answer to a state's pair, or why there is none. */
export type Found =
  /** `isWholeDay` says that the answer's day has the rates of other currencies, too. */
  | { readonly answer: PairAnswer; readonly isWholeDay: boolean }
  /** The source lacks the rate. `isInMarket` says that the same request has a market rate. */
  | { readonly lack: Lack; readonly isInMarket: boolean }
  | { readonly problem: unknown };

/** Milliseconds until the page says that it's loading. Most rates are there sooner, and a text would flicker. */
const PATIENCE = 150;

export interface LatestAnswerOptions {
  /** Called if loading takes longer than the visitor would notice. */
  readonly onLoading: () => void;
  readonly onFound: (found: Found) => void;
}

/** Asks for the answers to the page's states. If the state changes before its answer is there, the answer is ignored. */
export class LatestAnswer {
  readonly #site: PublishedSite;
  readonly #options: LatestAnswerOptions;
  #asked = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(site: PublishedSite, options: LatestAnswerOptions) {
    this.#site = site;
    this.#options = options;
  }

  ask(state: PageState): void {
    const mine = ++this.#asked;
    const settle = (found: Found) => {
      if (mine !== this.#asked) return;
      clearTimeout(this.#waiting);
      this.#options.onFound(found);
    };
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(this.#options.onLoading, PATIENCE);
    void findAnswer(state, this.#site)
      .catch((problem: unknown) => ({ problem }))
      .then(settle);
  }
}
