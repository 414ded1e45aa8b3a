import { expect, it } from 'vitest';
import { rules } from '../../../src/sources/rules/rules.ts';
import { compareRule, rulesSite } from '../../../src/testing/sites/rules-site.ts';

/*
 * 1,000 random requests for each rule, compared with a plain reading of the archive in exact arithmetic. The suite has
 * a sample.
 */

const site = rulesSite();

it.each(rules)('$key has the rate of a plain reading in 1,000 random requests', async (rule) => {
  const { different, rates } = await compareRule(site, rule, 1000);
  expect(different).toEqual([]);
  console.log(`${rule.key}: ${rates} rates`);
});
