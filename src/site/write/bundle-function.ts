import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { paths } from '../../api/paths.ts';
import { type Bundle, bundleModule } from '../../pages/build/bundle.ts';
import type { Checksum } from '../checksums.ts';

/** Bundles the Function and its dependencies into one module, without its revision. */
export function bundleFunction(): Promise<Bundle> {
  return bundleModule(join(import.meta.dirname, '../../function/worker.ts'), { format: 'esm', minify: true });
}

/**
 * Adds the revision to the bundled Function. The revision changes with the Function's code and with the site's
 * documents, because both may change a response.
 */
export function withRevision(code: string, documents: readonly Checksum[]): string {
  const hash = createHash('sha256').update(code);
  for (const { path, sha256 } of documents) {
    // Excludes `api/v1/rates.json`, which changes with each hourly check. If its rates change, other documents change.
    if (path !== paths.referenceRates) hash.update(path).update(sha256);
  }
  return `const REVISION="${hash.digest('hex').slice(0, 16)}";${code}`;
}
