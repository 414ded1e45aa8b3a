import { askGitHub, summarize, WORKFLOW } from './github.ts';
import { type IssueKind, keepIssue, type Report } from './github-issue.ts';

/** Hours without a successful run before the workflow opens an issue. Most shorter failures end with the next run. */
const PATIENCE_HOURS = 24;

const FAILURE: IssueKind = {
  title: 'Publishing has failed for a day',
  label: 'publishing-fails',
  over: 'Publishing works again',
};

/**
 * Opens an issue when no run has published for a day, and closes it when a run succeeds. A canceled run counts as a
 * failure, because GitHub cancels a run that takes too long.
 */
export async function keepFailureIssue(report: Report): Promise<void> {
  const { signal, outcome } = report;
  if (outcome === 'success') {
    await keepIssue(report, FAILURE, null);
    summarize('Published.');
    return;
  }
  const { since, hasSucceeded } = await failingSince(signal);
  const hours = (Date.now() - Date.parse(since)) / 3_600_000;
  if (hours < PATIENCE_HOURS) {
    summarize(`Publishing has failed for ${hours.toFixed(1)} hours. An issue is opened after ${PATIENCE_HOURS} hours.`);
    return;
  }
  const last = hasSucceeded ? `since ${since}` : 'yet';
  await keepIssue(report, FAILURE, {
    summary: 'Publishing has failed for a day',
    text:
      `No run of the publish workflow has succeeded ${last}. The last published site is still being served; its ` +
      '`/api/v1/rates` shows how old the rates are. The log of a failed run says what is wrong.\n\n' +
      'The workflow closes this issue when a run succeeds. If you close the issue, it stays closed until a run has ' +
      'succeeded and publishing fails again.',
    marks: [`no success ${last}`],
  });
}

/** The time of the last successful run or, if there is none, of the oldest of the latest hundred runs. */
async function failingSince(signal: AbortSignal): Promise<{ readonly since: string; readonly hasSucceeded: boolean }> {
  const runs = async (status: string, count: number) => {
    const path = `actions/workflows/${WORKFLOW}/runs?status=${status}&per_page=${count}`;
    return ((await askGitHub(signal, 'GET', path)) as { workflow_runs: { created_at: string }[] }).workflow_runs;
  };
  const [succeeded] = await runs('success', 1);
  if (succeeded) return { since: succeeded.created_at, hasSucceeded: true };
  const ended = await runs('completed', 100);
  return { since: ended.at(-1)?.created_at ?? new Date().toISOString(), hasSucceeded: false };
}
