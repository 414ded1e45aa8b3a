import { missingRules } from '../../../sources/rules/missing-rules.ts';
import { dayInWords, roundingInWords, type Rule } from '../../../sources/rules/rule.ts';
import { rules } from '../../../sources/rules/rules.ts';

/** The rules as Markdown, for their guide: a section for each, and a table of the missing ones. */
export function rulesInMarkdown(): string {
  return [
    ...rules.map(inMarkdown),
    '## Rules that aren’t available',
    '| Rule | Reason |\n| --- | --- |\n' +
      Array.from(missingRules, ([key, reason]) => `| \`${key}\` | ${reason}. |`).join('\n'),
  ].join('\n\n');
}

function inMarkdown(rule: Rule): string {
  const { key, purpose, date_is, bank, rates, to, day, article, page, read_in, read_at, rounding, from, until } = rule;
  const onlyIfNamed =
    typeof bank.terms === 'string' ? '' : ` Only sites whose operator has turned on \`${bank.key}\` have them.`;
  const lines = [
    `**For:** ${purpose}. Amounts are converted to ${to}.`,
    `**\`date\`:** ${date_is}. It may be ${until === null ? `any date since ${from}` : `from ${from} to ${until}`}.`,
    `**Rate:** ${rates}.${onlyIfNamed}`,
    `**Day of the rate:** ${dayInWords(day, 'the date')}.`,
    `**Article:** [${article}](${page}). Read in ${read_at}, in ${read_in}.`,
    rounding
      ? `**Rounding:** ${roundingInWords(rounding)}. [${rounding.article}](${rounding.page}). Read in ${rounding.read_at}, in ${rounding.read_in}.`
      : '**Rounding:** no text about it has been read.',
  ];
  return `### \`${key}\`\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
