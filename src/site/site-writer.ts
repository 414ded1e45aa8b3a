import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SiteFile } from '../pages/template/site-file.ts';
import { sha256 } from './checksums.ts';

/** What the writer needs of a disk. */
export interface FileSystem {
  /** Makes a folder and those above it, unless they exist. */
  makeFolder(path: string): void;
  writeFile(path: string, body: string | Uint8Array): void;
}

// Synchronous calls: for a hundred thousand small files they take a quarter less time than promises.
const disk: FileSystem = {
  makeFolder: (path) => mkdirSync(path, { recursive: true }),
  writeFile: (path, body) => {
    writeFileSync(path, body);
  },
};

/** An empty name, `.` or `..` in a path: only with one of these does it lead elsewhere. */
const NO_NAME = /(^|[\\/])\.{0,2}([\\/]|$)/;

/** Writes files below one folder and nowhere else. */
export class SiteWriter {
  /** How many files have been written, and how many bytes they have together. */
  files = 0;
  bytes = 0;
  readonly #root: string;
  readonly #fileSystem: FileSystem;
  readonly #folders = new Set<string>();

  constructor(root: string, fileSystem: FileSystem = disk) {
    this.#root = resolve(root);
    this.#fileSystem = fileSystem;
  }

  /** @throws {RangeError} when the path leads out of the root */
  write({ path, body }: SiteFile): string {
    if (NO_NAME.test(path)) throw new RangeError(`${path} is not in the site.`);
    const target = `${this.#root}/${path}`;
    const folder = target.slice(0, target.lastIndexOf('/'));
    if (!this.#folders.has(folder)) {
      this.#fileSystem.makeFolder(folder);
      // A site has a folder for every pair, which is soon done with: what is forgotten would only be made once more.
      if (this.#folders.size === 100) this.#folders.clear();
      this.#folders.add(folder);
    }
    this.#fileSystem.writeFile(target, body);
    this.files++;
    this.bytes += Buffer.byteLength(body);
    return sha256(body);
  }
}
