import { readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { addressBelow, isHttpAddress, publicAddress } from '../../http/address.ts';
import { HttpError, request, type RequestOptions } from '../../http/request.ts';
import { visitorHeaders } from './visitor.ts';

/**
 * The files of a published site, by its base address or in a folder with the same files. Neither is to be trusted. Each
 * file is read once: a site may be published anew meanwhile.
 */
export class SiteFiles {
  readonly #read = new Map<string, Uint8Array>();
  readonly #site: string;
  readonly #options: Pick<RequestOptions, 'signal' | 'timeout'>;

  constructor(site: string, options: Pick<RequestOptions, 'signal' | 'timeout'> = {}) {
    this.#site = site;
    this.#options = options;
  }

  /** The site as it may be printed. */
  get place(): string {
    return isHttpAddress(this.#site) ? publicAddress(this.#site) : this.#site;
  }

  /** What has been read, by its path. */
  get read(): ReadonlyMap<string, Uint8Array> {
    return this.#read;
  }

  /**
   * @param maxBytes a file that has more is not read
   * @throws {HttpError}
   * @throws {OddFileError}
   * @throws the system's error
   */
  async bytes(path: string, maxBytes: number): Promise<Uint8Array> {
    const bytes =
      this.#read.get(path) ??
      (isHttpAddress(this.#site)
        ? await this.#download(path, maxBytes)
        : readFile(join(this.#site, path), path, maxBytes));
    this.#read.set(path, bytes);
    return bytes;
  }

  async #download(path: string, maxBytes: number): Promise<Uint8Array> {
    try {
      const options = { ...this.#options, maxBytes, headers: visitorHeaders() };
      return (await request(addressBelow(this.#site, path), options)).bytes;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      throw new HttpError(`${path}: ${error.message}`, { status: error.status, cause: error });
    }
  }

  /**
   * Nothing is mended on the way: the same text makes the same bytes again.
   *
   * @throws {OddFileError} also when it is not UTF-8
   */
  async text(path: string, maxBytes: number): Promise<string> {
    const bytes = await this.bytes(path, maxBytes);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new OddFileError(`${path} is not UTF-8`);
    }
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

/** A file of a site is like none of ours. The message is part of a sentence. */
export class OddFileError extends Error {
  override readonly name = 'OddFileError';
}

/** Whether a file is known not to be there; one that is out of reach is not. */
export function isAbsent(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 404;
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function statOf(file: string, path: string): Stats {
  try {
    return statSync(file);
  } catch (error) {
    if (isAbsent(error)) throw Object.assign(new OddFileError(`${path} is missing`), { code: 'ENOENT' });
    throw error;
  }
}

function readFile(file: string, path: string, maxBytes: number): Uint8Array {
  const stat = statOf(file, path);
  // A pipe would be waited for, without a way to stop it.
  if (!stat.isFile()) throw new OddFileError(`${path} is no file`);
  if (stat.size > maxBytes) throw new OddFileError(`${path} has more than ${maxBytes} bytes`);
  return readFileSync(file);
}
