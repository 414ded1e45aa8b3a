/**
 * Run by the publish workflow after each try. Tells those who should know: an issue, opened when nothing has been
 * published for a day and closed when publishing works again; a heartbeat service, which notices what no run can, that
 * there are no runs; and the run's own summary. Needs no package, so that it works when installing them is what fails.
 */

import { CommandError, runCommand } from '../src/cli/command.ts';
import { fetchFailure } from '../src/cli/fetch-failure.ts';
import { askGitHub, AUTHOR, setting, summarize, WORKFLOW } from '../src/cli/github.ts';
import { tell } from '../src/cli/tell.ts';

/** Hours without a successful run after which somebody should be told. Shorter faults heal with the next run. */
const PATIENCE_HOURS = 24;
const LABEL = 'publishing-fails';
/** By its title and its author the issue is known: a label is dropped where the repository does not have it. */
const TITLE = 'Publishing has failed for a day';

interface Issue {
  readonly number: number;
  readonly title: string;
}

await runCommand(async (signal) => {
  const outcome = setting('OUTCOME');
  const run = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}/actions/runs/${setting('GITHUB_RUN_ID')}`;
  // Each of them whatever becomes of the others.
  const told = await Promise.allSettled([tellHeartbeat(outcome, signal), keepSchedule(signal), keepIssue()]);
  signal.throwIfAborted();
  const lines: string[] = [];
  for (const { reason } of told.filter(({ status }) => status === 'rejected') as { reason: unknown }[]) {
    if (!(reason instanceof CommandError)) throw reason;
    lines.push(...reason.lines);
  }
  if (lines.length > 0) throw new CommandError(...lines);

  async function keepIssue(): Promise<void> {
    const repository = (await askGitHub(signal, 'GET', '')) as { has_issues: boolean } | undefined;
    if (!repository?.has_issues) {
      summarize(
        'Issues are switched off in this repository, as they are in a fresh fork, so nobody is told when publishing ' +
          `fails. Switch them on under Settings, General, Features: ${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}/settings`,
        'warning',
      );
      return;
    }
    const issue = await openIssue();
    if (outcome === 'success' && issue) {
      await askGitHub(signal, 'POST', `issues/${issue.number}/comments`, { body: `Publishing works again: ${run}` });
      await askGitHub(signal, 'PATCH', `issues/${issue.number}`, { state: 'closed' });
      summarize(`Published. Closed issue #${issue.number}.`);
    } else if (outcome === 'success') {
      summarize('Published.');
    } else if (issue) {
      summarize(`Publishing failed. Issue #${issue.number} is open.`);
    } else {
      await perhapsOpenIssue();
    }
  }

  async function perhapsOpenIssue(): Promise<void> {
    // Also of a run that was cancelled: that is what GitHub calls one that takes too long.
    const since = await failingSince();
    const hours = (Date.now() - Date.parse(since)) / 3_600_000;
    if (hours < PATIENCE_HOURS) {
      summarize(`Publishing has failed for ${hours.toFixed(1)} hours: an issue is opened after ${PATIENCE_HOURS}.`);
      return;
    }
    await askGitHub(signal, 'POST', 'issues', {
      title: TITLE,
      labels: [LABEL],
      body:
        `No run of the publish workflow has succeeded since ${since}. What was published last is still being served; its ` +
        `\`/api/v1/rates\` says how old it is. The log of the latest run says what is wrong: ${run}\n\n` +
        'This issue closes itself when a run succeeds.',
    });
    summarize('Publishing has failed for a day. Opened an issue.');
  }

  async function openIssue(): Promise<Issue | undefined> {
    const path = `issues?state=open&creator=${encodeURIComponent(AUTHOR)}&per_page=100`;
    return ((await askGitHub(signal, 'GET', path)) as Issue[]).find(({ title }) => title === TITLE);
  }

  /** When a run last succeeded or, where none ever did, when the first of the latest hundred ended otherwise. */
  async function failingSince(): Promise<string> {
    const runs = async (status: string, count: number) => {
      const path = `actions/workflows/${WORKFLOW}/runs?status=${status}&per_page=${count}`;
      return ((await askGitHub(signal, 'GET', path)) as { workflow_runs: { created_at: string }[] }).workflow_runs;
    };
    const [succeeded] = await runs('success', 1);
    const ended = await runs('completed', 100);
    return succeeded?.created_at ?? ended.at(-1)?.created_at ?? new Date().toISOString();
  }
});

/** GitHub switches off the schedule of a repository without commits for 60 days. Enabling it starts the 60 days anew. */
async function keepSchedule(signal: AbortSignal): Promise<void> {
  await askGitHub(signal, 'PUT', `actions/workflows/${WORKFLOW}/enable`);
}

/**
 * By the convention of Healthchecks (https://healthchecks.io/docs/http_api/): the address itself is asked after what went
 * well, with `/fail` after what did not. That it does not answer makes nothing of it fail: the service rings by itself
 * when it hears nothing.
 */
async function tellHeartbeat(outcome: string, signal: AbortSignal): Promise<void> {
  const address = process.env['HEARTBEAT_URL'];
  // A run that was replaced by a newer one is neither.
  if (!address || !['success', 'failure'].includes(outcome)) return;
  try {
    const url = new URL(address);
    if (outcome === 'failure') url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`;
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]) });
    if (!response.ok) tell(`Warning: HEARTBEAT_URL answered with status ${response.status}.`);
  } catch (error) {
    // Its address is a secret, which the reason may quote.
    const reason = error instanceof TypeError && 'code' in error ? 'it is no address' : fetchFailure(error);
    tell(`Warning: HEARTBEAT_URL gives no answer: ${reason.replaceAll(address, 'it')}.`);
  }
}
