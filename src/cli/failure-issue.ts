import { askGitHub, summarize, WORKFLOW } from './github.ts';
import { closeIssue, findIssue, type IssueKind, openIssue, type Report } from './github-issue.ts';

/** Hours without a successful run after which the workflow opens an issue. The next run fixes most shorter failures. */
const PATIENCE_HOURS = 24;

const FAILURE: IssueKind = { title: 'Publishing has failed for a day', label: 'publishing-fails' };

/** Opens an issue when no run has published for a day, and closes it when a run succeeds. */
export async function keepFailureIssue({ signal, outcome, run }: Report): Promise<void> {
  const issue = await findIssue(signal, FAILURE, 'open');
  if (outcome === 'success' && issue) {
    await closeIssue(signal, issue, `Publishing works again: ${run}`);
    summarize(`Published. Closed issue #${issue.number}.`);
  } else if (outcome === 'success') {
    summarize('Published.');
  } else if (issue) {
    summarize(`Publishing failed. Issue #${issue.number} is open.`);
  } else {
    await openIfLasting(signal, run);
  }
}

/** A canceled run counts as a failure, because GitHub cancels a run that takes too long. */
async function openIfLasting(signal: AbortSignal, run: string): Promise<void> {
  const since = await failingSince(signal);
  const hours = (Date.now() - Date.parse(since)) / 3_600_000;
  if (hours < PATIENCE_HOURS) {
    summarize(`Publishing has failed for ${hours.toFixed(1)} hours: an issue is opened after ${PATIENCE_HOURS}.`);
    return;
  }
  await openIssue(
    signal,
    FAILURE,
    `No run of the publish workflow has succeeded since ${since}. What was published last is still being served; its ` +
      `\`/api/v1/rates\` says how old it is. The log of the latest run says what is wrong: ${run}\n\n` +
      'This issue closes itself when a run succeeds.',
  );
  summarize('Publishing has failed for a day. Opened an issue.');
}

/** When a run last succeeded or, if none ever did, when the oldest of the latest hundred runs began. */
async function failingSince(signal: AbortSignal): Promise<string> {
  const runs = async (status: string, count: number) => {
    const path = `actions/workflows/${WORKFLOW}/runs?status=${status}&per_page=${count}`;
    return ((await askGitHub(signal, 'GET', path)) as { workflow_runs: { created_at: string }[] }).workflow_runs;
  };
  const [succeeded] = await runs('success', 1);
  const ended = await runs('completed', 100);
  return succeeded?.created_at ?? ended.at(-1)?.created_at ?? new Date().toISOString();
}
