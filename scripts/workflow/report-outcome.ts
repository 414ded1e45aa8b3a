/**
 * The publish workflow runs this after each try. It keeps the issues about failing publishes, stale rates, currencies that a
 * person should look at and a schedule that may stop, notifies a heartbeat service, and writes the summary of the run. It
 * needs no package, so that it also works if installing packages is what fails.
 */

import { CommandError, runCommand } from '../../src/commands/terminal/command.ts';
import { keepDoubtsIssue } from '../../src/commands/github/doubts-issue.ts';
import { keepFailureIssue } from '../../src/commands/github/failure-issue.ts';
import { fetchFailure } from '../../src/http/fetch-failure.ts';
import { keepOfficialIssue } from '../../src/commands/github/official-issue.ts';
import { keepScheduleIssue, type Repository } from '../../src/commands/github/schedule-issue.ts';
import { keepStaleIssue } from '../../src/commands/github/stale-issue.ts';
import { askGitHub, setting, summarize, WORKFLOW } from '../../src/commands/github/github.ts';
import type { Report } from '../../src/commands/github/github-issue.ts';
import { tell } from '../../src/commands/terminal/tell.ts';

await runCommand(async (signal) => {
  const outcome = setting('OUTCOME');
  const repository = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}`;
  const run = `${repository}/actions/runs/${setting('GITHUB_RUN_ID')}`;
  // Each is empty if the publish ended before it knew.
  const { DOUBTS: doubts = '', STALE: stale = '', OFFICIAL: official = '' } = process.env;
  const isStale = !['', 'null'].includes(stale);
  await all(signal, [
    tellHeartbeat(outcome === 'success' && isStale ? 'failure' : outcome, signal),
    keepSchedule(signal),
    keepIssues({ signal, outcome, run }, { doubts, stale, official, settingsUrl: `${repository}/settings` }),
  ]);
});

/**
 * Waits for all of the work, so that no failure affects anything else.
 *
 * @throws {CommandError} with the lines of every failure
 */
async function all(signal: AbortSignal, work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  signal.throwIfAborted();
  const lines: string[] = [];
  for (const { reason } of results.filter(({ status }) => status === 'rejected') as { reason: unknown }[]) {
    if (!(reason instanceof CommandError)) throw reason;
    lines.push(...reason.lines);
  }
  if (lines.length > 0) throw new CommandError(...lines);
}

interface Findings {
  readonly doubts: string;
  readonly stale: string;
  readonly official: string;
  readonly settingsUrl: string;
}

async function keepIssues(
  run: Omit<Report, 'hasIssues'>,
  { doubts, stale, official, settingsUrl }: Findings,
): Promise<void> {
  const repository = (await askGitHub(run.signal, 'GET', '')) as Repository;
  const report = { ...run, hasIssues: repository.has_issues };
  if (!report.hasIssues) {
    summarize(
      'Issues are switched off in this repository, as they are in a fresh fork, so only the pages of the runs tell you ' +
        'when publishing fails, rates are stale or a currency needs a look. Switch them on under Settings, General, ' +
        `Features: ${settingsUrl}`,
      'warning',
    );
  }
  await all(run.signal, [
    keepFailureIssue(report),
    keepStaleIssue(report, stale),
    keepOfficialIssue(report, official),
    keepDoubtsIssue(report, doubts),
    keepScheduleIssue(report, repository),
  ]);
}

/**
 * GitHub disables the schedule of a public repository after 60 days without activity. Enabling it starts the 60 days anew,
 * but GitHub doesn't document that: see `src/commands/github/schedule-issue.ts`.
 */
async function keepSchedule(signal: AbortSignal): Promise<void> {
  await askGitHub(signal, 'PUT', `actions/workflows/${WORKFLOW}/enable`);
}

/**
 * By the convention of Healthchecks (https://healthchecks.io/docs/http_api/): the address itself is asked after what went
 * well, with `/fail` after what did not, which includes rates that have been stale for a day. That it does not answer makes
 * nothing of it fail: the service rings by itself when it hears nothing.
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
