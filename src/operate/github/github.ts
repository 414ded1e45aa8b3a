import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseJson } from '../../text/json/parse-json.ts';
import { quoted } from '../../text/quote.ts';
import { CommandError, UsageError } from '../terminal/command.ts';
import { defaultLimits, limitsOf, type RequestLimits } from '../../download/http/request-limits.ts';
import { fetchFailure } from '../../download/http/fetch-failure.ts';
import { annotate, print } from '../terminal/print.ts';
import { variable } from '../terminal/variable.ts';

/** The workflow that publishes, and that runs the scripts that use GitHub's API. */
export const WORKFLOW = 'publish.yml';

/** The workflow's user name at GitHub. It identifies the issues that the workflow opened. */
export const AUTHOR = 'github-actions[bot]';

/** Reads a variable of GitHub Actions. @throws {UsageError} if it isn't set or is invalid */
export function setting(name: string): string {
  const value = variable(name);
  if (value !== undefined) return value;
  throw new UsageError(`${name} isn't set. Run this script from .github/workflows/${WORKFLOW}.`);
}

/**
 * Sets an output of the workflow's step, for later steps and jobs. Outside of a workflow, it does nothing. If an output
 * is set twice, its last value counts.
 *
 * @throws {CommandError} if the value is empty or has white space. A line break could set another output
 */
export function setOutput(name: string, value: string): void {
  if (!/^\S+$/.test(value)) throw new CommandError(`The step's output "${name}" can't be set to ${quoted(value)}.`);
  const file = process.env['GITHUB_OUTPUT'];
  if (file) appendFileSync(file, `${name}=${value}\n`);
}

/** Prints a text, and shows it on the run's page. */
export function summarize(text: string, level?: 'warning'): void {
  if (level === 'warning') annotate(text);
  else print(text);
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary) appendFileSync(summary, `${text}\n\n`);
}

class GitHubError extends CommandError {
  /** The response's status; undefined if there was no response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Sends a request to GitHub's REST API about the workflow's repository. Uses no package, so that it works even if
 * installing packages fails. Retries after a 5xx or no response, unless the request may have created something.
 *
 * @returns the response's JSON; undefined if its body is empty
 * @throws {GitHubError} if the status isn't a success, or there is no response
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitsOf.service.timeout)]),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const value = parseJson(text);
    if (response.ok && (text === '' || value !== undefined)) return value;
    throw new GitHubError(`${what}: status ${response.status}: ${quoted(text)}`, response.status);
  };
  const mayHeal = (error: unknown) => !(error instanceof GitHubError) || (error.status ?? 0) >= 500;
  const limits = { ...defaultLimits, ...(method === 'POST' && { tries: 1 }) };
  try {
    return await retried(signal, limits, tryOnce, mayHeal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GitHubError || error instanceof UsageError) throw error;
    throw new GitHubError(`${what}: no response: ${fetchFailure(error)}`);
  }
}

/** Does work again if it fails, with growing pauses. @param mayHeal whether another try may succeed after an error */
export async function retried<T>(
  signal: AbortSignal,
  { tries, backOff }: Pick<RequestLimits, 'tries' | 'backOff'>,
  work: () => Promise<T>,
  mayHeal: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let left = tries - 1, pause = backOff; ; left--, pause *= 3) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || left === 0 || !mayHeal(error)) throw error;
      await wait(pause, undefined, { signal });
    }
  }
}

/**
 * Requests a resource that may not exist.
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

/** A run of a workflow. */
export interface Run {
  readonly id: number;
  readonly created_at: string;
  readonly conclusion: string | null;
  readonly html_url: string;
}

/**
 * Lists runs of a workflow, the newest first.
 * Source: https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-workflow
 *
 * @param query such as `status=success&per_page=1`
 */
export async function runsOf(signal: AbortSignal, workflow: string, query: string): Promise<readonly Run[]> {
  const found = await askGitHub(signal, 'GET', `actions/workflows/${workflow}/runs?${query}`);
  return (found as { readonly workflow_runs: readonly Run[] }).workflow_runs;
}
