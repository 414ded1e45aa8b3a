import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const TMPFS_MAGIC = 0x01021994;

/** Where a section writes its sites: each into a folder that does not exist yet, as writing over one is slower. */
export class BenchFolder implements Disposable {
  readonly #root: string;
  readonly #inMemory: boolean;
  #taken = 0;

  constructor(parent: string) {
    this.#root = mkdtempSync(join(parent, 'ratesheet-bench-'));
    this.#inMemory = statfsSync(parent).type === TMPFS_MAGIC;
  }

  get description(): string {
    return `${this.#root}, which is ${this.#inMemory ? 'in memory' : 'on a disk'}`;
  }

  /** The path of a new folder, which is not made yet. */
  next(): string {
    return join(this.#root, String(this.#taken++));
  }

  /** Says that a folder is not needed any more. On a disk it stays until the end: what is written while it clears up is slow. */
  release(folder: string): void {
    if (this.#inMemory) rmSync(folder, { recursive: true, force: true });
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
