import { dateOfDay, dayNumber, type IsoDate } from '../../money/calendar.ts';
import { plainMean } from './plain-fractions.ts';

interface DatedRate {
  readonly date: IsoDate;
  readonly rate: number;
}

/** The period that contains a date, by step. A week is identified by its Monday. */
export const periodOf = {
  day: (date: IsoDate) => date,
  week: (date: IsoDate) => dateOfDay(dayNumber(date) - ((new Date(date).getUTCDay() + 6) % 7)),
  month: (date: IsoDate) => date.slice(0, 7),
  quarter: (date: IsoDate) => date.slice(0, 5) + String(Math.ceil(Number(date.slice(5, 7)) / 3)),
  year: (date: IsoDate) => date.slice(0, 4),
} as const;

export type PlainStep = keyof typeof periodOf;

/** The last rate of each period, computed in the simplest way. */
export function plainLastOfEach(step: PlainStep, rates: readonly DatedRate[]): DatedRate[] {
  return [...new Map(rates.map((rate) => [periodOf[step](rate.date), rate])).values()];
}

/**
 * The average rate of each period, computed in the simplest way.
 *
 * @param isComplete whether a number of days is all of a period's days with rates
 */
export function plainMeanOfEach(
  step: PlainStep,
  rates: readonly DatedRate[],
  isComplete: (period: string, days: number) => boolean,
) {
  return Array.from(
    Map.groupBy(rates, ({ date }) => periodOf[step](date)),
    ([period, dated]) => ({
      date: dated.at(-1)?.date,
      rate: plainMean(dated.map(({ rate }) => rate)),
      days: dated.length,
      first_date: dated[0]?.date,
      complete: isComplete(period, dated.length),
    }),
  );
}
