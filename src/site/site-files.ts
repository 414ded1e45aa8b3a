import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addressBelow, isHttpAddress, publicAddress } from '../http/address.ts';
import { HttpError, request, type RequestOptions } from '../http/request.ts';
import { visitorHeaders } from '../http/visitor.ts';
import { firstIssue } from '../text/first-issue.ts';
import { FileError } from '../text/site-problem.ts';

/** Bytes of a document that is read here, many times what ours have: the error of a larger one would take much memory. */
export const MAX_DOCUMENT_BYTES = 262_144;

/**
 * The files of a site, by its base URL or in a folder with the same files. Neither is to be trusted. Each file is read
 * once, because another version of the site may be published meanwhile.
 */
export class SiteFiles {
  /** What has been read, by its path. */
  readonly read = new Map<string, Uint8Array>();
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

  /** @param maxBytes a file that has more is not read */
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
    const options = { ...this.#options, maxBytes, headers: visitorHeaders() };
    return (await request(addressBelow(this.#site, path), options)).bytes;
  }

  #readFile(path: string, maxBytes: number): Uint8Array {
    const file = join(this.#site, path);
    const stat = statSync(file);
    // A pipe would be waited for, without a way to stop it.
    if (!stat.isFile()) throw new FileError(path, "isn't a file");
    if (stat.size > maxBytes) throw new FileError(path, `has more than ${maxBytes} bytes`);
    return readFileSync(file);
  }

  /**
   * A file's text as it is: the same text makes the same bytes again.
   *
   * @throws {FileError} also when it isn't UTF-8
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
   * What a JSON document says.
   *
   * @param parse throws a {@link z.ZodError} for a wrong shape
   */
  async document<T>(path: string, parse: (document: unknown) => T): Promise<T> {
    const text = await this.text(path, MAX_DOCUMENT_BYTES);
    try {
      return parse(JSON.parse(text));
    } catch (cause) {
      if (cause instanceof SyntaxError) throw new FileError(path, text === '' ? 'is empty' : 'is not JSON', { cause });
      if (!(cause instanceof z.ZodError)) throw cause;
      throw new FileError(path, `is not what it should be: ${firstIssue(cause)}`, { cause });
    }
  }
}

/** Whether a file is known not to be there. An unreachable file may be there. */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof FileError)) return false;
  const { cause } = error;
  return cause instanceof HttpError ? cause.status === 404 : isSystemError(cause) && cause.code === 'ENOENT';
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
