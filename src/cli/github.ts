import { quote } from '../text/quote.ts';
import { CommandError, UsageError } from './command.ts';
import { fetchFailure } from './fetch-failure.ts';

/** What GitHub answers to a request. */
export interface GitHubAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The workflow that publishes, and runs the scripts that ask GitHub. */
export const WORKFLOW = 'publish.yml';

/** A variable of GitHub Actions. @throws {UsageError} when it is not set */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new UsageError(`${name} is not set: this is run by .github/workflows/${WORKFLOW}.`);
  return value;
}

/**
 * Asks GitHub's REST API about the repository that the workflow runs in. Needs no package, so that it works when
 * installing them is what fails.
 *
 * @param expected the statuses beside 200 to 299 that the caller can do something with
 * @throws {CommandError} for any other status, and when there is no answer
 * @throws the signal's reason
 */
export async function askGitHub(
  signal: AbortSignal,
  method: string,
  path: string,
  { body, expected = [] }: { body?: object; expected?: readonly number[] } = {},
): Promise<GitHubAnswer> {
  const request = {
    method,
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${setting('GITHUB_TOKEN')}`,
      'X-GitHub-Api-Version': '2022-11-28',
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    ...(body && { body: JSON.stringify(body) }),
  };
  const address = `${setting('GITHUB_API_URL')}/repos/${setting('GITHUB_REPOSITORY')}${path === '' ? '' : `/${path}`}`;
  const what = `${method} ${path === '' ? 'the repository' : path}`;
  const { response, text } = await fetch(address, request)
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw new CommandError(`${what}: no answer: ${fetchFailure(error)}`);
    });
  const { ok, status } = response;
  if (!ok && !expected.includes(status)) throw new CommandError(`${what}: status ${status}: ${quote(text)}`);
  return { status, body: ok && text !== '' ? JSON.parse(text) : undefined };
}
