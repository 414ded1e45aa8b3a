import type { Instant } from '../../money/calendar.ts';
import { crossRate } from '../../money/cross-rate.ts';
import { MAX_AMOUNT_CHARACTERS } from '../../money/amount.ts';
import { roundProduct } from '../../money/rounding/exact-rounding.ts';
import { ownEndpoint } from '../declaration/endpoint.ts';
import { amount, assertInRange, from, to } from '../declaration/parameters.ts';
import { addresses } from '../paths.ts';
import { pairToday } from './pair-today.ts';
import { serialize } from '../serialize.ts';
import { type Conversion, conversionSchema, convertDocumentation } from './convert.schema.ts';

export const convert = ownEndpoint({
  path: addresses.convert,
  parameters: {
    from,
    to,
    amount: amount(
      'Amount of the source currency: zero or more, without a sign, in plain decimal or exponent form (`12.50`, ' +
        `\`1e3\`), ${MAX_AMOUNT_CHARACTERS} characters at most. The amount and the result must be zero, or from about ` +
        '2.2e-308 to 1.8e308.',
    ),
  },
  schema: conversionSchema,
  async handle({ from, to, amount }, site) {
    const pair = await pairToday([from, to], site, addresses.convertOnDate, { amount: amount.text });
    const rate = crossRate(pair.from.perUsd, pair.to.perUsd);
    assertInRange(amount, rate);
    const { retrieved_at } = site.day;
    return serialize(
      buildConversion({
        from: pair.from.code,
        to: pair.to.code,
        amount: amount.decimal,
        rate,
        retrieved_at,
      }),
    );
  },
  documentation: convertDocumentation,
  example: ({ from, to, retrieved_at }) => {
    const rate = crossRate(from.perUsd, to.perUsd);
    return buildConversion({ from: from.code, to: to.code, amount: 100, rate, retrieved_at });
  },
});

export interface ConversionInput extends Pick<Conversion, 'from' | 'to' | 'rate'> {
  /** As a text, it may have more digits than a number. */
  readonly amount: number | string;
  readonly retrieved_at: Instant;
}

/** @throws {RangeError} if the result is too large for a number */
export function buildConversion({ from, to, amount, rate, retrieved_at }: ConversionInput): Conversion {
  const result = roundProduct(amount, rate);
  return { success: true, from, to, amount: Number(amount), result, rate, timestamp: retrieved_at };
}
