import { ecb } from '../../archive/official-bank.ts';
import type { OfficialConcern } from './official-concern.ts';
import { doubtReasonsInWords, explainDoubt, type OfficialDoubt } from '../../archive/official-doubts.ts';
import { CODE } from '../../currencies/code.ts';
import { isDate, isInstant } from '../../rates/calendar.ts';
import { isKeyOf } from '../../text/is-key-of.ts';
import { parseJson } from '../../text/parse-json.ts';
import { CommandError } from '../terminal/command.ts';
import { type IssueKind, keepIssue, type Report } from './github-issue.ts';

const CONCERN: IssueKind = {
  title: 'The official rates need a look: old, or in doubt',
  label: 'official-rates',
  over: 'The official rates are up to date and not in doubt anymore',
};

/**
 * Keeps an issue open while a bank's rates have been old for too long, or its file is in doubt.
 *
 * @param output the publish job's output; if empty, the job ended before it had official rates, and nothing changes
 */
export async function keepOfficialIssue(report: Report, output: string): Promise<void> {
  if (output === '') return;
  const concern = parseConcern(output);
  if (concern === undefined) {
    throw new CommandError(
      'The publish job’s output "official" is malformed. See scripts/publish.ts, which writes it.',
    );
  }
  await keepIssue(
    report,
    CONCERN,
    concern && {
      summary: summaryOf(concern),
      text: textOf(concern),
      marks: [
        ...(concern.oldSince === null ? [] : [`official rates of ${concern.asOf}`]),
        ...concern.doubts.map(({ date, reason, code, since }) => `${reason} ${date} ${code ?? ''} ${since}`),
      ],
    },
  );
}

/** @returns undefined if the text is anything other than null or an {@link OfficialConcern} */
function parseConcern(text: string): OfficialConcern | null | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object') return undefined;
  if (value === null) return null;
  const { asOf, oldSince, doubts } = value as Readonly<Record<string, unknown>>;
  if (!isDate(asOf) || !(oldSince === null || isInstant(oldSince))) return undefined;
  return Array.isArray(doubts) && doubts.every(isDoubt) ? { asOf, oldSince, doubts } : undefined;
}

function isDoubt(value: unknown): value is OfficialDoubt {
  if (typeof value !== 'object' || value === null) return false;
  const { date, reason, code, value: rate, since } = value as Readonly<Record<string, unknown>>;
  return (
    isDate(date) &&
    isKeyOf(doubtReasonsInWords, reason) &&
    (code === null || (typeof code === 'string' && CODE.test(code))) &&
    (rate === null || typeof rate === 'number') &&
    isDate(since)
  );
}

function summaryOf({ asOf, oldSince, doubts: [doubt] }: OfficialConcern): string {
  if (oldSince !== null || !doubt) return `The newest official rates are from ${asOf}`;
  return `The ${ecb.name}'s file is in doubt: ${explainDoubt(doubt)}`;
}

function textOf({ asOf, oldSince, doubts }: OfficialConcern): string {
  return [
    ...(oldSince === null
      ? []
      : [
          `The newest published rates of the ${ecb.name} are from ${asOf}. Since ${oldSince}, the bank’s file has been ` +
            'missing, unusable or old. See `official.problem` in `/api/v1/status` for the reason.',
        ]),
    ...(doubts.length === 0
      ? []
      : [
          `The ${ecb.name}’s file is in doubt. The published rates of these days stay as they are:`,
          doubts.map((doubt) => `- ${explainDoubt(doubt)}.`).join('\n'),
        ]),
    'Market rates are not affected. What you can do:',
    [
      `- Compare these days with the [bank’s page](${ecb.page}), and check whether its file has moved.`,
      '- If the bank’s page has the same rates, you need to do nothing. A rate with a date is published on that date at ' +
        'the latest. A day that can’t have rates needs a change of `src/archive/official-bank.ts`.',
      '- If the bank’s page has other rates, wait until the bank repairs its file. If that may take longer than the ' +
        'dates above, set the variable `OFFICIAL` to `none` until then, and the published rates stay.',
    ].join('\n'),
    'The workflow keeps this text up to date, and closes the issue when nothing is left to do. If you close the issue, ' +
      'it stays closed until something new is in doubt.',
  ].join('\n\n');
}
