/** A full cache drops its oldest value. The size is limited, because API callers choose what is read. */
export class Cache<T> extends Map<string, T> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: string, value: T): this {
    const [oldest] = this.keys();
    if (oldest !== undefined && this.size >= this.#most && !this.has(key)) this.delete(oldest);
    return super.set(key, value);
  }
}
