import { z } from 'zod';
import { codeSchema } from '../../currencies/currency.ts';
import { ratesOn } from '../../rates/cross-rate.ts';
import type { DayRates } from '../../snapshot/held-dates.ts';
import { defineSchema } from '../../text/define-schema.ts';

/*
 * Prebid's currency file. Source: modules/currency.js in https://github.com/prebid/Prebid.js at 000d11c, and
 * currency/rates.go in https://github.com/prebid/prebid-server at 1330be1.
 */

/** `/prebid/currency.json` */
export const prebidSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    dataAsOf: z.iso.datetime(),
    generatedAt: z.iso.datetime(),
    conversions: z.record(codeSchema, z.record(codeSchema, z.number().positive())),
  }),
);

/** The bases in the file: the usual currencies of ads. Prebid converts other pairs through the file's first base. */
const bases = ['USD', 'EUR', 'GBP'];

export function buildPrebid(day: DayRates, retrievedAt: string): z.infer<typeof prebidSchema> {
  const known = bases.filter((base) => day.rates.has(base));
  return {
    dataAsOf: `${day.date}T00:00:00.000Z`,
    generatedAt: retrievedAt,
    conversions: Object.fromEntries(known.map((base) => [base, Object.fromEntries(ratesOn(base, day.rates))])),
  };
}
