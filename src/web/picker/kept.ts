/**
 * A list of currencies in the browser's local storage, which isn't sent to the host. If the browser doesn't allow
 * storage, the list lasts as long as the page.
 */
export class KeptCodes {
  readonly #name: string;
  readonly #most: number;
  #codes: readonly string[];

  /** @param initial the list until the visitor changes it */
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
      // The storage is full or isn't allowed.
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
