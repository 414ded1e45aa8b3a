import { parseFile, type PublishedFile } from '../published/published-file.ts';
import { FileError } from '../../text/site-problem.ts';
import { quoted } from '../../text/quote.ts';

/** What to do about a site that contradicts itself. */
export const REPORT = 'Report it to the operator of this site.';

/** A file of the site can't be used. The message is a sentence for visitors. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';

  static absent(path: string): FileProblem {
    return new FileProblem(`This site has no /${path}.`);
  }

  /** The file couldn't be loaded. The site may still have it. @param reason why, shown in parentheses in the message */
  static unreachable(path: string, reason: string): FileProblem {
    return new FileProblem(`/${path} could not be loaded (${reason}). Try again.`);
  }

  /** The file is invalid. @param fault what is wrong with the file */
  static broken(path: string, fault: string): FileProblem {
    return new FileProblem(`/${path} is invalid: ${quoted(fault, 200)}. ${REPORT}`);
  }
}

/** The parsed content of a file, or its problem. */
export type Found<T> = { readonly value: T } | { readonly problem: FileProblem };

/** Returns the value, or undefined if there is a problem. */
export function valueOf<T>(found: Found<T>): T | undefined {
  return 'value' in found ? found.value : undefined;
}

/** @throws {FileProblem} */
export function valueOrThrow<T>(found: Found<T>): T {
  if ('problem' in found) throw found.problem;
  return found.value;
}

/** The result of reading files, or the problem of a file. */
export async function foundIn<T>(reading: T | Promise<T>): Promise<Found<T>> {
  try {
    return { value: await reading };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error };
    throw error;
  }
}

export function mapFound<T, U>(found: Found<T>, map: (value: T) => U): Found<U> {
  return 'value' in found ? { value: map(found.value) } : found;
}

/** Loads a file's text. @throws {FileProblem} if that fails */
export type ReadText = (path: string) => Promise<string>;

export async function readFile<T>(readText: ReadText, file: PublishedFile<T>): Promise<Found<T>> {
  try {
    return { value: parseFile(file, await readText(file.path)) };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error };
    if (error instanceof FileError) return { problem: FileProblem.broken(error.path, error.problem) };
    throw error;
  }
}
