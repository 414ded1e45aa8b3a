import { FileError } from '../../text/site-problem.ts';
import { quoted } from '../../text/quote.ts';

/** A file of the site can't be used. The message is a sentence for visitors. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';

  static absent(path: string): FileProblem {
    return new FileProblem(`This site has no /${path}.`);
  }

  /** The file couldn't be loaded. The site may still have it. @param reason why, shown in parentheses in the message */
  static unreachable(path: string, reason: string): FileProblem {
    return new FileProblem(`/${path} could not be loaded (${reason}). Press “Show” to try again.`);
  }

  /** The file is invalid. @param fault what is wrong with the file */
  static broken(path: string, fault: string): FileProblem {
    return new FileProblem(`/${path} is invalid: ${quoted(fault, 200)}. Report it to the operator of this site.`);
  }
}

/** The parsed content of a file, or its problem. */
export type Found<T> = { readonly value: T } | { readonly problem: FileProblem };

/** Returns the value, or undefined if there is a problem. */
export function valueOf<T>(found: Found<T>): T | undefined {
  return 'value' in found ? found.value : undefined;
}

export function mapFound<T, U>(found: Found<T>, map: (value: T) => U): Found<U> {
  return 'value' in found ? { value: map(found.value) } : found;
}

/** Loads a file's text. @throws {FileProblem} if that fails, or the file has more bytes than `most` */
export type ReadText = (path: string, most: number) => Promise<string>;

/** Maximum bytes of a JSON document, more than any document has. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

export async function readFile<T>(
  readText: ReadText,
  path: string,
  most: number,
  parse: (text: string) => T,
): Promise<Found<T>> {
  try {
    return { value: parse(await readText(path, most)) };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error };
    if (error instanceof FileError) return { problem: FileProblem.broken(error.path, error.problem) };
    if (error instanceof SyntaxError) return { problem: FileProblem.broken(path, error.message) };
    throw error;
  }
}

export function readDocument<T>(readText: ReadText, path: string, parse: (document: unknown) => T): Promise<Found<T>> {
  return readFile(readText, path, MAX_JSON_BYTES, (text) => parse(JSON.parse(text)));
}
