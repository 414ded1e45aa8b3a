import { store, stored } from '../../visitor/stored.ts';

/** A list of currencies in the browser's local storage. Without storage, the list lasts as long as the page. */
export class KeptCodes {
  readonly #name: string;
  readonly #most: number;
  #codes: readonly string[];

  /** @param initial the list until the visitor changes it */
  constructor(name: string, most: number, initial: readonly string[] = []) {
    this.#name = `ratesheet-${name}`;
    this.#most = most;
    this.#codes =
      stored(this.#name)
        ?.split(' ')
        .filter((code) => code !== '')
        .slice(0, most) ?? initial;
  }

  get codes(): readonly string[] {
    return this.#codes;
  }

  keep(codes: readonly string[]): void {
    this.#codes = [...new Set(codes)].slice(0, this.#most);
    store(this.#name, this.#codes.join(' '));
  }
}
