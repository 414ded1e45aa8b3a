import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder that is deleted when its scope ends. */
export function temporaryFolder(): AsyncDisposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'ratesheet-'));
  return {
    path,
    // `rmSync` takes a fraction of the time of the asynchronous `rm`.
    [Symbol.asyncDispose]: () => {
      rmSync(path, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}
