import { z } from 'zod';
import { defineSchema } from '../currencies/define-schema.ts';
import { type DailyRates, type Step, steps, withDates } from '../rates/past-rates.ts';
import { dayNumber, knownDateOfDay } from '../rates/calendar.ts';
import { COMPUTED_DIGITS } from '../rates/round.ts';
import { fields, reference } from './fields.ts';
import { headOfPoint, PointsPrinter } from './points-printer.ts';

/** `/api/v1/history`: what a pair's rate was, from one day to another. */
export const pairRangeSchema = /* @__PURE__ */ defineSchema(() =>
  z
    .strictObject({
      success: fields.success,
      from: fields.from,
      to: fields.to,
      start: fields.date.meta({ description: 'The first day, as asked for.' }),
      end: fields.date.meta({ description: 'The last day, as asked for.' }),
      every: z.enum(steps).meta({ description: 'One rate for each of these: the last one that is believed.' }),
      rate_type: fields.rateType,
      source: fields.source,
      data_points: z.int().positive().meta({ description: 'Number of entries in data.' }),
      data: z.array(z.strictObject({ date: fields.date, rate: fields.rate })).meta({
        description:
          'The rates in ascending order, each with the day that it is of. Days of which there is none that is believed ' +
          'are left out.',
      }),
    })
    .refine(({ data_points, data }) => data_points === data.length, 'data_points must be the number of entries')
    .meta({ id: 'PairRange', description: 'A pair’s past rates. They are real.' }),
);

export type PairRange = z.infer<typeof pairRangeSchema>;

export interface PairRangeInput {
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
  readonly every: Step;
  readonly rates: DailyRates;
}

export function buildPairRange({ from, to, start, end, every, rates }: PairRangeInput): PairRange {
  const data = withDates(rates);
  return { success: true, from, to, start, end, every, ...reference, data_points: data.length, data };
}

/** The document as text: byte for byte what `serialize` makes of {@link buildPairRange}, in a third of the time. */
export function printPairRange(input: PairRangeInput): string {
  const { firstDay, rates } = input.rates;
  let points = 0;
  for (const rate of rates) if (!Number.isNaN(rate)) points++;
  if (points > printer.mostPoints) printer = printerOf(points);
  printer.reset();
  for (let index = rates.length - 1; index >= 0; index--) {
    const rate = rates[index] ?? NaN;
    if (!Number.isNaN(rate)) printer.prepend(headOf(firstDay + index), rate);
  }
  const empty = buildPairRange({ ...input, rates: { firstDay, rates: [] } });
  printer.prependText(JSON.stringify({ ...empty, data_points: points }).slice(0, -']}'.length));
  return decoder.decode(printer.bytes);
}

const decoder = new TextDecoder();

/** Room for what stands before the first point. */
const LONGEST_HEAD = 1000;

/** Its buffer is used again and again: in workerd a new one takes as long as a hundred points. */
let printer = printerOf(366);

function printerOf(points: number): PointsPrinter {
  return new PointsPrinter(points, LONGEST_HEAD, COMPUTED_DIGITS);
}

/** By day since 1970-01-01, and with room for them: a list that begins at a far place is kept as a map, which is slower. */
const heads = new Array<Uint8Array | undefined>(dayNumber('2100-01-01'));

function headOf(day: number): Uint8Array {
  return (heads[day] ??= headOfPoint(knownDateOfDay(day)));
}
