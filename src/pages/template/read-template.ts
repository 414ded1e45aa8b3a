import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(import.meta.dirname, '../../web');

/**
 * Reads a template, which is beside its page's styles and scripts.
 *
 * @param file relative to `src/web`, such as `receipt/receipt.html`
 */
export function readTemplate(file: string): string {
  return readFileSync(join(web, file), 'utf8');
}
