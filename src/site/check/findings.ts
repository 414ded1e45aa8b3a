import type { z } from 'zod';
import { FileError, type SiteProblem } from '../../text/site-problem.ts';
import { pagesLimits } from '../host-limits.ts';
import { documentOf, type SiteFiles, textOf } from '../site-files.ts';

/** Collects problems, at most one for each file. */
export class Findings {
  readonly #files: SiteFiles;
  readonly #problems = new Map<string, SiteProblem>();

  constructor(files: SiteFiles) {
    this.#files = files;
  }

  get problems(): readonly SiteProblem[] {
    return [...this.#problems.values()];
  }

  isWrong(path: string): boolean {
    return this.#problems.has(path);
  }

  report(path: string, problem: string): void {
    if (!this.isWrong(path)) this.#problems.set(path, { path, problem });
  }

  add(problems: readonly SiteProblem[]): void {
    for (const { path, problem } of problems) this.report(path, problem);
  }

  /** Waits for a file. If the file is missing or invalid, reports the problem and returns undefined. */
  async unless<T>(reading: Promise<T>): Promise<T | undefined> {
    let result: T | undefined;
    await this.error(reading.then((value) => (result = value)));
    return result;
  }

  /** Waits for a file. If the file is missing or invalid, reports the problem and returns the error. */
  async error(reading: Promise<unknown>): Promise<FileError | undefined> {
    try {
      await reading;
      return undefined;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.report(error.path, error.problem);
      return error;
    }
  }

  /** A file's bytes. They aren't kept in memory, because a site may have gigabytes. */
  async bytes(path: string): Promise<Uint8Array> {
    return this.#files.read.get(path) ?? (await this.#files.load(path, pagesLimits.fileBytes));
  }

  async text(path: string): Promise<string> {
    return (await this.unless(this.bytes(path).then((bytes) => textOf(path, bytes)))) ?? '';
  }

  document<T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T> | undefined> {
    return this.unless(this.bytes(path).then((bytes) => documentOf(path, bytes, (document) => schema.parse(document))));
  }
}
