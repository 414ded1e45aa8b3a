import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The temporary folder of one section. */
export class BenchFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'ratesheet-bench-'));
  #taken = 0;

  /** The path of a folder that doesn't exist yet. Each site gets a new folder, because overwriting is slower. */
  next(): string {
    return join(this.path, String(this.#taken++));
  }

  [Symbol.dispose](): void {
    removeFolder(this.path);
  }
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
