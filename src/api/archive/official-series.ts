import { z } from 'zod';
import type { ArchivedDay } from '../../archive/archive.ts';
import { MAX_OFFICIAL_PAUSE, OFFICIAL_BASE } from '../../archive/official-rates.ts';
import { codeSchema } from '../../currencies/currency.ts';
import { dayNumber } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { defineSchema } from '../../text/define-schema.ts';
import { present } from '../../text/present.ts';
import { paths } from '../format/paths.ts';

/*
 * The European Central Bank's rates as the Function reads them: a file for each currency, and one that says which days
 * they have. The API's description leaves them out.
 */

/** `/series/ecb/{code}.json`: a currency's official rates. */
export const officialSeriesSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    code: codeSchema,
    /** The first day with a rate. */
    first: z.iso.date(),
    /** Units per 1 EUR, one for each calendar day from the first; null without a rate. */
    rates: z.array(z.number().positive().nullable()).min(1),
  }),
);

/** `/series/ecb/days.json`: which official rates there are. */
export const officialDaysSchema = /* @__PURE__ */ defineSchema(() =>
  z.strictObject({
    first: z.iso.date(),
    last: z.iso.date(),
    /** For each currency, the periods in which the bank quoted it: the first and the last day of each, ascending. */
    periods: z.record(codeSchema, z.array(z.tuple([z.iso.date(), z.iso.date()])).min(1)),
  }),
);

/** @param days in the order of their dates; at least one */
export function* officialSeries(
  days: readonly ArchivedDay[],
): Generator<[path: string, document: z.infer<typeof officialSeriesSchema | typeof officialDaysSchema>]> {
  const [first, last] = [present(days[0], 'official day').date, present(days.at(-1), 'official day').date];
  const codes = new Set([OFFICIAL_BASE]);
  for (const { rates } of days) rates.forEach((_, code) => codes.add(code));
  const dayNumbers = days.map(({ date }) => dayNumber(date));
  const periods: Record<string, [string, string][]> = {};
  for (const code of [...codes].sort()) {
    const series = seriesOf(code, days, dayNumbers);
    periods[code] = series.periods;
    yield [paths.officialSeries(code), { code, first: series.first, rates: series.rates }];
  }
  yield [paths.officialDays, { first, last, periods }];
}

function seriesOf(code: string, days: readonly ArchivedDay[], dayNumbers: readonly number[]) {
  const rates: (number | null)[] = [];
  const periods: [string, string][] = [];
  let before = -Infinity;
  days.forEach(({ date, rates: ofDay }, index) => {
    const rate = code === OFFICIAL_BASE ? 1 : ofDay.get(code);
    if (rate === undefined) return;
    const day = elementAt(dayNumbers, index);
    if (rates.length > 0) for (let empty = before + 1; empty < day; empty++) rates.push(null);
    rates.push(rate);
    const period = periods.at(-1);
    if (period && day - before <= MAX_OFFICIAL_PAUSE) period[1] = date;
    else periods.push([date, date]);
    before = day;
  });
  return { first: present(periods[0], `official rate of ${code}`)[0], rates, periods };
}
