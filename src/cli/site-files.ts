import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { addressBelow, isHttpAddress, publicAddress } from '../dataset/address.ts';
import { downloadBytes } from '../dataset/download.ts';
import { DownloadError } from '../dataset/errors.ts';

export interface SiteFilesOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for one try at a file.
   * @default 10_000
   */
  readonly timeout?: number;
  /** Told of each file that is read; what it throws is thrown to who reads. */
  readonly onRead?: (path: string, bytes: Uint8Array) => void;
}

/** The files of a published site, by its base address or in a folder with the same files. Neither is to be trusted. */
export class SiteFiles {
  readonly #site: string;
  readonly #options: SiteFilesOptions;

  constructor(site: string, options: SiteFilesOptions = {}) {
    this.#site = site;
    this.#options = options;
  }

  /** The site as it may be printed. */
  get place(): string {
    return isHttpAddress(this.#site) ? publicAddress(this.#site) : this.#site;
  }

  /**
   * @param maxBytes a file that has more is not read
   * @throws {DownloadError}
   * @throws the system's error
   */
  async bytes(path: string, maxBytes: number): Promise<Uint8Array> {
    const { onRead, ...options } = this.#options;
    const bytes = isHttpAddress(this.#site)
      ? await downloadBytes(addressBelow(this.#site, path), { ...options, maxBytes })
      : readFile(join(this.#site, path), path, maxBytes);
    onRead?.(path, bytes);
    return bytes;
  }

  async text(path: string, maxBytes: number): Promise<string> {
    return new TextDecoder().decode(await this.bytes(path, maxBytes));
  }

  /** @throws {SyntaxError} when it is none */
  async json(path: string, maxBytes: number): Promise<unknown> {
    const text = await this.text(path, maxBytes);
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new SyntaxError(`${path} is not JSON`, { cause });
    }
  }
}

/** A file of a site has more bytes than any of ours. */
export class LargeFileError extends Error {
  override readonly name = 'LargeFileError';

  constructor(path: string, maxBytes: number) {
    super(`${path} has more than ${maxBytes} bytes`);
  }
}

/** Whether a file is known not to be there; one that is out of reach is not. */
export function isAbsent(error: unknown): boolean {
  if (error instanceof DownloadError) return error.status === 404;
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function readFile(file: string, path: string, maxBytes: number): Uint8Array {
  if (statSync(file).size > maxBytes) throw new LargeFileError(path, maxBytes);
  return readFileSync(file);
}
