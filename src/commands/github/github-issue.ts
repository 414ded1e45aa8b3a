import { askGitHub, AUTHOR, summarize } from './github.ts';

/** What identifies an issue of the workflow, besides its author. */
export interface IssueKind {
  readonly title: string;
  /** GitHub drops a label that the repository doesn't have, so that no search relies on it. */
  readonly label: string;
  /** What is true when the issue is closed: `Publishing works again`. */
  readonly over: string;
}

/** What a person should look at. */
export interface Concern {
  /** For the summary of the run: `A currency needs a look: HKD`. */
  readonly summary: string;
  readonly text: string;
  /** Identify what the issue is about. An issue that a person has closed stays closed while it has all of them. */
  readonly marks: readonly string[];
}

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
 * Opens an issue about a concern, keeps its text up to date, and closes it when a publish succeeds without the concern. An
 * issue that a person has closed stays closed until there is another concern, because the workflow runs every hour. The
 * page of the run shows each concern as a warning, also where Issues are switched off.
 */
export async function keepIssue(
  { signal, outcome, run, hasIssues }: Report,
  kind: IssueKind,
  concern: Concern | null,
): Promise<void> {
  if (!hasIssues) {
    if (concern) summarize(`${concern.summary}.`, 'warning');
    return;
  }
  const issue = await findIssue(signal, kind, 'open');
  if (!concern) {
    if (issue && outcome === 'success') await closeIssue(signal, issue, kind, run);
    return;
  }
  const { summary, marks } = concern;
  const text = `${concern.text}\n\n${marks.map(markOf).join('\n')}`;
  // The run is named after the text, so the same text from another run doesn't change it.
  const body = `${text}\n\nThe run that wrote this: ${run}`;
  if (issue) {
    const isSame = issue.body?.replaceAll('\r\n', '\n').startsWith(text);
    if (!isSame) await askGitHub(signal, 'PATCH', `issues/${issue.number}`, { body });
    summarize(`${summary}. ${isSame ? 'Open' : 'Updated'}: issue #${issue.number}.`, 'warning');
    return;
  }
  const closed = await findIssue(signal, kind, 'closed');
  if (closed && marks.every((mark) => closed.body?.includes(markOf(mark)))) {
    summarize(`${summary}. Issue #${closed.number} about it was closed by hand.`);
    return;
  }
  const { title, label } = kind;
  const { number } = (await askGitHub(signal, 'POST', 'issues', { title, labels: [label], body })) as Issue;
  summarize(`${summary}. Opened issue #${number}.`, 'warning');
}

/** The newest issue of this kind that the workflow opened; undefined if there is none in that state. */
async function findIssue(
  signal: AbortSignal,
  { title }: IssueKind,
  state: 'open' | 'closed',
): Promise<Issue | undefined> {
  const path = `issues?state=${state}&creator=${encodeURIComponent(AUTHOR)}&per_page=100`;
  const issues = (await askGitHub(signal, 'GET', path)) as Issue[];
  return issues.find((issue) => issue.title === title);
}

/**
 * Closes an issue without its marks, so that the same concern opens a new one next time. The comment is last, so that a
 * refused change isn't commented again in every run.
 */
async function closeIssue(
  signal: AbortSignal,
  { number, body }: Issue,
  { over }: IssueKind,
  run: string,
): Promise<void> {
  const text = body?.replaceAll(/<!-- .*? -->/g, '') ?? '';
  await askGitHub(signal, 'PATCH', `issues/${number}`, { body: text, state: 'closed' });
  await askGitHub(signal, 'POST', `issues/${number}/comments`, { body: `${over}: ${run}` });
  summarize(`${over}. Closed issue #${number}.`);
}

function markOf(mark: string): string {
  return `<!-- ${mark} -->`;
}
