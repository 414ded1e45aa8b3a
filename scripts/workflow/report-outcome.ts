/**
 * The publish workflow runs this script after each publish. The script updates the issues about failing publishes,
 * stale rates, composed rates, currencies in doubt, an old mirror and a schedule that may stop. The script also
 * notifies a heartbeat service and writes the run's summary. The script needs no package, so it works even if installing
 * packages fails.
 */

import { askGitHub, setting, summarize, WORKFLOW } from '../../src/operate/github/github.ts';
import { issueKinds } from '../../src/operate/github/issue-kinds.ts';
import { keepIssue, type Report } from '../../src/operate/github/keep-issue.ts';
import { parseConcerns } from '../../src/operate/github/parse-concerns.ts';
import type { PublishConcerns } from '../../src/operate/github/publish-concerns.ts';
import {
  failureConcern,
  mirrorConcern,
  type Repository,
  scheduleConcern,
} from '../../src/operate/github/repository-concerns.ts';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { printError } from '../../src/operate/terminal/print.ts';
import { fetchFailure } from '../../src/http/fetch-failure.ts';
import { limitsOf } from '../../src/http/request-limits.ts';

await runCommand(async (signal) => {
  const outcome = setting('OUTCOME');
  const concerns = parseConcerns(process.env['CONCERNS'] ?? '');
  const isStale = concerns === undefined || Boolean(concerns?.staleRates);
  if (outcome === 'success') summarize('Published.');
  await all(signal, [
    notifyHeartbeat(outcome === 'success' && isStale ? 'failure' : outcome, signal),
    keepSchedule(signal),
    keepIssues(signal, outcome, concerns),
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

/** Opens, updates and closes the issues of every kind. */
async function keepIssues(
  signal: AbortSignal,
  outcome: string,
  concerns: PublishConcerns | null | undefined,
): Promise<void> {
  const url = `${setting('GITHUB_SERVER_URL')}/${setting('GITHUB_REPOSITORY')}`;
  const repository = (await askGitHub(signal, 'GET', '')) as Repository;
  const hasIssues = repository.has_issues;
  const report: Report = { signal, outcome, run: `${url}/actions/runs/${setting('GITHUB_RUN_ID')}`, hasIssues };
  if (!hasIssues) {
    summarize(
      'Issues are switched off in this repository, as in every new fork. So only the pages of the runs show when ' +
        'publishing fails, rates are stale or a currency needs a look. Switch issues on under Settings, General, ' +
        `Features: ${url}/settings`,
      'warning',
    );
  }
  await all(signal, [
    failureConcern(signal, outcome).then((concern) => keepIssue(report, issueKinds.failure, concern)),
    scheduleConcern(signal, repository).then((concern) => keepIssue(report, issueKinds.schedule, concern)),
    // A failed publish has nothing to mirror.
    ...(outcome === 'success'
      ? [
          mirrorConcern(signal, process.env['MIRROR_OUTCOME'] ?? '').then((concern) =>
            keepIssue(report, issueKinds.mirror, concern),
          ),
        ]
      : []),
    keepPublishIssues(report, concerns),
  ]);
}

/** @param concerns null if the publish ended before validation. Then nothing changes. Undefined if malformed */
async function keepPublishIssues(report: Report, concerns: PublishConcerns | null | undefined): Promise<void> {
  if (concerns === null) return;
  if (!concerns) {
    throw new CommandError(
      'The publish job’s output "concerns" is malformed. See src/operate/generate/terminal-report.ts, which sets it.',
    );
  }
  await all(report.signal, [
    keepIssue(report, issueKinds.staleRates, concerns.staleRates),
    keepIssue(report, issueKinds.officialRates, concerns.officialRates),
    keepIssue(report, issueKinds.composedRates, concerns.composedRates),
    keepIssue(report, issueKinds.currencies, concerns.currencies),
  ]);
}

/**
 * Enables the schedule, which GitHub disables in a public repository after 60 days without activity. GitHub doesn't
 * document that enabling the schedule restarts the 60 days. See `scheduleConcern`.
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
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitsOf.service.timeout)]),
    });
    if (!response.ok) printError(`Warning: HEARTBEAT_URL responded with status ${response.status}.`);
  } catch (error) {
    // The URL is a secret, so it's removed from the message of the error, which may quote it.
    const reason = error instanceof TypeError && 'code' in error ? 'it isn’t a URL' : fetchFailure(error);
    printError(`Warning: HEARTBEAT_URL doesn't respond: ${reason.replaceAll(address, 'it')}.`);
  }
}
