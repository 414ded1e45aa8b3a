import { askGitHub } from './github.ts';
import { type IssueKind, keepIssue, type Report } from './github-issue.ts';

/** Days without a commit after which GitHub disables the schedules of a public repository. */
const DISABLED_AFTER_DAYS = 60;
/** Days without a commit after which an issue is opened. There is then still time to push another commit. */
const PATIENCE_DAYS = 45;

const DAY_MS = 86_400_000;

const SCHEDULE: IssueKind = {
  title: `GitHub may stop the schedule: no commit for ${PATIENCE_DAYS} days`,
  label: 'schedule-may-stop',
  over: 'There is a new commit',
};

export interface Repository {
  readonly private: boolean;
  readonly has_issues: boolean;
  readonly created_at: string;
}

/**
 * Keeps an issue open while GitHub may soon disable the schedule. Each run enables the workflow again, and each backup
 * creates a tag. But GitHub doesn't document whether these actions count as activity.
 */
export async function keepScheduleIssue(report: Report, repository: Repository): Promise<void> {
  const path = 'commits?per_page=1';
  const [latest] = (await askGitHub(report.signal, 'GET', path)) as { commit: { committer: { date: string } } }[];
  const committed = latest?.commit.committer.date ?? '';
  // All commits of a fork may be older than the fork.
  const since = committed > repository.created_at ? committed : repository.created_at;
  const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS);
  const mayStop = !repository.private && days >= PATIENCE_DAYS;
  const concern = {
    summary: `No commit for ${days} days, and GitHub may disable the schedule after ${DISABLED_AFTER_DAYS}`,
    text: textOf(since),
    marks: [`no commit since ${since}`],
  };
  await keepIssue(report, SCHEDULE, mayStop ? concern : null);
}

function textOf(since: string): string {
  return [
    `There has been no commit on the default branch since ${since}. GitHub disables the schedules of a public repository after ` +
      `${DISABLED_AFTER_DAYS} days without activity. From then on nothing is published, and no run can report it.`,
    'Each run enables the workflow again, which has kept schedules alive so far. GitHub doesn’t document this ' +
      'effect, so it can end at any time.',
    'What you can do:',
    [
      '- Push a commit, for example with _Sync fork_, or an empty one: ' +
        "`git commit --allow-empty -m 'Keep the schedule' && git push`.",
      '- Set up the heartbeat in `.github/HOSTING.md`, if you haven’t yet. It alerts you when runs stop.',
      '- If the schedule has stopped, press _Enable workflow_ under _Actions → Publish_.',
    ].join('\n'),
    'The workflow closes this issue when there is a new commit. If you close the issue, it stays closed until 45 days ' +
      'after the next commit.',
  ].join('\n\n');
}
