/**
 * The publish workflow runs this script after each publish. The script updates the issues about failing publishes,
 * stale rates, currencies in doubt and a schedule that may stop. The script also notifies a heartbeat service and
 * writes the run's summary. The script needs no package, so it works even if installing packages fails.
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
import { printError } from '../../src/commands/terminal/print.ts';

await runCommand(async (signal) => {
  const outcome = setting('OUTCOME');
  const repository = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}`;
  const run = `${repository}/actions/runs/${setting('GITHUB_RUN_ID')}`;
  // These variables are empty if the publish ended before validation.
  const { DOUBTS: doubts = '', STALE: stale = '', OFFICIAL: official = '' } = process.env;
  const isStale = !['', 'null'].includes(stale);
  await all(signal, [
    notifyHeartbeat(outcome === 'success' && isStale ? 'failure' : outcome, signal),
    keepSchedule(signal),
    keepIssues({ signal, outcome, run }, { doubts, stale, official, settingsUrl: `${repository}/settings` }),
  ]);
});

/**
 * Waits for all of the work, so that a failure doesn't stop the other work.
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
      'Issues are switched off in this repository, as in every new fork. So only the pages of the runs show when ' +
        'publishing fails, rates are stale or a currency needs a look. Switch issues on under Settings, General, ' +
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
 * Enables the schedule, which GitHub disables in a public repository after 60 days without activity. GitHub doesn't
 * document that enabling the schedule restarts the 60 days. See `src/commands/github/schedule-issue.ts`.
 */
async function keepSchedule(signal: AbortSignal): Promise<void> {
  await askGitHub(signal, 'PUT', `actions/workflows/${WORKFLOW}/enable`);
}

/**
 * Notifies a service that works like Healthchecks (https://healthchecks.io/docs/http_api/). Requests the service's URL
 * after a success. If the run failed, or rates have been stale for a day, requests the URL with `/fail` appended. The
 * run doesn't fail if the service doesn't respond, because the service alerts by itself when it gets no requests.
 */
async function notifyHeartbeat(outcome: string, signal: AbortSignal): Promise<void> {
  const address = process.env['HEARTBEAT_URL'];
  // A run replaced by a newer one is neither a success nor a failure.
  if (!address || !['success', 'failure'].includes(outcome)) return;
  try {
    const url = new URL(address);
    if (outcome === 'failure') url.pathname = `${url.pathname.replace(/\/$/, '')}/fail`;
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]) });
    if (!response.ok) printError(`Warning: HEARTBEAT_URL responded with status ${response.status}.`);
  } catch (error) {
    // The URL is a secret, so it's removed from the message of the error, which may quote it.
    const reason = error instanceof TypeError && 'code' in error ? 'it isn’t a URL' : fetchFailure(error);
    printError(`Warning: HEARTBEAT_URL doesn't respond: ${reason.replaceAll(address, 'it')}.`);
  }
}
