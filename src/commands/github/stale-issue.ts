import { mirrorOutcomesInWords } from '../../validation/snapshot/snapshot.ts';
import { type LongStaleness, parseLongStaleness } from './long-staleness.ts';
import { CommandError } from '../terminal/command.ts';
import { type IssueKind, keepIssue, type Report } from './github-issue.ts';

const STALE: IssueKind = {
  title: 'The rates have been stale for a day',
  label: 'rates-stale',
  over: 'The rates are fresh again',
};

/**
 * Keeps an issue open while the rates have been stale for too long.
 *
 * @param output the publish job's output; if empty, the job ended before validation, and nothing changes
 */
export async function keepStaleIssue(report: Report, output: string): Promise<void> {
  if (output === '') return;
  const staleness = parseLongStaleness(output);
  if (staleness === undefined) {
    throw new CommandError('The publish job’s output "stale" is malformed. See scripts/publish.ts, which writes it.');
  }
  await keepIssue(
    report,
    STALE,
    staleness && {
      summary: `The rates have been stale since ${staleness.since}`,
      text: textOf(staleness),
      marks: [`stale since ${staleness.since}`],
    },
  );
}

function textOf({ since, asOf, mirrors }: LongStaleness): string {
  const lines = mirrors.map(({ mirror, outcome, date }) => {
    const dated = date === null ? '' : `${date}: `;
    return `- \`${mirror}\`: ${dated}${mirrorOutcomesInWords[outcome]}.`;
  });
  return [
    `The published rates are from ${asOf}. They have been stale since ${since}, as \`/api/v1/rates\` says to callers. ` +
      'Publishing itself works. This is what the mirrors of the dataset returned:',
    lines.join('\n'),
    'What you can do:',
    [
      '- Check whether the source has stopped, or only its mirrors. Problems of exchange-api are in [its ' +
        'issues](https://github.com/fawazahmed0/exchange-api/issues).',
      '- If another mirror has newer days, name it in the variables `MIRRORS` and `DATED_MIRRORS`. See ' +
        '`.github/HOSTING.md`.',
      '- If the source has ended, continue with another one. See “If the dataset is discontinued” in `.github/HOSTING.md`.',
      '- Otherwise wait. If no mirror is usable, publishing fails 72 hours after the rates were fetched.',
    ].join('\n'),
    'The workflow keeps this text up to date, and closes the issue when the rates are fresh. If you close the ' +
      'issue, it stays closed until the rates become stale again.',
  ].join('\n\n');
}
