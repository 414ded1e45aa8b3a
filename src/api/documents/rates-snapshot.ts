import { z } from 'zod';
import { withoutMetals } from '../../money/currencies/metals.ts';
import type { Snapshot } from '../../validation/snapshot/snapshot.ts';
import { fields } from '../fields.schema.ts';

/** `/api/rates`: today's rates of all currencies, without metals. */
export const ratesSnapshotSchema = z
  .strictObject({ success: fields.success, base: fields.base, timestamp: fields.timestamp, rates: fields.rates })
  .meta({ id: 'RatesSnapshot', description: 'Today’s rates of all currencies against USD.' });

export type RatesSnapshot = z.infer<typeof ratesSnapshotSchema>;

export function buildRatesSnapshot({ retrieved_at, rates }: Snapshot): RatesSnapshot {
  return { success: true, base: 'USD', timestamp: retrieved_at, rates: Object.fromEntries(withoutMetals(rates)) };
}
