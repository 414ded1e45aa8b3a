import { problemLine, type SiteProblem } from '../text/site-problem.ts';

/** The user named a folder that can't be used, or a file limit that is too small. The message says what to do. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}

/** A site that must not be written or deployed. */
export class InvalidSiteError extends Error {
  override readonly name = 'InvalidSiteError';
  /** A line for each problem. */
  readonly lines: readonly string[];

  constructor(problems: readonly SiteProblem[]) {
    const lines = problems.map(problemLine);
    super(lines.join('\n'));
    this.lines = lines;
  }
}
