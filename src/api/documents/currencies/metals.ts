import { z } from 'zod';
import { datesOf } from '../../../archive/day-rates.ts';
import { metals, TROY_OUNCE_EXACT_GRAMS, withOnlyMetals } from '../../../money/currencies/metals.ts';
import type { PastDay } from '../../../money/past-rates.ts';
import { heldDates, type Snapshot } from '../../../validation/snapshot/snapshot.ts';
import { fields } from '../../fields.schema.ts';
import { marketReference } from '../../source-fields.ts';
import { currencyFactSchema, factsAbout } from './currency-facts.ts';

const { code, name, symbol, flag, type, numeric, first_day } = currencyFactSchema.shape;
const metal = z
  .strictObject({
    code: code.meta({ examples: ['XAU'] }),
    name: name.meta({ examples: ['Gold'] }),
    symbol: symbol.meta({ description: 'Chemical symbol.', examples: ['Au'] }),
    flag: flag.meta({ description: 'An emoji: ⚖️.', examples: ['⚖️'] }),
    type: type.extract(['metal']).meta({ description: 'Always `metal`.', examples: ['metal'] }),
    numeric,
    unit: z.literal('troy ounce').describe('What 1 unit is: a troy ounce.'),
    unit_grams: z.literal(TROY_OUNCE_EXACT_GRAMS).describe('Grams in 1 unit, exactly.'),
    first_day,
    rate: z
      .number()
      .positive()
      .nullable()
      .describe('Units per 1 USD, with all digits of the dataset. Null if the metal has no rate today.'),
  })
  .meta({ id: 'Metal', description: 'A metal with facts about it, and its rate.' });

/** `/api/v1/metals`: the metals with today's rates. */
export const metalsSchema = z
  .strictObject({
    success: fields.success,
    base: fields.base,
    rate_as_of: fields.date.describe('Date of every rate that isn’t listed in `held`.'),
    rate_type: fields.rateType,
    source: fields.source,
    sources: fields.sources,
    held: fields.held,
    count: z.int().nonnegative().describe('Number of metals listed.'),
    metals: z.array(metal).describe('The metals by code.'),
  })
  .refine(({ count, metals }) => count === metals.length, 'count must be the number of metals')
  .meta({ id: 'Metals', description: 'Metals with facts about them and their rates of today.' });

export type Metals = z.infer<typeof metalsSchema>;

/** @param days days with valid rates, in ascending order */
export function buildMetals(snapshot: Snapshot, days: readonly PastDay[]): Metals {
  const held = withOnlyMetals(heldDates(snapshot));
  const { rate_as_of, providers, rates } = snapshot;
  return {
    success: true,
    base: 'USD',
    rate_as_of,
    ...marketReference(providers, ...datesOf({ date: rate_as_of, held })),
    held: Object.fromEntries(held),
    count: metals.length,
    metals: factsAbout(metals, days).map(({ code, name, symbol, flag, numeric, first_day }) => ({
      ...{ code, name, symbol, flag, type: 'metal' as const, numeric },
      ...{ unit: 'troy ounce' as const, unit_grams: TROY_OUNCE_EXACT_GRAMS },
      ...{ first_day, rate: rates.get(code) ?? null },
    })),
  };
}
