import { invalid, pairOf } from './arguments.ts';
import { daySnapshot, restoreSnapshot } from './day-snapshot.ts';
import { findDay } from './find-day.ts';
import { pairHistory } from './pair-history.ts';
import type { Client, ConvertOptions, DayOptions, HistoryOptions, Options } from './ratesheet.d.ts';
import { siteReader } from './site-reader.ts';

export { NoRateForDate, RatesheetError, RequestFailed, StaleRates, UnknownCurrency } from './errors.ts';

/** Creates a client. For users, `ratesheet.d.ts` describes all methods and options. */
export function ratesheet(options: Options): Client {
  const { maxAge } = options;
  if (!(maxAge === undefined || maxAge >= 0)) throw invalid('maxAge', maxAge, 'Use days');
  const reader = siteReader(options);

  const snapshotWith = async (from: string, to: string, options: DayOptions) => {
    const [base, other] = pairOf(from, to);
    return daySnapshot(await findDay(reader(options.signal), [base, other], options), base, maxAge);
  };

  return {
    rate: async (from, to, options = {}) => (await snapshotWith(from, to, options)).rate(from, to),

    convert: (async (amount: never, from: string, to: string, options: ConvertOptions = {}) =>
      (await snapshotWith(from, to, options)).convert(amount, from, to, options)) as Client['convert'],

    history: (async (from: string, to: string, options: HistoryOptions = {}) =>
      pairHistory(reader(options.signal), pairOf(from, to), options)) as Client['history'],

    async snapshot(options = {}) {
      const base = options.base ?? (options.source === 'ecb' ? 'EUR' : 'USD');
      const snapshot = await snapshotWith(base, base, options);
      // Called only to throw an error if the rates are stale.
      snapshot.rate(base, base);
      return snapshot;
    },

    restore: (data) => restoreSnapshot(data, maxAge),
  };
}
