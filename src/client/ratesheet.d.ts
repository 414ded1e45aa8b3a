/**
 * # JavaScript client
 *
 * One ES module without dependencies, for browsers, Node.js 20 and later, Deno, Bun and Workers.
 *
 * `https://rates.example` stands for your instance.
 *
 * ## Install
 *
 * Your instance serves the module and its types. Copy both files to your project:
 *
 * ```sh
 * curl -fsS -o ratesheet.new.js https://rates.example/client/ratesheet.js &&
 *   curl -fsS -o ratesheet.new.d.ts https://rates.example/client/ratesheet.d.ts &&
 *   mv ratesheet.new.js ratesheet.js && mv ratesheet.new.d.ts ratesheet.d.ts
 * ```
 *
 * The first line of `ratesheet.js` names its version. In Node.js, your `package.json` needs `"type": "module"`.
 *
 * In a web page and in Deno, you can import the module from its URL instead. The site may serve a newer version there
 * at any time.
 *
 * ```js
 * import { ratesheet } from 'https://rates.example/client/ratesheet.js';
 * ```
 *
 * A release of Ratesheet on GitHub also has the client as an npm package. If the project's owner publishes that package
 * to npm, you can install it from there.
 *
 * ## Example
 *
 * ```js
 * import { ratesheet } from './ratesheet.js';
 *
 * const rates = ratesheet({ baseUrl: 'https://rates.example' });
 *
 * const { rate, date } = await rates.rate('EUR', 'JPY');
 * console.log(date, rate);
 *
 * const invoice = await rates.convert('1250.00', 'EUR', 'JPY', { date: '2026-09-03', orEarlier: true });
 * console.log(invoice.rounded, 'JPY at the rate of', invoice.date);
 *
 * // Official rates of a bank
 * const official = await rates.rate('EUR', 'PLN', { source: 'nbp', date: '2026-03-05' });
 * console.log(official.rate, official.reference);
 *
 * // If a bank’s rate waits because it’s in doubt, the last earlier rate is returned
 * for (const [code, days] of Object.entries(official.withheld ?? {}))
 *   for (const { date, ends_by } of days) console.log(`${code} of ${date} waits until ${ends_by} at the latest`);
 * ```
 *
 * The client reads static files, which have no request limit. Only averages aren’t in files: the site’s Pages Function
 * computes them, and its daily requests are [limited](limits.md). The client reuses a response for as long as its
 * `Cache-Control` header allows. After that, a request with its `ETag` checks whether the response has changed.
 *
 * @module
 */

/**
 * Creates a client. It sends no request until you call a method.
 *
 * @throws `RangeError` if an option is invalid
 */
export function ratesheet(options: Options): Client;

/** Options of a client. */
export interface Options {
  /**
   * URL of the site. If you pass a list, the client tries the URLs in order until a request succeeds. After an error
   * such as `UnknownCurrency`, it doesn’t try the next URL, because each URL would return the same error. The list may
   * end with a mirror of the site, such as `https://owner.github.io/ratesheet`. A mirror has only files, so it has
   * everything except averages.
   */
  readonly baseUrl: string | readonly string[];
  /** Function to use instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Time limit for each request, in milliseconds. 10,000 by default. */
  readonly timeout?: number | undefined;
  /**
   * Maximum age of today’s rates: the number of days from their date to the current date in UTC. For older rates,
   * methods throw `StaleRates`. With `Infinity`, rates of any age are accepted. If you omit `maxAge`, methods throw
   * `StaleRates` for rates that are stale (see the field `stale` of `Rate`).
   */
  readonly maxAge?: number | undefined;
}

/**
 * A client. Currency codes may be in upper or lower case, but not mixed, because exchanges use `GBp` for pence. If an
 * argument is invalid, or an option has an unknown name, a method throws a `RangeError` and sends no request. If the
 * site has no rates of the source, the `RangeError` lists the sources that it has.
 */
export interface Client {
  /**
   * Returns the rate of a pair, today’s by default.
   *
   * @throws `UnknownCurrency`, `NoRateForDate`, `StaleRates` or `RequestFailed`
   */
  rate(from: string, to: string, options?: RateOptions): Promise<Rate>;
  /**
   * Converts an amount. If the amount is a number, the results are numbers. If it’s a decimal string, such as
   * `'12.50'` or `'-3'`, they are exact decimal strings.
   *
   * @throws the errors of `rate`, or `RangeError` if the amount isn’t a decimal number or the result is too large
   */
  convert(amount: number, from: string, to: string, options?: ConvertOptions): Promise<Conversion<number>>;
  convert(amount: string, from: string, to: string, options?: ConvertOptions): Promise<Conversion<string>>;
  /**
   * Converts rows, such as those of a spreadsheet, each at the rate of its date. The rates are those of a source, or those
   * that a rule asks for, as in `/api/v1/convert`. It requests one static file for each table and year of a bank, or for
   * each currency of `market`. If a row has no rate, its `note` says why, and the other rows are converted.
   *
   * @throws `RangeError` if an option is invalid, or `RequestFailed`
   */
  convertRows(rows: readonly RowToConvert[], options: RowsOptions): Promise<ConvertedRows>;
  /**
   * Returns the past rates of a pair in ascending order, or their averages if `value` is `mean`.
   *
   * @throws `UnknownCurrency`, `NoRateForDate` if the range has no rates, or `RequestFailed`
   */
  history(from: string, to: string, options: AverageOptions): Promise<Average[]>;
  history(from: string, to: string, options?: HistoryOptions): Promise<DatedRate[]>;
  /**
   * Returns a snapshot: all rates of a day. With a snapshot, you can convert any number of amounts without a network.
   * To save a snapshot, use `JSON.stringify`. A snapshot has a metal, such as gold (XAU), only as its base.
   *
   * @throws the errors of `rate`
   */
  snapshot(options?: SnapshotOptions): Promise<Snapshot>;
  /**
   * Restores a snapshot from its parsed JSON, without a network.
   *
   * @throws `TypeError`, `RangeError` or `UnknownCurrency` if the data isn’t a snapshot
   */
  restore(data: SnapshotData): Snapshot;
}

/**
 * Where rates come from: `market` is the daily dataset, and other sources are banks that publish official rates. Use the
 * bank’s key in `/api/v1/sources`, such as `nbp`.
 */
export type Source = string;

/** Which day’s rates to use. */
export interface DayOptions {
  /** Date, `YYYY-MM-DD`. Without a date, today’s rates are used. */
  readonly date?: string | undefined;
  /**
   * Date, `YYYY-MM-DD`. The last rates that are strictly earlier are used, with the limits of `orEarlier`. It can’t be
   * combined with `date` and `orEarlier`.
   */
  readonly before?: string | undefined;
  /**
   * Whether to use an earlier rate if the date has no rate. It’s up to seven days old, or as many days as `days_back` of
   * a bank’s table in `/api/v1/sources` says. If a currency was redenominated since then, its earlier rates don’t count.
   */
  readonly orEarlier?: boolean | undefined;
  /** Source of the rates. `market` by default. */
  readonly source?: Source | undefined;
  /** Signal to stop waiting. The method then throws the signal’s reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A rate. */
export interface Rate {
  readonly from: string;
  readonly to: string;
  /** Units of `to` per 1 unit of `from`, rounded to 12 significant digits. It’s the number that the API returns. */
  readonly rate: number;
  /** Date of the rate, `YYYY-MM-DD`. If the rates of the two currencies have different dates, the older date. */
  readonly date: string;
  /**
   * For `market`, true if today’s rate is more than two days old, or if the site reported that its rates are stale. For
   * a bank, true if the bank’s newest day is older than its `days_back` in `/api/v1/sources`, which is seven days for
   * most banks. Always false if you passed `date`.
   */
  readonly stale: boolean;
  /** Source of the rate. */
  readonly source: Source;
  /**
   * Number of the bank’s table, such as `041/A/NBP/2026`. If the two currencies are from different tables, both numbers,
   * as in `041/A/NBP/2026, 009/B/NBP/2026`. Omitted if the source’s tables have no numbers.
   */
  readonly reference?: string;
  /**
   * Days for which the bank’s rate of a currency of the pair waits, because it’s in doubt, by code. They are from the day
   * of this rate to the requested day, so this may be why the rate is of an earlier day. Omitted if nothing waits.
   */
  readonly withheld?: Readonly<Record<string, readonly Withheld[]>>;
}

/** A day for which a bank’s rate waits. */
export interface Withheld {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Why the rate waits. The guide to [data quality](data-quality.md#corrections-and-doubts) has each case. */
  readonly reason: 'implausible' | 'contradicted' | 'unreadable' | 'many_values' | 'unconfirmed' | 'incomplete';
  /** Date by which the rate is published, or counts as not quoted, if the bank’s file stays the same. */
  readonly ends_by: string;
}

/** Options of a rate. */
export interface RateOptions extends DayOptions {
  /**
   * Rule that chooses the bank and the day of the rate from `date`, such as `pl-vat`. `/api/v1/rules` lists the rules. It
   * isn’t advice, and can’t be combined with `source`, `before` and `orEarlier`.
   */
  readonly rule?: string | undefined;
}

/** Options of a conversion. */
export interface ConvertOptions extends RateOptions, Rounding {}

/** How to round an amount that is exactly halfway, such as 0.125 EUR. */
export interface Rounding {
  /** `half-even` rounds to the even digit, and is the default. `half-up` rounds away from zero. */
  readonly rounding?: 'half-even' | 'half-up' | undefined;
}

/** A converted amount. `Amount` is the type of the amount that you passed: `number` or `string`. */
export interface Conversion<Amount extends number | string> extends Rate {
  readonly amount: Amount;
  /** Amount × rate. A string is exact, and a number is rounded to 12 significant digits. */
  readonly result: Amount;
  /**
   * Amount × rate, rounded to the currency’s decimal places in ISO 4217: `'12.50'` in EUR, or `'13'` in JPY. Troy
   * ounces of metals have four decimal places. Null for crypto assets, which aren’t in ISO 4217.
   */
  readonly rounded: Amount | null;
  /** `rounded` in minor units, such as cents: `'1250'` for `'12.50'` in EUR. */
  readonly minor: Amount | null;
}

/** A row to convert. */
export interface RowToConvert {
  /** Day of the row, `YYYY-MM-DD`. */
  readonly date: string;
  /** A decimal number. Use a string to keep all its digits. */
  readonly amount: string | number;
  /** Code of the amount’s currency, such as `USD`, or `GBp` for pence. */
  readonly currency: string;
}

/** How rows are converted. */
export interface RowsOptions {
  /** Code of the currency to convert to. With a `rule`, it can be omitted. */
  readonly to?: string | undefined;
  /** Source of the rates. `market` by default. If a day has no rate, an earlier one counts, as with `orEarlier`. */
  readonly source?: Source | undefined;
  /**
   * Rule that chooses the bank and the day of each rate, such as `pl-vat`. `/api/v1/rules` lists the rules. It isn’t
   * advice, and can’t be combined with `source`.
   */
  readonly rule?: string | undefined;
  /**
   * How converted amounts are rounded to the currency’s decimal places: as in `Rounding`, or not at all with `none`.
   * `rule` rounds as the rule says, and is the default for rules with `rounding` in `/api/v1/rules`. For others, it’s
   * `half-even`.
   */
  readonly rounding?: 'half-even' | 'half-up' | 'none' | 'rule' | undefined;
  /** Signal to stop waiting. The method then throws the signal’s reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Converted rows. */
export interface ConvertedRows {
  /** The rows’ answers, in the order of the rows. */
  readonly rows: readonly ConvertedRow[];
  /** Sum of the converted amounts, as an exact decimal string. */
  readonly sum: string;
  /** Number of rows with a rate. */
  readonly converted: number;
}

/** A row’s answer. */
export interface ConvertedRow {
  /** The converted amount, as a decimal string. Null if the row has no rate. */
  readonly converted: string | null;
  /** Units of the target currency per 1 unit of the row’s currency, or null. */
  readonly rate: number | null;
  /** Day of the rate, `YYYY-MM-DD`, or null. */
  readonly date: string | null;
  /** The bank’s name, with the number of its table if it has one, or `market`. Null if the row has no rate. */
  readonly source: string | null;
  /** Why the row has no rate, or that a later rate waits. Otherwise null. */
  readonly note: string | null;
}

/** A range of past rates. */
export interface HistoryOptions {
  /** First day, `YYYY-MM-DD`. By default, a year before the last day. */
  readonly start?: string | undefined;
  /** Last day, `YYYY-MM-DD`. By default, the newest day with rates. */
  readonly end?: string | undefined;
  /** Interval between rates. `day` by default. */
  readonly every?: 'day' | 'week' | 'month' | 'quarter' | 'year' | undefined;
  /** `last` is the last rate of each interval, and is the default. */
  readonly value?: 'last' | undefined;
  /** Source of the rates. `market` by default. */
  readonly source?: Source | undefined;
  /** Signal to stop waiting. The method then throws the signal’s reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A range of averages, which the Pages Function computes. */
export interface AverageOptions extends Omit<HistoryOptions, 'every' | 'value'> {
  /** Interval of each average. */
  readonly every: 'month' | 'quarter' | 'year';
  readonly value: 'mean';
}

/**
 * A past rate, in the units of its day. If a currency was redenominated in the range, as
 * [Redenominations](data-quality.md#redenominations) describes, earlier and later rates can’t be compared.
 */
export interface DatedRate {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly rate: number;
}

/** The average of an interval. If a unit of money changes within the interval, it has an average of each part. */
export interface Average extends DatedRate {
  /** First averaged day. `date` is the last averaged day. */
  readonly first_date: string;
  /** Number of averaged days. */
  readonly days: number;
  /**
   * True if the interval lies between the source’s first and last day, and the average includes every day of the
   * interval on which the source has rates.
   */
  readonly complete: boolean;
}

/** Which rates a snapshot has. */
export interface SnapshotOptions extends DayOptions {
  /** Currency that `rates` are relative to. By default the currency that the source quotes: USD for `market`. */
  readonly base?: string | undefined;
}

/** All rates of a day. */
export interface Snapshot {
  readonly base: string;
  /** Date of the rates, `YYYY-MM-DD`. */
  readonly date: string;
  /**
   * Whether the rates are stale. Each time you read this field, it’s computed for the current date. Always false if you
   * passed `date`.
   */
  readonly stale: boolean;
  readonly source: Source;
  /** Units of each currency per 1 unit of the base, by code. A currency that was redenominated since then is omitted. */
  readonly rates: Readonly<Record<string, number>>;
  /**
   * Date of each held rate, by code. Other rates have the snapshot’s date. A rate that a bank publishes once a week is
   * held on the other days.
   */
  readonly held: Readonly<Record<string, string>>;
  /** Days for which the bank’s rates wait, by code. Empty if nothing waits, and for `market`. */
  readonly withheld: Readonly<Record<string, readonly Withheld[]>>;
  /**
   * Returns the rate of a pair.
   *
   * @throws `UnknownCurrency`, `NoRateForDate`, or `StaleRates` if today’s rates have become stale
   */
  rate(from: string, to: string): Rate;
  /**
   * Converts an amount.
   *
   * @throws the errors of `rate`, or `RangeError` if the amount isn’t a decimal number or the result is too large
   */
  convert(amount: number, from: string, to: string, options?: Rounding): Conversion<number>;
  convert(amount: string, from: string, to: string, options?: Rounding): Conversion<string>;
  /** Returns the data for `restore`. `JSON.stringify` calls this method. */
  toJSON(): SnapshotData;
}

/** A snapshot as JSON. */
export interface SnapshotData {
  readonly base: string;
  readonly date: string;
  /** Whether `date` was passed to `snapshot`. If so, the rates never become stale. */
  readonly dated: boolean;
  /** Whether the site reported that its rates are stale. */
  readonly stale: boolean;
  /** Today’s rates that are older than this number of days are stale. */
  readonly staleAfter: number;
  readonly source: Source;
  /**
   * How the source quotes: `indirect` is units of each currency per 1 unit of the quoted currency, and `direct` is units
   * of the quoted currency per 1 unit of each currency.
   */
  readonly quotation: 'indirect' | 'direct';
  /** Codes of the currencies that the source quotes in the other direction. */
  readonly quotedInversely: readonly string[];
  readonly held: Readonly<Record<string, string>>;
  /** Number of the table that each rate is from, by code. Empty if the source’s tables have no numbers. */
  readonly references: Readonly<Record<string, string>>;
  /** Rates by code, unrounded, as the source quotes them for 1 unit. */
  readonly perUnit: Readonly<Record<string, number>>;
  readonly withheld: Readonly<Record<string, readonly Withheld[]>>;
}

/** Base class of the client’s errors. */
export class RatesheetError extends Error {
  protected constructor(...details: never);
}

/** The site has no rates of a currency, or a snapshot of today’s rates lacks the currency. */
export class UnknownCurrency extends RatesheetError {
  readonly currency: string;
  /** Code of the currency that replaced `currency`. Undefined if `currency` isn’t a retired currency. */
  readonly successor: string | undefined;
}

/** A pair has no rate on the requested date, in the requested range, or in a snapshot of a past day. */
export class NoRateForDate extends RatesheetError {
  readonly from: string;
  readonly to: string;
  /**
   * The requested date, the snapshot’s day, or the first day of the range. Undefined if the pair has no rate today.
   */
  readonly date: string | undefined;
}

/** Today’s rates are stale, or older than `maxAge` allows. */
export class StaleRates extends RatesheetError {
  /** Date of the rates. */
  readonly date: string;
}

/** No base URL returned a usable response. The message and `cause` are about the last base URL. */
export class RequestFailed extends RatesheetError {
  readonly url: string;
  /** HTTP status. Undefined if there was no response. */
  readonly status: number | undefined;
  /** The API’s error code, such as `rates_unavailable`. Undefined if the response isn’t an error of the API. */
  readonly code: string | undefined;
}
