import { z } from 'zod';
import { publishedOrder } from '../../currencies/catalogue.ts';
import { codeSchema } from '../../currencies/currency.schema.ts';
import type { PastDay } from '../../rates/past-rates.ts';
import type { ArchiveFiles } from '../archive/archive-files.ts';
import { archiveIndexSchema } from './archive-index.ts';

/**
 * `/series/past-files.json`: the site's files of past rates. Only the Pages Function reads this file. Without the file,
 * the Function would mistake a failed download for a day without rates. The API's OpenAPI description omits the file.
 */
export const pastFilesSchema = z.strictObject({
  first: z.iso.date(),
  last: z.iso.date(),
  /** Days between `first` and `last` that the source never published. They have no file `/api/v1/rates/{date}`. */
  gaps: z.array(z.iso.date()),
  /** Days between `first` and `last` that were never fetched. They have no file either, and no average is complete without them. */
  missing: z.array(z.iso.date()),
  /** For each year, the currencies with a valid rate, which have a file `/api/v1/history/{code}/{year}`. */
  years: z.record(z.string().regex(/^\d{4}$/), z.array(codeSchema)),
  /** The sources of the archived days. Omitted if all days are from the default source. */
  sources: archiveIndexSchema.shape.sources,
});

/** @param days in the order of their dates; at least one day */
export function buildPastFiles(
  days: readonly PastDay[],
  { first, last, gaps, missing, sources }: Pick<ArchiveFiles, 'first' | 'last' | 'gaps' | 'missing' | 'sources'>,
): z.infer<typeof pastFilesSchema> {
  const byYear = Map.groupBy(days, ({ date }) => date.slice(0, 'YYYY'.length));
  return {
    first,
    last,
    gaps: gaps.filter((date) => date > first),
    missing: missing.filter((date) => date > first),
    years: Object.fromEntries(
      Array.from(byYear, ([year, ofYear]) => [
        year,
        publishedOrder.filter((code) => ofYear.some(({ rates }) => rates.has(code))),
      ]),
    ),
    ...(sources.length > 0 && { sources }),
  };
}
