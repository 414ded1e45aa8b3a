import { problemLine, type SiteProblem } from '../text/site-problem.ts';

/** The user named a folder that can't be used, or a file limit that is too small. The message says what to do. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}

/** A site that must not be written or deployed. */
export class InvalidSiteError extends Error {
  override readonly name = 'InvalidSiteError';
  readonly lines: readonly string[];

  constructor(problems: readonly SiteProblem[]) {
    const lines = problems.map(problemLine);
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Whether an error comes from the disk or the network, such as ENOSPC or EADDRINUSE, rather than from a bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
