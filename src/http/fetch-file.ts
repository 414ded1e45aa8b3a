import { bytesOf, LargeAnswerError } from './bytes-of.ts';
import { tryAgain } from './try-again.ts';

/** Milliseconds for one try: `SHA256SUMS` of a site without a limit has 14 MB. */
const TIMEOUT = 60_000;

/** A file is answered with another status than 200. */
class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/**
 * Fetches a file, whoever serves it: who leads elsewhere is not followed. What may heal, a broken connection and a 5xx, is
 * tried again. Needs no package, so that it works where none is installed.
 *
 * @param most bytes: a file that has more is not read to its end
 * @throws what `fetchFailure` has words for
 * @throws the signal's reason
 */
export async function fetchFile(url: string, most: number, signal: AbortSignal): Promise<Buffer> {
  const tryOnce = async () => {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const response = await fetch(url, { redirect: 'error', signal: stop });
    if (response.status === 200) return await bytesOf(response.body, most);
    await response.body?.cancel();
    throw new StatusError(response.status);
  };
  const mayHeal = (error: unknown) =>
    error instanceof StatusError ? error.status >= 500 : !(error instanceof LargeAnswerError);
  return tryAgain(tryOnce, mayHeal, signal);
}
