import { z } from 'zod';
import { datesOf } from '../../archive/day-rates.ts';
import { withoutMetals } from '../../money/currencies/metals.ts';
import { type Snapshot, heldDates } from '../../validation/snapshot/snapshot.ts';
import { MAX_SOURCE_AGE_DAYS, staleReasons } from '../../validation/freshness.ts';
import { fields } from '../fields.schema.ts';
import { sourceFields } from '../source-fields.ts';

/** `/api/v1/rates`: today's rates with their date, age and source. */
export const referenceRatesSchema = z
  .strictObject({
    success: fields.success,
    base: fields.base,
    rate_as_of: fields.date.describe('Date of the source dataset, and of every rate that isn’t listed in `held`.'),
    retrieved_at: fields.instant.describe(
      'Time when the service last fetched a new dataset. It isn’t the time of the rates.',
    ),
    checked_at: fields.instant.describe('Time when the service last checked the source.'),
    rate_type: fields.rateType,
    stale: z
      .boolean()
      .describe(
        'Whether the rates were outdated at `checked_at`. If `checked_at` is hours ago, the site is no longer updated, ' +
          'and `stale` stays as it was.',
      ),
    stale_reason: z
      .enum(staleReasons)
      .nullable()
      .describe(
        `Reason why the rates are stale. Null if they aren’t stale. \`source_date_old\`: the dataset’s own date is ` +
          `more than ${MAX_SOURCE_AGE_DAYS} days before the check. ` +
          '`cached_fallback`: no mirror of the source was usable, so the last good rates ' +
          'are served.',
      ),
    source: z
      .strictObject({
        name: fields.source.shape.name,
        url: fields.source.shape.url,
        mirror: z
          .url()
          .describe(
            'URL of the mirror that the rates were fetched from. For a mirror that isn’t the dataset’s own, only scheme and host. ' +
              'For composed rates, the website of the first bank.',
          ),
        license: fields.source.shape.license,
        attribution: fields.source.shape.attribution,
      })
      .describe('Origin of the rates.'),
    sources: fields.sources,
    held: fields.held,
    rates: fields.rates.describe(
      'Units of each currency of `/api/currencies` per 1 USD, by code, with all digits of the dataset. USD itself is 1. ' +
        '`/api/v1/metals` has the rates of metals.',
    ),
  })
  .refine(({ stale, stale_reason }) => stale === (stale_reason !== null), 'stale_reason must be null unless stale')
  .meta({ id: 'ReferenceRates', description: 'Today’s reference rates with their date, age and source.' });

export type ReferenceRates = z.infer<typeof referenceRatesSchema>;

export function buildReferenceRates(snapshot: Snapshot): ReferenceRates {
  const held = withoutMetals(heldDates(snapshot));
  const {
    source: { name, url, ...terms },
    ...sources
  } = sourceFields(snapshot.providers, ...datesOf({ date: snapshot.rate_as_of, held }));
  return {
    success: true,
    base: 'USD',
    rate_as_of: snapshot.rate_as_of,
    retrieved_at: snapshot.retrieved_at,
    checked_at: snapshot.checked_at,
    rate_type: 'daily_reference',
    stale: snapshot.stale_reason !== null,
    stale_reason: snapshot.stale_reason,
    source: { name, url, mirror: snapshot.mirror, ...terms },
    ...sources,
    held: Object.fromEntries(held),
    rates: Object.fromEntries(withoutMetals(snapshot.rates)),
  };
}
