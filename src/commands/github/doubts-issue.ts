import { explainQuality } from '../../validation/snapshot/explain-quality.ts';
import { type LongDoubt, parseLongDoubts } from './long-doubts.ts';
import { CommandError } from '../terminal/command.ts';
import { type IssueKind, keepIssue, type Report } from './github-issue.ts';

const DOUBTS: IssueKind = {
  title: 'A currency needs a look: held for a week, or omitted',
  label: 'currency-in-doubt',
  over: 'No currency needs a look anymore',
};

/**
 * Keeps an issue open while a much traded currency has been held for too long or is omitted.
 *
 * @param output the publish job's output; if empty, the job ended before validation, and nothing changes
 */
export async function keepDoubtsIssue(report: Report, output: string): Promise<void> {
  if (output === '') return;
  const doubts = parseLongDoubts(output);
  if (!doubts) {
    throw new CommandError('The publish job’s output "doubts" is malformed. See scripts/publish.ts, which writes it.');
  }
  const concern = {
    summary: `A currency needs a look: ${doubts.map(({ code }) => code).join(', ')}`,
    text: textOf(doubts),
    marks: doubts.map(({ code, state, since }) => `${code} ${state} ${since}`),
  };
  await keepIssue(report, DOUBTS, doubts.length === 0 ? null : concern);
}

function textOf(doubts: readonly LongDoubt[]): string {
  return [
    'A currency among the most traded has been held for more than a week, or is omitted. A held currency is published ' +
      'at its last good rate, with the date of that rate; an omitted currency isn’t published.',
    doubts.map((doubt) => `- ${explainQuality(doubt.code, { ...doubt, witnesses: [] })}`).join('\n'),
    'What you can do:',
    [
      '- Look at `/api/v1/status` on your site. It lists each currency’s state, and which witnesses dispute the source.',
      '- If the source is wrong or the currency has changed, add or correct the fact in `src/currencies/data`, with ' +
        'its sources. The files are `known-faults.json`, `redenominations.json` and `pegs.json`.',
      '- Otherwise wait. A state with a date ends on that date at the latest. A state without a date ends when you ' +
        'correct such a fact, or when the source’s value changes.',
    ].join('\n'),
    'The workflow updates this list when it changes, and closes the issue when the list is empty. If you close the ' +
      'issue, it stays closed until the list has another currency, or a listed currency changes its state.',
  ].join('\n\n');
}
