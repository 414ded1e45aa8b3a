import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { paths } from '../../api/format/paths.ts';
import { bundleModule } from '../../pages/bundle-module.ts';
import type { Checksum } from '../checksums.ts';

/** Bundles the Function and its dependencies into one module, without its revision. */
export function bundleFunction(): Promise<string> {
  return bundleModule(join(import.meta.dirname, '../../function/worker.ts'), { format: 'esm', minify: true });
}

/**
 * Adds the revision to the bundled Function. It changes with the Function's code and with the site's documents, because
 * then a response may change.
 */
export function withRevision(code: string, documents: readonly Checksum[]): string {
  const hash = createHash('sha256').update(code);
  for (const { path, sha256 } of documents) {
    // Excluded, because it changes every hour with the last check. Other documents have the same rates.
    if (path !== paths.referenceRates) hash.update(path).update(sha256);
  }
  return `const REVISION="${hash.digest('hex').slice(0, 16)}";${code}`;
}
