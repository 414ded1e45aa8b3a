import { z } from 'zod';
import { CODE } from './code.ts';

/** An ISO 4217 code, or the ticker of a crypto asset. */
export const codeSchema = z
  .string()
  .regex(CODE)
  .meta({ description: 'Currency code in upper case.', examples: ['EUR'] });

export const currencySchema = z.strictObject({
  code: codeSchema,
  name: z
    .string()
    .min(1)
    .meta({ description: 'Display name in English.', examples: ['Euro'] }),
  symbol: z
    .string()
    .min(1)
    .meta({ description: 'Symbol in use where the currency circulates.', examples: ['€'] }),
  flag: z
    .string()
    .min(1)
    .meta({
      description:
        'An emoji: the flag of the country, of the European Union for EUR; 🌐 for a currency of several countries; 🪙 for a crypto asset; ⚖️ for a metal.',
      examples: ['🇪🇺'],
    }),
  type: z.enum(['fiat', 'crypto', 'metal']).meta({
    description: 'Government-issued money, crypto asset or metal. The unit of a metal is one troy ounce.',
    examples: ['fiat'],
  }),
});

export type Currency = z.infer<typeof currencySchema>;
