import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addressOf } from '../api/site-file.ts';
import { addressBelow, isHttpAddress, publicAddress } from '../text/address.ts';
import { HttpError, request, type RequestOptions } from '../download/http/request.ts';
import { firstIssue } from '../text/first-issue.ts';
import { FileError } from '../text/site-problem.ts';
import { isSystemError, SiteError } from './errors.ts';
import { folderProblem, restoreSite } from './site-folder.ts';
import { withoutCounting } from './without-counting.ts';

/**
 * Maximum size of a document in bytes, several times the size of the largest document: Prebid's file has 600 kB. A list
 * of all errors in a larger document would take much memory.
 */
export const MAX_DOCUMENT_BYTES = 2_097_152;

/** Reads the untrusted files of a site from its base URL or from a folder. */
export class SiteFiles {
  /** The files that were read and kept, by path. */
  readonly read = new Map<string, Uint8Array>();
  /** The site's folder; undefined if it's read from a URL. */
  readonly folder: string | undefined;
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
    this.folder = isHttpAddress(site) ? undefined : site;
    this.#options = options;
  }

  /** The site's URL or folder, without secrets, for messages. */
  get place(): string {
    return this.folder ?? publicAddress(this.#site);
  }

  /**
   * Reads a file once and keeps it, because another version of the site may be published in the meantime.
   *
   * @throws {FileError} if the file is larger than `maxBytes` or can't be read
   */
  async bytes(path: string, maxBytes: number): Promise<Uint8Array> {
    const bytes = this.read.get(path) ?? (await this.load(path, maxBytes));
    this.read.set(path, bytes);
    return bytes;
  }

  /** Reads a file like {@link bytes}, but doesn't keep it. A site may have gigabytes. */
  async load(path: string, maxBytes: number): Promise<Uint8Array> {
    try {
      return await (this.folder === undefined ? this.#download(path, maxBytes) : readFile(this.folder, path, maxBytes));
    } catch (cause) {
      if (cause instanceof HttpError) throw new FileError(path, cause.message, { cause });
      if (isSystemError(cause)) {
        throw new FileError(path, cause.code === 'ENOENT' ? 'is missing' : cause.message, { cause });
      }
      throw cause;
    }
  }

  async #download(path: string, maxBytes: number): Promise<Uint8Array> {
    const { bytes } = await request(addressBelow(this.#site, addressOf(path)), { ...this.#options, maxBytes });
    return path.endsWith('.html') ? withoutCounting(bytes) : bytes;
  }

  /** A file's text, as {@link textOf} returns it. */
  async text(path: string, maxBytes: number): Promise<string> {
    return textOf(path, await this.bytes(path, maxBytes));
  }

  /** A JSON document, as {@link documentOf} returns it. */
  async document<T>(path: string, parse: (document: never) => T): Promise<T> {
    return documentOf(path, await this.bytes(path, MAX_DOCUMENT_BYTES), parse);
  }
}

function readFile(folder: string, path: string, maxBytes: number): Uint8Array {
  const file = join(folder, path);
  const stat = statSync(file);
  // Reading a pipe would wait forever.
  if (!stat.isFile()) throw new FileError(path, "isn't a file");
  if (stat.size > maxBytes) throw new FileError(path, `has more than ${maxBytes} bytes`);
  return readFileSync(file);
}

/**
 * The text of a file's bytes, including a byte order mark, so that encoding it again returns the same bytes.
 *
 * @throws {FileError} if the file isn't UTF-8
 */
export function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new FileError(path, "isn't UTF-8", { cause });
  }
}

/**
 * Parses the JSON document of a file's bytes.
 *
 * @param parse throws a {@link z.ZodError} or a `TypeError` for a wrong shape
 * @throws {FileError} if the file isn't JSON, or has a wrong shape
 */
export function documentOf<T>(path: string, bytes: Uint8Array, parse: (document: never) => T): T {
  const text = textOf(path, bytes);
  try {
    return parse(JSON.parse(text) as never);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new FileError(path, text === '' ? 'is empty' : "isn't JSON", { cause });
    if (cause instanceof TypeError) throw new FileError(path, 'has unexpected content', { cause });
    if (!(cause instanceof z.ZodError)) throw cause;
    throw new FileError(path, `is invalid: ${hasUnknownKeys(cause) ? 'it has unknown fields' : firstIssue(cause)}`, {
      cause,
    });
  }
}

/** Whether an error means that the file doesn't exist. An unreachable file may exist. */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof FileError)) return false;
  const { cause } = error;
  return cause instanceof HttpError ? cause.status === 404 : isSystemError(cause) && cause.code === 'ENOENT';
}

/** Whether a document has keys that it may not have. A message that lists them would quote a server's response. */
function hasUnknownKeys({ issues }: z.ZodError): boolean {
  return issues[0]?.code === 'unrecognized_keys';
}
