import { quoteName } from './quote.ts';

/** What is wrong with a file or a response of a site. */
export interface SiteProblem {
  /** The file's path in the site, or the URL path that was requested. */
  readonly path: string;
  readonly problem: string;
}

export function problemLine({ path, problem }: SiteProblem): string {
  return `${quoteName(path)}: ${problem}`;
}

/** Maximum number of problems to list. The others are only counted. */
const SHOWN = 20;

/** A line for each problem of a published site, up to a limit. */
export function problemLines(problems: readonly SiteProblem[]): string[] {
  const more = problems.length - SHOWN;
  return [...problems.slice(0, SHOWN).map(problemLine), ...(more > 0 ? [`And ${more} more.`] : [])];
}

/** A file of a site is missing, can't be read, is malformed, or contradicts another file. The message is one line. */
export class FileError extends Error implements SiteProblem {
  override readonly name: string = 'FileError';
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.path = path;
    this.problem = problem;
  }
}
