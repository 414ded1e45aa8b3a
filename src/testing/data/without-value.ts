import type { ArchivedDay } from '../../archive/archive.ts';

/** A day without the value of a currency. */
export function withoutValue({ date, rates, units, reference }: ArchivedDay, code: string): ArchivedDay {
  const without = <Value>(values: ReadonlyMap<string, Value>) => new Map([...values].filter(([of]) => of !== code));
  const others = without(units ?? new Map<string, number>());
  return {
    ...{ date, rates: without(rates) },
    ...(others.size > 0 && { units: others }),
    ...(reference !== undefined && { reference }),
  };
}
