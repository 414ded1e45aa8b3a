import { askGitHub, AUTHOR } from './github.ts';

/** What identifies an issue of the workflow, besides its author. */
export interface IssueKind {
  readonly title: string;
  /** GitHub drops a label that the repository doesn't have, so that no search relies on it. */
  readonly label: string;
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
}

/** What both issues of the workflow depend on. */
export interface Report {
  readonly signal: AbortSignal;
  /** The result of the publish job: `success`, `failure` or `cancelled`. */
  readonly outcome: string;
  /** URL of the workflow run. */
  readonly run: string;
}

/** The newest issue of this kind that the workflow opened; undefined if there is none in that state. */
export async function findIssue(
  signal: AbortSignal,
  { title }: IssueKind,
  state: 'open' | 'closed',
): Promise<Issue | undefined> {
  const path = `issues?state=${state}&creator=${encodeURIComponent(AUTHOR)}&per_page=100`;
  const issues = (await askGitHub(signal, 'GET', path)) as Issue[];
  return issues.find((issue) => issue.title === title);
}

/** @returns the number of the new issue */
export async function openIssue(signal: AbortSignal, { title, label }: IssueKind, body: string): Promise<number> {
  const { number } = (await askGitHub(signal, 'POST', 'issues', { title, labels: [label], body })) as Issue;
  return number;
}

/** Edits the first text of an issue, which notifies no subscriber. */
export async function editIssue(signal: AbortSignal, { number }: Issue, body: string): Promise<void> {
  await askGitHub(signal, 'PATCH', `issues/${number}`, { body });
}

/**
 * Closes an issue and comments why. The comment is last, so that a refused change isn't commented again in every run.
 *
 * @param change what else changes with the state
 */
export async function closeIssue(
  signal: AbortSignal,
  { number }: Issue,
  comment: string,
  change: { readonly body?: string } = {},
): Promise<void> {
  await askGitHub(signal, 'PATCH', `issues/${number}`, { ...change, state: 'closed' });
  await askGitHub(signal, 'POST', `issues/${number}/comments`, { body: comment });
}
