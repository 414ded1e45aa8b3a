import { FileError } from '../../text/site-problem.ts';

/** A file of the site, for every reader of the site. */
export interface PublishedFile<T> {
  readonly path: string;
  /** Throws any error if the text is cut off, or is another file's. */
  readonly parse: (text: string) => T;
}

/**
 * A file with a JSON document.
 *
 * @param parse checks what affects a number. Everything else is trusted, because the same deployment wrote it
 */
export function jsonFile<T>(path: string, parse: (document: never) => T): PublishedFile<T> {
  return { path, parse: (text) => parse(JSON.parse(text) as never) };
}

/** @throws {FileError} */
export function parseFile<T>({ path, parse }: PublishedFile<T>, text: string): T {
  try {
    return parse(text);
  } catch (cause) {
    if (cause instanceof FileError) throw cause;
    const problem = cause instanceof SyntaxError ? 'isn’t JSON' : 'has unexpected content';
    throw new FileError(path, problem, { cause });
  }
}
