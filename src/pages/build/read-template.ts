import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const pages = join(import.meta.dirname, '..');

/**
 * Reads a template, which is beside its page's styles and scripts.
 *
 * @param file relative to `src/pages`, such as `receipt/receipt.html`
 */
export function readTemplate(file: string): string {
  return readFileSync(join(pages, file), 'utf8');
}
