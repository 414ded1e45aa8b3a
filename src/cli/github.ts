import { setTimeout as wait } from 'node:timers/promises';
import { quote } from '../text/quote.ts';
import { CommandError, UsageError } from './command.ts';
import { fetchFailure } from './fetch-failure.ts';

/** The workflow that publishes, and runs the scripts that ask GitHub. */
export const WORKFLOW = 'publish.yml';

/** A variable of GitHub Actions. @throws {UsageError} when it is not set */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new UsageError(`${name} is not set: this is run by .github/workflows/${WORKFLOW}.`);
  return value;
}

/** Milliseconds before GitHub is asked once more. */
const PAUSES = [1000, 4000];

/**
 * Asks GitHub's REST API about the repository that the workflow runs in. Needs no package, so that it works when
 * installing them is what fails. What may heal, no answer and a 5xx, is tried again, unless it may have made something.
 *
 * @returns what GitHub answers; undefined where there is nothing, or the thing that was asked for is not there
 * @throws {CommandError} for any other status, and when there is no answer
 * @throws the signal's reason
 */
export async function askGitHub(signal: AbortSignal, method: string, path: string, body?: object): Promise<unknown> {
  const address = `${setting('GITHUB_API_URL')}/repos/${setting('GITHUB_REPOSITORY')}${path === '' ? '' : `/${path}`}`;
  const what = `${method} ${path === '' ? 'the repository' : path}`;
  for (let tries = 0; ; tries++) {
    const pause = method === 'POST' ? undefined : PAUSES[tries];
    try {
      const response = await fetch(address, {
        method,
        headers: {
          Accept: 'application/vnd.github+json',
          Authorization: `Bearer ${setting('GITHUB_TOKEN')}`,
          'X-GitHub-Api-Version': '2022-11-28',
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return text === '' ? undefined : JSON.parse(text);
      if (response.status === 404 && method === 'GET') return undefined;
      if (response.status < 500 || pause === undefined) {
        throw new CommandError(`${what}: status ${response.status}: ${quote(text)}`);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CommandError) throw error;
      if (pause === undefined) throw new CommandError(`${what}: no answer: ${fetchFailure(error)}`);
    }
    await wait(pause, undefined, { signal });
  }
}
