/** What is wrong with a dataset, and where. */
export interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Why a mirror's answer cannot be used. Every subclass's message is one line. */
export abstract class MirrorError extends Error {}

/** The answer did not arrive, or not whole, or not as JSON. */
export class DownloadError extends MirrorError {
  override readonly name = 'DownloadError';
}

/** The answer is JSON, but no dataset that may be published. */
export class DatasetError extends MirrorError {
  override readonly name = 'DatasetError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(
      `unusable dataset: ${problems.map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`).join('; ')}`,
    );
    this.problems = problems;
  }
}

/** The answer is a dataset, but too much of it is implausible beside what was published before. */
export class ImplausibleDatasetError extends MirrorError {
  override readonly name = 'ImplausibleDatasetError';

  constructor(held: readonly string[], currencies: number) {
    super(`implausible dataset: ${held.length} of ${currencies} currencies would have to be held: ${held.join(', ')}`);
  }
}

/** The answer is a dataset, but an older one than was published before: the mirror lags behind. */
export class LaggingMirrorError extends MirrorError {
  override readonly name = 'LaggingMirrorError';

  constructor(date: string, published: string) {
    super(`lags behind: its dataset is of ${date}, the published one of ${published}`);
  }
}

/** No mirror gave a dataset that may be published. */
export class NoUsableMirrorError extends Error {
  override readonly name = 'NoUsableMirrorError';
  readonly failures: ReadonlyMap<string, MirrorError>;

  constructor(failures: ReadonlyMap<string, MirrorError>) {
    super(`No mirror gave usable rates (${failures.size} tried).`);
    this.failures = failures;
  }
}
