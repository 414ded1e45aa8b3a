import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const TMPFS_MAGIC = 0x01021994;

/** The folder for the sites of one benchmark. Each site gets a new folder, because overwriting is slower. */
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

  /** The path of a folder that doesn't exist yet. */
  next(): string {
    return join(this.#root, String(this.#taken++));
  }

  /**
   * Deletes a folder that isn't needed anymore if it's in memory. On a disk, the folder stays until the end of the
   * benchmark, because deleting it would slow down the measured writing.
   */
  release(folder: string): void {
    if (this.#inMemory) rmSync(folder, { recursive: true, force: true });
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
