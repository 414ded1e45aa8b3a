import type { OverdueRates } from '../../archive/official-rates.ts';
import { isDate, isInstant } from '../../rates/calendar.ts';
import { parseJson } from '../../text/parse-json.ts';
import { CommandError } from '../terminal/command.ts';
import { type IssueKind, keepIssue, type Report } from './github-issue.ts';

const OVERDUE: IssueKind = {
  title: 'The official rates have been old for a week',
  label: 'official-rates-old',
  over: 'The official rates are up to date again',
};

/**
 * Keeps an issue open while the European Central Bank's rates have been old for too long.
 *
 * @param output the publish job's output; if empty, the job ended before it had official rates, and nothing changes
 */
export async function keepOfficialIssue(report: Report, output: string): Promise<void> {
  if (output === '') return;
  const overdue = parseOverdueRates(output);
  if (overdue === undefined) {
    throw new CommandError(
      'The publish job’s output "official" is malformed. See scripts/publish.ts, which writes it.',
    );
  }
  await keepIssue(
    report,
    OVERDUE,
    overdue && {
      summary: `The newest official rates are from ${overdue.asOf}`,
      text: textOf(overdue),
      marks: [`official rates of ${overdue.asOf}`],
    },
  );
}

/** @returns undefined if the text is anything other than null or {@link OverdueRates} */
function parseOverdueRates(text: string): OverdueRates | null | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object') return undefined;
  if (value === null) return null;
  const { asOf, since } = value as Readonly<Record<string, unknown>>;
  return isDate(asOf) && isInstant(since) ? { asOf, since } : undefined;
}

function textOf({ asOf, since }: OverdueRates): string {
  return [
    `The newest published rates of the European Central Bank are from ${asOf}. Since ${since}, the bank’s file has been ` +
      'missing, unusable or old. See `official.problem` in `/api/v1/status` for the reason. Market rates are not affected.',
    'What you can do:',
    [
      '- Check whether the [bank’s page](https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html) ' +
        'has newer rates, and whether its file has moved.',
      '- If the file changes an archived rate, compare the old and the new rate with the bank’s page. The archived rates stay until you ' +
        'start over, because published rates never change.',
      '- Otherwise wait. The archived official rates stay published.',
    ].join('\n'),
    'The workflow keeps this text up to date, and closes the issue when newer rates are published. If you close ' +
      'the issue, it stays closed for these rates.',
  ].join('\n\n');
}
