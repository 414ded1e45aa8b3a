import { askGitHub, AUTHOR, summarize } from './github.ts';
import { type IssueKind, listOf } from './issue-kinds.ts';

export interface Report {
  readonly signal: AbortSignal;
  /** The result of the publish job: `success`, `failure` or `cancelled`. */
  readonly outcome: string;
  readonly run: string;
  readonly hasIssues: boolean;
}

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
}

/**
 * Opens an issue about a concern, keeps its text up to date, and closes it when a publish succeeds without the concern.
 * If a person closes the issue, a new issue is opened only if the concern has a new mark. Otherwise, the next hourly
 * run would open the same issue again. The run's page shows each concern, even if Issues are switched off.
 */
export async function keepIssue<Concern>(
  { signal, outcome, run, hasIssues }: Report,
  kind: IssueKind<Concern>,
  concern: Concern | null,
): Promise<void> {
  if (!hasIssues) {
    if (concern) summarize(`${kind.summary(concern)}.`, 'warning');
    return;
  }
  const issue = await findIssue(signal, kind, 'open');
  if (!concern) {
    if (issue && outcome === 'success') await closeIssue(signal, issue, kind, run);
    return;
  }
  const summary = kind.summary(concern);
  const marks = kind.marks(concern).map((mark) => `<!-- ${mark} -->`);
  const text = [...kind.text(concern), ...endOf(kind), marks.join('\n')].join('\n\n');
  // The line about the run isn't compared, so the same text from another run doesn't change the issue.
  const body = `${text}\n\nThe run that wrote this: ${run}`;
  if (issue) {
    const isSame = issue.body?.replaceAll('\r\n', '\n').startsWith(text);
    if (!isSame) await askGitHub(signal, 'PATCH', `issues/${issue.number}`, { body });
    summarize(`${summary}. ${isSame ? 'Open' : 'Updated'}: issue #${issue.number}.`, 'warning');
    return;
  }
  const closed = await findIssue(signal, kind, 'closed');
  if (closed && marks.every((mark) => closed.body?.includes(mark))) {
    summarize(`${summary}. Issue #${closed.number} about it was closed by hand.`);
    return;
  }
  const { title, label } = kind;
  const { number } = (await askGitHub(signal, 'POST', 'issues', { title, labels: [label], body })) as Issue;
  summarize(`${summary}. Opened issue #${number}.`, 'warning');
}

/** Returns the newest issue of this kind and state that the workflow opened, if any. */
async function findIssue(
  signal: AbortSignal,
  { title }: IssueKind<never>,
  state: 'open' | 'closed',
): Promise<Issue | undefined> {
  const path = `issues?state=${state}&creator=${encodeURIComponent(AUTHOR)}&per_page=100`;
  const issues = (await askGitHub(signal, 'GET', path)) as Issue[];
  return issues.find((issue) => issue.title === title);
}

/**
 * Closes an issue and removes its marks, so that the same concern opens a new issue next time. The comment comes last.
 * Otherwise, if closing failed, every run would add the comment again.
 */
async function closeIssue(
  signal: AbortSignal,
  { number, body }: Issue,
  { over }: IssueKind<never>,
  run: string,
): Promise<void> {
  const text = body?.replaceAll(/<!-- .*? -->/g, '') ?? '';
  await askGitHub(signal, 'PATCH', `issues/${number}`, { body: text, state: 'closed' });
  await askGitHub(signal, 'POST', `issues/${number}/comments`, { body: `${over}: ${run}` });
  summarize(`${over}. Closed issue #${number}.`);
}

/** The last paragraphs of an issue. */
function endOf({ advice, closesWhen, closedUntil }: IssueKind<never>): string[] {
  return [
    'What you can do:',
    listOf(advice),
    `The workflow keeps this text up to date, and closes the issue when ${closesWhen}. If you close the issue, it stays ` +
      `closed until ${closedUntil}.`,
  ];
}
