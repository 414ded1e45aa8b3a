import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces files. Writes all new files completely before the first file is replaced, so that no file is half-written,
 * even if the disk is full or the process is killed. The next call overwrites what a killed process left.
 */
export function replaceFiles(files: readonly { readonly file: string; readonly body: string }[]): void {
  try {
    for (const { file, body } of files) writeFileSync(`${file}.new`, body);
    for (const { file } of files) renameSync(`${file}.new`, file);
  } finally {
    for (const { file } of files) rmSync(`${file}.new`, { force: true });
  }
}
