import { missingRules } from '../sources/rules/missing-rules.ts';
import { dayInWords, type Rule } from '../sources/rules/rule.ts';
import { rules } from '../sources/rules/rules.ts';

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
  const { key, purpose, dateIs, rates, currency, day, article, page, readIn, readAt, from, until } = rule;
  const lines = [
    `**For:** ${purpose}. Amounts are converted to ${currency}.`,
    `**\`date\`:** ${dateIs}. It may be ${until === null ? `any date since ${from}` : `from ${from} to ${until}`}.`,
    `**Rate:** ${rates}.`,
    `**Day of the rate:** ${dayInWords(day, 'the date')}.`,
    `**Article:** [${article}](${page}). Read in ${readAt}, in ${readIn}.`,
  ];
  return `### \`${key}\`\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}
