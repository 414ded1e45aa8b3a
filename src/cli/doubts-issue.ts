import { explainQuality } from '../rates/explain-quality.ts';
import { type LongDoubt, parseLongDoubts } from '../rates/long-doubts.ts';
import { CommandError } from './command.ts';
import { summarize } from './github.ts';
import { closeIssue, editIssue, findIssue, type IssueKind, openIssue, type Report } from './github-issue.ts';

const DOUBTS: IssueKind = {
  title: 'A currency needs a look: held for a week, or omitted',
  label: 'currency-in-doubt',
};

/**
 * Opens an issue when a much traded currency has been held for too long or is omitted, keeps its list up to date, and
 * closes it when a publish succeeds without such a currency. An issue that a person has closed stays closed while its
 * list covers the current one, because some states end only with a fact, and the workflow runs every hour.
 *
 * @param output what the publish job printed; empty if it ended before it knew, which changes nothing
 */
export async function keepDoubtsIssue({ signal, outcome, run }: Report, output: string): Promise<void> {
  if (output === '') return;
  const doubts = parseLongDoubts(output);
  if (!doubts) {
    throw new CommandError('The publish job’s output "doubts" is malformed. See scripts/publish.ts, which writes it.');
  }
  const codes = doubts.map(({ code }) => code).join(', ');
  const issue = await findIssue(signal, DOUBTS, 'open');
  if (doubts.length === 0) {
    if (!issue || outcome !== 'success') return;
    // Without the list, so that the same currency opens a new issue next time.
    const end = `No currency needs a look any more: ${run}`;
    await closeIssue(signal, issue, end, { body: end });
    summarize(`No currency needs a look any more. Closed issue #${issue.number}.`);
  } else if (issue) {
    const text = textOf(doubts);
    const isSame = issue.body?.replaceAll('\r\n', '\n').startsWith(text);
    if (!isSame) await editIssue(signal, issue, withRun(text, run));
    summarize(`A currency needs a look: ${codes}. ${isSame ? 'Open' : 'Updated'}: issue #${issue.number}.`);
  } else {
    const closed = await findIssue(signal, DOUBTS, 'closed');
    const isCovered = doubts.every((doubt) => closed?.body?.includes(markOf(doubt)));
    if (closed && isCovered) {
      summarize(`A currency needs a look: ${codes}. Issue #${closed.number} about it was closed by hand.`);
      return;
    }
    const number = await openIssue(signal, DOUBTS, withRun(textOf(doubts), run));
    summarize(`A currency needs a look: ${codes}. Opened issue #${number}.`);
  }
}

/** Everything that changes with the list alone. */
function textOf(doubts: readonly LongDoubt[]): string {
  return [
    'A currency among the most traded has been held for more than a week, or is omitted. A held currency is published ' +
      'at its last good rate, with the date of that rate; an omitted currency isn’t published.',
    doubts.map((doubt) => `- ${explainQuality(doubt.code, { ...doubt, witnesses: [] })} ${markOf(doubt)}`).join('\n'),
    'What you can do:',
    [
      '- Look at `/api/v1/status` on your site. It lists each currency’s state, and which witnesses dispute the source.',
      '- If the source is wrong or the currency has changed, add or correct the fact in `src/currencies/*.json`, with ' +
        'its source. The files are `known-faults.json`, `redenominations.json` and `pegs.json`.',
      '- Otherwise wait. Each state ends by itself on the date in its line, at the latest. If there is no date, only a ' +
        'corrected fact or another source value ends it.',
    ].join('\n'),
    'The workflow updates this list when it changes, and closes the issue when the list is empty. If you close the ' +
      'issue, it stays closed until another currency or state is on the list.',
  ].join('\n\n');
}

/** The run is named after the text, so the same list from another run doesn't change it. */
function withRun(text: string, run: string): string {
  return `${text}\n\nThe run that wrote this list: ${run}`;
}

/** Identifies a state in the issue’s text, hidden from readers. */
function markOf({ code, state, since }: LongDoubt): string {
  return `<!-- ${code} ${state} ${since} -->`;
}
