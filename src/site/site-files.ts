import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addressBelow, isHttpAddress, publicAddress } from '../http/address.ts';
import { HttpError, request, type RequestOptions } from '../http/request.ts';
import { firstIssue } from '../text/first-issue.ts';
import { FileError } from '../text/site-problem.ts';
import { isSystemError, SiteError } from './errors.ts';
import { folderProblem, restoreSite } from './site-folder.ts';

/**
 * Maximum size of a document in bytes, several times the size of the largest document: Prebid's file has 600 kB. A list
 * of all errors in a larger document would take much memory.
 */
export const MAX_DOCUMENT_BYTES = 2_097_152;

/**
 * Reads the untrusted files of a site from its base URL or from a folder. Each file is read once, because another
 * version of the site may be published in the meantime.
 */
export class SiteFiles {
  /** The files that were read, by path. */
  readonly read = new Map<string, Uint8Array>();
  readonly #site: string;
  readonly #options: Pick<RequestOptions, 'signal' | 'timeout' | 'deadline'>;

  /** @throws {SiteError} if the site is neither a URL nor a folder */
  constructor(site: string, options: Pick<RequestOptions, 'signal' | 'timeout' | 'deadline'> = {}) {
    if (!isHttpAddress(site)) {
      restoreSite(site);
      const problem = folderProblem(site);
      if (problem !== undefined)
        throw new SiteError(`${site} ${problem}. Name the folder of a site, or a URL such as http://localhost:8080.`);
    }
    this.#site = site;
    this.#options = options;
  }

  /** The site's URL or folder, without secrets, for messages. */
  get place(): string {
    return isHttpAddress(this.#site) ? publicAddress(this.#site) : this.#site;
  }

  /** @throws {FileError} if the file is larger than `maxBytes` or can't be read */
  async bytes(path: string, maxBytes: number): Promise<Uint8Array> {
    const known = this.read.get(path);
    if (known) return known;
    try {
      const bytes = await (isHttpAddress(this.#site) ? this.#download(path, maxBytes) : this.#readFile(path, maxBytes));
      this.read.set(path, bytes);
      return bytes;
    } catch (cause) {
      if (cause instanceof HttpError) throw new FileError(path, cause.message, { cause });
      if (isSystemError(cause)) {
        throw new FileError(path, cause.code === 'ENOENT' ? 'is missing' : cause.message, { cause });
      }
      throw cause;
    }
  }

  async #download(path: string, maxBytes: number): Promise<Uint8Array> {
    return (await request(addressBelow(this.#site, path), { ...this.#options, maxBytes })).bytes;
  }

  #readFile(path: string, maxBytes: number): Uint8Array {
    const file = join(this.#site, path);
    const stat = statSync(file);
    // Reading a pipe would wait forever.
    if (!stat.isFile()) throw new FileError(path, "isn't a file");
    if (stat.size > maxBytes) throw new FileError(path, `has more than ${maxBytes} bytes`);
    return readFileSync(file);
  }

  /**
   * A file's text, including a byte order mark, so that encoding it again returns the same bytes.
   *
   * @throws {FileError} also if the file isn't UTF-8
   */
  async text(path: string, maxBytes: number): Promise<string> {
    const bytes = await this.bytes(path, maxBytes);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (cause) {
      throw new FileError(path, "isn't UTF-8", { cause });
    }
  }

  /**
   * Reads and parses a JSON document.
   *
   * @param parse throws a {@link z.ZodError} or a `TypeError` for a wrong shape
   */
  async document<T>(path: string, parse: (document: never) => T): Promise<T> {
    const text = await this.text(path, MAX_DOCUMENT_BYTES);
    try {
      return parse(JSON.parse(text) as never);
    } catch (cause) {
      if (cause instanceof SyntaxError) throw new FileError(path, text === '' ? 'is empty' : "isn't JSON", { cause });
      if (cause instanceof TypeError) throw new FileError(path, 'has unexpected content', { cause });
      if (!(cause instanceof z.ZodError)) throw cause;
      throw new FileError(path, `is invalid: ${firstIssue(cause)}`, { cause });
    }
  }
}

/** Whether an error means that the file doesn't exist. An unreachable file may exist. */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof FileError)) return false;
  const { cause } = error;
  return cause instanceof HttpError ? cause.status === 404 : isSystemError(cause) && cause.code === 'ENOENT';
}
