import { FileError } from '../../text/site-problem.ts';
import { quote } from '../../text/quote.ts';

/** A file of the site cannot be used. The message is a sentence for whoever wants to know what is in it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';

  static absent(path: string): FileProblem {
    return new FileProblem(`There is no /${path} on this site.`);
  }

  /** It isn't known whether the site has it. @param reason a part of a sentence */
  static unreachable(path: string, reason: string): FileProblem {
    return new FileProblem(`/${path} could not be had (${reason}). Press “Show” to ask again.`);
  }

  /** It is not what such a site writes. @param fault what is wrong with it */
  static broken(path: string, fault: string): FileProblem {
    return new FileProblem(
      `/${path} isn’t as Ratesheet writes it: ${quote(fault, 200)}. Report it to whoever runs this site.`,
    );
  }
}

/** What a file says, or why it can't be read. */
export type Found<T> = { readonly value: T } | { readonly problem: FileProblem };

/** Undefined if there is a problem instead. */
export function valueOf<T>(found: Found<T>): T | undefined {
  return 'value' in found ? found.value : undefined;
}

export function mapFound<T, U>(found: Found<T>, map: (value: T) => U): Found<U> {
  return 'value' in found ? { value: map(found.value) } : found;
}

/** Gives a file's text. @throws {FileProblem} when it cannot be had, or has more bytes than `most` */
export type ReadText = (path: string, most: number) => Promise<string>;

/** Bytes of a JSON document: none of those that are read has as many. */
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
