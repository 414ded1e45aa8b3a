import { CODE } from '../money/currencies/code.ts';
import { unitOf } from '../money/currencies/sub-units.ts';
import type { Rule } from '../sources/rules/rule.ts';
import { rateSources } from '../sources/rate-sources.ts';
import { rules } from '../sources/rules/rules.ts';
import { quoted } from '../text/quote.ts';

/** How the rows of a file are converted. */
export interface Terms {
  /** The code of the currency that amounts are converted to. */
  readonly to: string;
  /** The key of the source. If there is a rule, it's the rule's bank. */
  readonly source: string;
  readonly rule: Rule | undefined;
  readonly rounding: Rounding;
}

/** How amounts are rounded: to the currency's decimal places, with halves to even or up, not at all, or as the rule says. */
export const roundings = ['half-even', 'half-up', 'none', 'rule'] as const;
export type Rounding = (typeof roundings)[number];

export interface GivenTerms {
  readonly to?: string | undefined;
  readonly source?: string | undefined;
  readonly rule?: string | undefined;
  readonly rounding?: Rounding | undefined;
}

/** @throws {RangeError} if the terms don't fit together, or name something unknown */
export function termsOf({ to, source, rule: key, ...given }: GivenTerms): Terms {
  const rule = rules.find((each) => each.key === key);
  const { rounding = rule?.rounding ? 'rule' : 'half-even' } = given;
  if (key !== undefined && !rule)
    throw new RangeError(`Invalid rule: ${quoted(key, 40)}. Use ${rules.map((each) => each.key).join(', ')}.`);
  if (rule && source !== undefined)
    throw new RangeError(`The rule ${rule.key} sets the source. Omit the source or the rule.`);
  const target = unitOf(to ?? rule?.to ?? '');
  if (target === '') throw new RangeError('There is no currency to convert to. Use a code such as EUR.');
  if (!CODE.test(target)) throw new RangeError(`Invalid currency: ${quoted(target, 40)}. Use a code such as EUR.`);
  if (rule && rule.to !== target)
    throw new RangeError(`The rule ${rule.key} is for amounts in ${rule.to}, not in ${target}.`);
  const from = source ?? rule?.bank.key ?? 'market';
  if (!rateSources.some((each) => each.key === from))
    throw new RangeError(`Invalid source: ${quoted(from, 40)}. Use ${rateSources.map((each) => each.key).join(', ')}.`);
  if (!roundings.includes(rounding))
    throw new RangeError(`Invalid rounding: ${quoted(rounding, 40)}. Use ${roundings.join(', ')}.`);
  if (rounding === 'rule' && !rule?.rounding)
    throw new RangeError(
      rule
        ? `No text about the rounding of the rule ${rule.key} has been read. Use another rounding.`
        : 'The rounding is that of a rule, and there is none. Name a rule, or use another rounding.',
    );
  return { to: target, source: from, rule, rounding };
}
