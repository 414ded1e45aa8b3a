import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { quote } from '../../text/quote.ts';
import { CommandError, UsageError } from '../terminal/command.ts';
import { fetchFailure } from '../../http/fetch-failure.ts';
import { annotate, print } from '../terminal/tell.ts';

/** The workflow that publishes, and runs the scripts that ask GitHub. */
export const WORKFLOW = 'publish.yml';

/** Who the workflow is at GitHub: by that what it has made is known. */
export const AUTHOR = 'github-actions[bot]';

/** A variable of GitHub Actions. @throws {UsageError} when it is not set */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new UsageError(`${name} is not set: this is run by .github/workflows/${WORKFLOW}.`);
  return value;
}

/** Says something in the log, and on the page of the run. */
export function summarize(text: string, level?: 'warning'): void {
  if (level === 'warning') annotate(text);
  else print(text);
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary) appendFileSync(summary, `${text}\n\n`);
}

export class GitHubError extends CommandError {
  /** What it answered with; undefined where it gave no answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Milliseconds for GitHub's response. */
const TIMEOUT = 30_000;
/** Milliseconds before each further try. */
const PAUSES = [1000, 4000];

/**
 * Asks GitHub's REST API about the repository that the workflow runs in. Needs no package, so that it works when
 * installing them is what fails. What may heal, no answer and a 5xx, is tried again, unless it may have made something.
 *
 * @returns the response's JSON; undefined if its body is empty
 * @throws {GitHubError} for any status that isn't a success, and when there is no response
 */
export async function askGitHub(signal: AbortSignal, method: string, path: string, body?: object): Promise<unknown> {
  const address = `${setting('GITHUB_API_URL')}/repos/${setting('GITHUB_REPOSITORY')}${path === '' ? '' : `/${path}`}`;
  const what = `${method} ${path === '' ? 'the repository' : path}`;
  const tryOnce = async (): Promise<unknown> => {
    const response = await fetch(address, {
      method,
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${setting('GITHUB_TOKEN')}`,
        'X-GitHub-Api-Version': '2022-11-28',
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    throw new GitHubError(`${what}: status ${response.status}: ${quote(text)}`, response.status);
  };
  for (let tries = 0; ; tries++) {
    try {
      return await tryOnce();
    } catch (error) {
      signal.throwIfAborted();
      const mayHeal = !(error instanceof GitHubError) || (error.status ?? 0) >= 500;
      const pause = method === 'POST' || !mayHeal ? undefined : PAUSES[tries];
      if (pause !== undefined) await wait(pause, undefined, { signal });
      else if (error instanceof GitHubError || error instanceof UsageError) throw error;
      else throw new GitHubError(`${what}: no answer: ${fetchFailure(error)}`);
    }
  }
}

/**
 * Looks up what may be missing.
 *
 * @returns the response's JSON; undefined if GitHub responds with 404
 * @throws {GitHubError} if the request fails with another status or gets no response
 */
export async function findAtGitHub(signal: AbortSignal, path: string): Promise<unknown> {
  try {
    return await askGitHub(signal, 'GET', path);
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined;
    throw error;
  }
}
