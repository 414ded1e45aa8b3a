import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { paths } from '../../api/format/paths.ts';
import { bundleModule } from '../../pages/bundle-module.ts';
import type { Checksum } from '../checksums.ts';

/** The Function with all that it needs in one module, but for its revision. */
export function bundleFunction(): Promise<string> {
  return bundleModule(join(import.meta.dirname, '../../function/worker.ts'), { format: 'esm', minify: true });
}

/**
 * Puts the revision into the bundled Function: another one whenever it may answer anything otherwise, as its code or
 * the documents beside it have changed.
 */
export function withRevision(code: string, documents: readonly Checksum[]): string {
  const hash = createHash('sha256').update(code);
  for (const { path, sha256 } of documents) {
    // It tells when the rates were last checked, hour by hour. All else that it says, others say too.
    if (path !== paths.referenceRates) hash.update(path).update(sha256);
  }
  return `const REVISION="${hash.digest('hex').slice(0, 16)}";${code}`;
}
