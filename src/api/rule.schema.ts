import { z } from 'zod';
import { rules } from '../sources/rules/rules.ts';
import { enumOf } from '../text/enum-of.ts';
import { fields } from './fields.schema.ts';

const [example] = rules;

/** Fields of a rule that several documents have. */
export const ruleFields = {
  key: z
    .string()
    .regex(/^[a-z][a-z-]*$/)
    .meta({ description: 'Key of the rule: the value of the parameter `rule`.', examples: [example.key] }),
  purpose: z.string().meta({ description: 'What the rate is for.', examples: [example.purpose] }),
  date_is: z.string().meta({ description: 'What `date` is.', examples: [example.date_is] }),
  day: enumOf(
    {
      before: 'the last day with rates before the date',
      'on or before': 'the date or, if it has no rates, the last earlier day with rates',
      'on or after': 'the date or, if it has no rates, the next day with rates',
      '31 December': '31 December of the date’s year, and no other day',
      'next 1 January': '1 January of the year after the date or, if it has no rates, the last earlier day with rates',
    },
    'Which day’s rate the rule asks for.',
  ),
  article: z.string().meta({ description: 'Article that asks for the rate.', examples: [example.article] }),
  page: z.url().describe('URL of an official page with the article.'),
  read_at: z
    .string()
    .regex(/^\d{4}-\d\d$/)
    .meta({
      description: 'Month in which the article was read. It may have changed since.',
      examples: [example.read_at],
    }),
};

/** The field `rule` of a document whose rate a rule has chosen. */
export const appliedRuleSchema = z
  .strictObject({
    key: ruleFields.key,
    purpose: ruleFields.purpose,
    date: fields.date.describe('Requested date. `rate_as_of` is the day of the rate.'),
    date_is: ruleFields.date_is,
    day: ruleFields.day,
    article: ruleFields.article,
    page: ruleFields.page,
    read_at: ruleFields.read_at,
  })
  .meta({
    id: 'AppliedRule',
    description:
      'Rule that chose the bank and the day of the rate. Omitted if the request has no rule. It isn’t tax or legal advice.',
  });
