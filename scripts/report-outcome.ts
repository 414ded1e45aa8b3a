/**
 * Run by the publish workflow after each try. Keeps one issue: opened when nothing has been published for a day, closed
 * when publishing works again. Needs no package, so that it works when installing them is what fails.
 */

import { quote } from '../src/text/quote.ts';
import { CommandError, runCommand, UsageError } from '../src/cli/command.ts';
import { fetchFailure } from '../src/cli/fetch-failure.ts';
import { print } from '../src/cli/tell.ts';

/** Hours without a successful run after which somebody should be told. Shorter faults heal with the next run. */
const PATIENCE_HOURS = 24;
const WORKFLOW = 'publish.yml';
const LABEL = 'publishing-fails';

await runCommand(async (signal) => {
  const outcome = setting('OUTCOME');
  const run = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}/actions/runs/${setting('GITHUB_RUN_ID')}`;
  const call: Call = (method, path, body) => callGitHub(method, path, body, signal);

  // GitHub switches off the schedule of a repository without commits for 60 days. Enabling it starts the 60 days anew.
  await call('PUT', `actions/workflows/${WORKFLOW}/enable`);

  const [issue] = (await call('GET', `issues?state=open&labels=${LABEL}&per_page=1`)) as { number: number }[];
  if (outcome === 'success' && issue) {
    await call('POST', `issues/${issue.number}/comments`, { body: `Publishing works again: ${run}` });
    await call('PATCH', `issues/${issue.number}`, { state: 'closed' });
    print(`Closed issue #${issue.number}.`);
  } else if (outcome !== 'success' && !issue) {
    // Also of a run that was cancelled: that is what GitHub calls one that takes too long.
    const since = await failingSince(call);
    const hours = (Date.now() - Date.parse(since)) / 3_600_000;
    if (hours >= PATIENCE_HOURS) {
      await call('POST', 'issues', {
        title: 'Nothing has been published for a day',
        labels: [LABEL],
        body:
          `No run of the publish workflow has succeeded since ${since}. The last deployment is still being served; its ` +
          `\`/api/v1/rates\` says how old it is.\n\nThe latest failure: ${run}\n\nThis issue closes itself when a run succeeds.`,
      });
      print('Opened an issue.');
    } else {
      print(`Failing for ${hours.toFixed(1)} hours: an issue is opened after ${PATIENCE_HOURS}.`);
    }
  }
});

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

/** When a run last succeeded or, where none ever did, when the first of the latest hundred ended otherwise. */
async function failingSince(call: Call): Promise<string> {
  const runs = async (status: string, count: number) => {
    const path = `actions/workflows/${WORKFLOW}/runs?status=${status}&per_page=${count}`;
    return ((await call('GET', path)) as { workflow_runs: { created_at: string }[] }).workflow_runs;
  };
  const [succeeded] = await runs('success', 1);
  const ended = await runs('completed', 100);
  return succeeded?.created_at ?? ended.at(-1)?.created_at ?? new Date().toISOString();
}

/** @throws {CommandError} when GitHub does not do what it is asked */
async function callGitHub(
  method: string,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const request = {
    method,
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${setting('GITHUB_TOKEN')}`,
      'X-GitHub-Api-Version': '2022-11-28',
    },
    signal,
    ...(body && { body: JSON.stringify(body) }),
  };
  const address = `${setting('GITHUB_API_URL')}/repos/${setting('GITHUB_REPOSITORY')}/${path}`;
  const { response, text } = await fetch(address, request)
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw new CommandError(`${method} ${path}: no answer: ${fetchFailure(error)}`);
    });
  if (!response.ok) throw new CommandError(`${method} ${path}: status ${response.status}: ${quote(text)}`);
  return text === '' ? undefined : JSON.parse(text);
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new UsageError(`${name} is not set: this is run by .github/workflows/${WORKFLOW}.`);
  return value;
}
