/**
 * Lists of currencies that the visitor's browser keeps for them: nobody else learns of it. Where it keeps nothing, as it
 * may be told to, a list lasts as long as the page.
 */
export class KeptCodes {
  readonly #name: string;
  readonly #most: number;
  #codes: readonly string[];

  /** @param initial what it is until something is kept */
  constructor(name: string, most: number, initial: readonly string[] = []) {
    this.#name = `ratesheet-${name}`;
    this.#most = most;
    this.#codes = this.#read() ?? initial;
  }

  get codes(): readonly string[] {
    return this.#codes;
  }

  keep(codes: readonly string[]): void {
    this.#codes = [...new Set(codes)].slice(0, this.#most);
    try {
      localStorage.setItem(this.#name, this.#codes.join(' '));
    } catch {
      // It is full, or not allowed.
    }
  }

  #read(): readonly string[] | undefined {
    try {
      return localStorage
        .getItem(this.#name)
        ?.split(' ')
        .filter((code) => code !== '')
        .slice(0, this.#most);
    } catch {
      return undefined;
    }
  }
}
