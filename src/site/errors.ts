import { problemLine, type SiteProblem } from '../text/site-problem.ts';
import { folderProblem } from './site-folder.ts';

/** The user named a folder that can't be used, or a file limit that is too small. The message says what to do. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}

/**
 * The folder has no site.
 *
 * @param fileLimit the file limit in the command that the message recommends; omitted for a preview
 */
export function noSite(folder: string, fileLimit?: number): SiteError {
  const limit = fileLimit === undefined ? '' : ` --file-limit ${fileLimit}`;
  const problem = folderProblem(folder) ?? 'holds no site';
  return new SiteError(`${folder} ${problem}. Write a site first: npm run generate -- --out ${folder}${limit}`);
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
