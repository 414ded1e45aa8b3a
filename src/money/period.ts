/** The last day of a synthetic series is this many days after its first day, so the series has 366 rates. */
export const SERIES_DAYS = 365;

/** The periods of the synthetic series in days, shortest first. A shorter period is the last part of a longer one. */
export const daysBack = { '7d': 7, '30d': 30, '90d': 90, '1y': SERIES_DAYS } as const;

export type SyntheticPeriod = keyof typeof daysBack;

export const syntheticPeriods = /* @__PURE__ */ Object.keys(daysBack) as SyntheticPeriod[];

export function pointsOf(period: SyntheticPeriod): number {
  return daysBack[period] + 1;
}
