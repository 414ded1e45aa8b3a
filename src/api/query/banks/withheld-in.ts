import type { WithheldRates } from '../../../archive/day-rates.ts';
import type { Withheld } from '../../../archive/official-rates.schema.ts';
import type { Period } from '../../../archive/quoted-periods.ts';
import { currencyOf, subUnits, unitOf } from '../../../money/currencies/sub-units.ts';
import { dayNumber, type IsoDate } from '../../../money/calendar.ts';
import { maxPause } from '../../../sources/bank.ts';
import type { RateSource } from '../../../sources/rate-source.ts';
import type { Lack } from '../lack.ts';
import type { SourceDays } from '../source-files.ts';
import { groupedBy } from '../../../text/grouped-by.ts';

/** What waits of some currencies from one day to another, by code. */
export function withheldIn(
  { base, tables }: RateSource,
  codes: readonly string[],
  days: SourceDays,
  start: IsoDate,
  end = '9999',
): WithheldRates {
  const found = tables.flatMap((table) => {
    const { withheld = [], periods } = days.tables.get(table.key) ?? {};
    const within = withheld.filter(({ date }) => start <= date && date <= end);
    return codes
      .filter((code) => code !== base)
      .flatMap((code) =>
        within.flatMap(({ code: of, ...waiting }): [string, Withheld][] => {
          const isOfCode = of === null ? isQuotedNear(waiting.date, periods?.get(code), maxPause(table)) : of === code;
          return isOfCode ? [[code, waiting]] : [];
        }),
      );
  });
  return new Map(
    Array.from(
      groupedBy(found, ([code]) => code),
      ([code, waiting]) => [code, waiting.map(([, each]) => each)],
    ),
  );
}

/** Whether a date is within a period, or at most a pause after it. */
function isQuotedNear(date: IsoDate, periods: readonly Period[] = [], pause: number): boolean {
  return periods.some(([first, last]) => first <= date && dayNumber(date) - dayNumber(last) <= pause);
}

/**
 * A lack of a bank's rates, with what waits from one day to another, which may be the reason. If a request for a date has
 * no rate because some of its currencies wait, the lack is of these currencies.
 */
export function withWaiting(
  lack: Lack,
  source: RateSource,
  codes: readonly string[],
  days: SourceDays,
  { start, end }: { readonly start: IsoDate; readonly end: IsoDate },
): Lack {
  const withheld = withheldIn(source, 'code' in lack ? [lack.code] : codes, days, start, end);
  if (withheld.size === 0) return lack;
  return lack.lack === 'no_rate_near_date' ? { ...lack, codes: [...withheld.keys()], withheld } : { ...lack, withheld };
}

/** Adds what waits of requested sub-units, which is what waits of their currency. */
export function withUnits(withheld: WithheldRates, codes: readonly string[]): WithheldRates {
  const ofUnits = codes.map(unitOf).filter((code) => subUnits.has(code));
  return new Map(
    [...withheld, ...ofUnits.map((code) => [code, withheld.get(currencyOf(code)) ?? []] as const)].filter(
      ([, days]) => days.length > 0,
    ),
  );
}
