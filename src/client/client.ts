import { checkOptions, invalid, type Pair, pairOf } from './arguments.ts';
import { convertAt, exactAmount } from './convert.ts';
import { daySnapshot, ofConversion, restoreSnapshot } from './day-snapshot.ts';
import { findDay } from './find-day.ts';
import { pairHistory } from './pair-history.ts';
import type {
  Client,
  ConvertOptions,
  DayOptions,
  HistoryOptions,
  Options,
  RateOptions,
  SnapshotOptions,
} from './ratesheet.d.ts';
import { rateByRule } from './rate-by-rule.ts';
import { convertAll } from './rows.ts';
import { siteReader } from './site-reader.ts';

export { NoRateForDate, RatesheetError, RequestFailed, StaleRates, UnknownCurrency } from './errors.ts';

const ofDay = ['date', 'before', 'orEarlier', 'source', 'signal'] satisfies (keyof DayOptions)[];
const ofRate = [...ofDay, 'rule'] satisfies (keyof RateOptions)[];
const ofHistory = ['start', 'end', 'every', 'value', 'source', 'signal'] satisfies (keyof HistoryOptions)[];

/** Creates a client. For users, `ratesheet.d.ts` describes all methods and options. */
export function ratesheet(options: Options): Client {
  checkOptions(options, ['baseUrl', 'fetch', 'timeout', 'maxAge'] satisfies (keyof Options)[]);
  const { maxAge } = options;
  if (maxAge !== undefined && !(typeof maxAge === 'number' && maxAge >= 0)) {
    throw invalid('maxAge', maxAge, 'Use a number of days, zero or more');
  }
  const reader = siteReader(options);
  // A second reader, because it remembers each file in the form that `convertRows` needs.
  const readerOfRows = siteReader(options);

  const snapshotWith = async (pair: Pair | undefined, options: DayOptions) =>
    daySnapshot(await findDay(reader(options.signal), pair, options), maxAge);

  return {
    async rate(from, to, options = {}) {
      checkOptions(options, ofRate);
      if (options.rule !== undefined) return rateByRule(readerOfRows(options.signal), pairOf(from, to), options);
      return (await snapshotWith(pairOf(from, to), options)).rate(from, to);
    },

    convert: (async (amount: never, from: string, to: string, options: ConvertOptions = {}) => {
      checkOptions(options, [...ofRate, ...ofConversion] satisfies (keyof ConvertOptions)[]);
      exactAmount(amount);
      if (options.rule !== undefined)
        return convertAt(await rateByRule(readerOfRows(options.signal), pairOf(from, to), options), amount, {
          rounding: options.rounding,
        });
      return (await snapshotWith(pairOf(from, to), options)).convert(amount, from, to, { rounding: options.rounding });
    }) as Client['convert'],

    convertRows: (rows, options) => convertAll(readerOfRows, rows, options),

    history: (async (from: string, to: string, options: HistoryOptions = {}) => {
      checkOptions(options, ofHistory);
      return pairHistory(reader(options.signal), pairOf(from, to), options);
    }) as Client['history'],

    async snapshot(options = {}) {
      checkOptions(options, [...ofDay, 'base'] satisfies (keyof SnapshotOptions)[]);
      const { base: wanted } = options;
      const snapshot = await snapshotWith(wanted === undefined ? wanted : pairOf(wanted, wanted), options);
      const { base } = snapshot;
      // Called only to throw an error if the rates are stale.
      snapshot.rate(base, base);
      return snapshot;
    },

    restore: (data) => restoreSnapshot(data, maxAge),
  };
}
