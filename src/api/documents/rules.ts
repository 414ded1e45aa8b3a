import { z } from 'zod';
import { missingRules } from '../../sources/rules/missing-rules.ts';
import type { Rule } from '../../sources/rules/rule.ts';
import { rules } from '../../sources/rules/rules.ts';
import { codeSchema } from '../../money/currencies/currency.schema.ts';
import { fields } from '../fields.schema.ts';
import { ruleFields } from '../rule.schema.ts';

/** What the rules are, for callers who take them for more. */
const NOTICE =
  'This isn’t tax or legal advice. Each rule is what we read in the named text in the named month. Ask your adviser ' +
  'whether it applies to you and whether the article has changed.';

/** `/api/v1/rules`: the values of the parameter `rule`. */
export const rulesSchema = z
  .strictObject({
    success: fields.success,
    notice: z.string().describe('What the rules aren’t.'),
    rules: z
      .array(
        z
          .strictObject({
            key: ruleFields.key,
            purpose: ruleFields.purpose,
            date_is: ruleFields.date_is,
            source: fields.bank,
            rates: z.string().describe('The bank’s rates that the rule asks for.'),
            to: codeSchema.describe('Currency that amounts are converted to.'),
            day: ruleFields.day,
            article: ruleFields.article,
            page: ruleFields.page,
            read_in: z.string().describe('Texts in which the article was read.'),
            read_at: ruleFields.read_at,
            rounding: z
              .strictObject({
                places: z.int().describe('Decimal places.'),
                direction: z
                  .enum(['half-up', 'up'])
                  .describe(
                    '`half-up` is to the nearest, with halves up. `up` is to the next number that is as large or larger.',
                  ),
                article: z.string().describe('Article that asks for it.'),
                page: z.url().describe('URL of an official page with the article.'),
                read_in: z.string().describe('Texts in which the article was read.'),
                read_at: ruleFields.read_at,
              })
              .nullable()
              .describe(
                'How amounts are rounded, which `/api/v1/convert` doesn’t do. Null if no text about it has been read.',
              ),
            certainty: z.enum(['high', 'very high']).describe('How sure the reading is. It isn’t advice.'),
            from: fields.date.describe('First date that `rule` accepts. The article was in force by then.'),
            until: fields.date.nullable().describe('Last date that `rule` accepts. Null if no end is known.'),
          })
          .meta({ id: 'Rule', description: 'The rate that an article asks for.' }),
      )
      .describe('Rules, by key.'),
    missing: z
      .array(z.strictObject({ key: ruleFields.key, reason: z.string().describe('Why the rule isn’t available.') }))
      .describe('Rules that people ask for and that aren’t available, by key.'),
  })
  .meta({ id: 'Rules', description: 'The rates that articles of laws and regulations ask for.' });

export type Rules = z.infer<typeof rulesSchema>;

export function buildRules(): Rules {
  return {
    success: true,
    notice: NOTICE,
    rules: rules.map(entryOf),
    missing: Array.from(missingRules, ([key, reason]) => ({ key, reason: `${reason}.` })),
  };
}

function entryOf({ bank, ...rule }: Rule): Rules['rules'][number] {
  const { key, purpose, date_is, ...rest } = rule;
  return { key, purpose, date_is, source: bank.key, ...rest };
}
