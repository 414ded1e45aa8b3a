import { quoted } from '../../text/quote.ts';
import { FileError } from '../../text/site-problem.ts';

/*
 * A page shows the rest of a receipt if a file can't be read. In place of what that file says, the receipt has the
 * `FileError`.
 */

/** What to do about a site that contradicts itself. */
export const REPORT = 'Report it to the operator of this site.';

/** A file couldn't be loaded, so nothing is known about its content. */
export class LoadError extends FileError {
  override readonly name = 'LoadError';
  /** The problem, for visitors. */
  readonly sentence: string;

  constructor(path: string, problem: string, sentence: string) {
    super(path, problem);
    this.sentence = sentence;
  }

  static missing(path: string): LoadError {
    return new LoadError(path, 'is missing', `This site has no /${path}.`);
  }

  /** The site may still have the file. */
  static unreachable(path: string, reason: string): LoadError {
    const problem = `could not be loaded (${reason})`;
    return new LoadError(path, problem, `/${path} ${problem}. Try again.`);
  }
}

/** What is wrong with a file, in a sentence for visitors. */
export function fileErrorInWords(error: FileError): string {
  if (error instanceof LoadError) return error.sentence;
  return `/${error.path} is invalid: ${quoted(error.problem, 200)}. ${REPORT}`;
}

/** The result of reading a file, or why it can't be read. */
export async function orFileError<T>(reading: T | Promise<T>): Promise<T | FileError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

/** @throws {FileError} if that's what a receipt has in place of a value */
export function orThrow<T>(read: T | FileError): T {
  if (read instanceof FileError) throw read;
  return read;
}
