/** A file of a site is not as it should be. The message is one line. */
export abstract class FileError extends Error {
  /** The file. */
  readonly path: string;
  /** What is wrong with it. */
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path} ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}
