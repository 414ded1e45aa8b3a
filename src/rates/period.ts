/** The periods of history, shortest first, with how many days back each one reaches. */
export const daysBack = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 } as const;

export type Period = keyof typeof daysBack;

export const periods = Object.keys(daysBack) as Period[];

/** How many days back a series reaches: the longest period, of which every other one is the tail. */
export const SERIES_DAYS = daysBack['1y'];

/** How many points a period has: both end days are included. */
export function pointsOf(period: Period): number {
  return daysBack[period] + 1;
}

export function isPeriod(text: string): text is Period {
  return Object.hasOwn(daysBack, text);
}
