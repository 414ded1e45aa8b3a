import { addresses } from '../../api/paths.ts';
import { askGitHub, AUTHOR, summarize } from '../github/github.ts';
import { type Item, type Kind, lineOf } from './items.ts';
import { statusOf } from './live-status.ts';

const TITLE = 'The site needs attention';

export interface Report {
  readonly items: readonly Item[];
  /** What this run couldn't find out. Its items stay as they are: unknown isn't over. */
  readonly unknown: ReadonlySet<Kind>;
  /** URL of the repository. */
  readonly url: string;
  /** URL of the run. */
  readonly run: string;
  /** URL of the live site; null if it isn't known. */
  readonly live: string | null;
  /** Whether the repository has Issues switched on. If not, only the run's page has the items. */
  readonly hasIssues: boolean;
}

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'closed';
  readonly body: string | null;
}

/** A line of an issue, found again in its text. */
interface Line {
  readonly code: string;
  readonly since: string;
  readonly text: string;
}

/** Lines by code. All causes of a failing publish have the same key, so that another cause isn't reported as new. */
type Lines = ReadonlyMap<string, Line>;

/**
 * Keeps the one issue that lists what needs attention: opens it, comments on what is new or over, and closes it if
 * nothing is left. If a person closes the issue, its text remains the list of what the person knows, and another issue
 * is opened only if something is new.
 */
export async function keepIssue(signal: AbortSignal, report: Report): Promise<void> {
  const issue = report.hasIssues ? await findIssue(signal) : undefined;
  const before = linesOf(issue?.body ?? '');
  const now = linesNow(report, before);
  const fresh = newIn(now, before);
  const isOpen = issue?.state === 'open';
  const isKnown = !isOpen && fresh.size === 0;
  for (const { text } of now.values()) summarize(text, isKnown ? undefined : 'warning');
  if (!report.hasIssues) {
    summarize(
      'Issues are switched off, as in every new fork, so only the pages of the runs show what needs attention. Switch ' +
        `issues on under Settings, General, Features: ${report.url}/settings`,
      'warning',
    );
  } else if (!isOpen && !isKnown) {
    const content = { title: TITLE, body: bodyOf(now, report) };
    const { number } = (await askGitHub(signal, 'POST', 'issues', content)) as Issue;
    summarize(`Opened issue #${number}.`);
  } else if (issue && (textOf(now) !== textOf(before) || (isOpen && now.size === 0))) {
    await update(signal, issue, before, now, report);
  } else if (issue && now.size > 0) {
    summarize(`Issue #${issue.number} is ${isOpen ? 'open' : 'closed by hand'}.`);
  }
}

/** Edits the issue's text. If the issue is open, comments on what is new or over, and closes it if nothing is left. */
async function update(signal: AbortSignal, { number, state }: Issue, before: Lines, now: Lines, report: Report) {
  const isOpen = state === 'open';
  const isLast = isOpen && now.size === 0;
  // The text of a closed issue loses what is over, so that it's new when it comes again.
  const changes = { body: bodyOf(now, report), ...(isLast && { state: 'closed' }) };
  await askGitHub(signal, 'PATCH', `issues/${number}`, changes);
  const fresh = newIn(now, before);
  const over = [...before.keys()].filter((key) => !now.has(key));
  // The comment comes last. Otherwise, if the edit failed, every run would add the comment again.
  if (isOpen && fresh.size + over.length > 0) {
    const news = [
      ...(fresh.size > 0 ? [`New:\n\n${textOf(fresh)}`] : []),
      ...(over.length > 0 ? [`Over: ${over.map((key) => `\`${key}\``).join(', ')}`] : []),
      `[The run](${report.run})`,
    ];
    await askGitHub(signal, 'POST', `issues/${number}/comments`, { body: news.join('\n\n') });
  }
  summarize(`${isLast ? 'Closed' : 'Updated'} issue #${number}.`);
}

/** The newest issue that the workflow opened. */
async function findIssue(signal: AbortSignal): Promise<Issue | undefined> {
  const path = `issues?state=all&creator=${encodeURIComponent(AUTHOR)}&per_page=100`;
  return ((await askGitHub(signal, 'GET', path)) as Issue[]).find(({ title }) => title === TITLE);
}

/** The lines in a text. */
function linesOf(text: string): Lines {
  const lines = text.matchAll(/^- `([\w:-]+)`(?: since (\S+))?: .*$/gm);
  return new Map(
    Array.from(lines, ([line, code = '', since = '']) => {
      return [kindOf(code) === 'failing' ? 'failing' : code, { code, since, text: line.trimEnd() }];
    }),
  );
}

/** The lines of this run, and those of the issue about which this run knows nothing. */
function linesNow({ items, unknown, url }: Report, before: Lines): Lines {
  const kept = [...before].filter(([, { code }]) => unknown.has(kindOf(code)));
  return new Map([...linesOf(items.map((item) => lineOf(item, guideOf(url))).join('\n')), ...kept]);
}

/** The lines that aren't in the issue yet, or have begun again since then. */
function newIn(now: Lines, before: Lines): Lines {
  return new Map([...now].filter(([key, { since }]) => since > (before.get(key)?.since ?? '') || !before.has(key)));
}

function textOf(lines: Lines): string {
  return Array.from(lines.values(), ({ text }) => text)
    .sort()
    .join('\n');
}

function kindOf(code: string): Kind {
  return code.split(':')[0] as Kind;
}

function bodyOf(lines: Lines, { url, run, live }: Report): string {
  const status = live === null ? `\`${addresses.status}\` of the site` : `[the site’s status](${statusOf(live)})`;
  return [
    lines.size === 0 ? 'Nothing needs attention anymore.' : textOf(lines),
    `Details are in ${status}, in [the run](${run}) that wrote this list, and in [the guide](${guideOf(url)}#failure-modes).`,
    'The workflow comments on what is new or over, and closes the issue when the list is empty. If you close it, it ' +
      'stays closed until something new needs attention.',
  ].join('\n\n');
}

function guideOf(url: string): string {
  return `${url}/blob/HEAD/.github/CLOUDFLARE.md`;
}
