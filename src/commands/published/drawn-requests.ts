import { elsewhere } from '../../api/compat/fixer.ts';
import { frankfurterGroups } from '../../api/compat/frankfurter-v2.ts';
import { sourceNames } from '../../api/format/fields.ts';
import { addresses } from '../../api/format/paths.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { meanSteps, steps } from '../../rates/interval.ts';
import { values } from '../../rates/past-rates.ts';
import { syntheticPeriods } from '../../rates/period.ts';
import { functionRoutes } from '../../site/routing-rules.ts';
import { reachesFunction } from '../../site/rule-files.ts';

/** A request to a site, relative to its base URL. */
export interface SiteRequest {
  /** The URL path with its query. */
  readonly path: string;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS';
}

/** The values from which the parameters of requests are drawn. */
export interface DrawFrom {
  readonly codes: readonly string[];
  /** The archive's dates in ascending order. */
  readonly days: readonly string[];
  /** The days with official rates, in ascending order. */
  readonly officialDays: readonly string[];
  /**
   * Returns a random number from 0 up to 1.
   * @default Math.random
   */
  readonly random?: () => number;
}

/**
 * Draws requests of every form that callers use: all endpoints, parameters and compatibility formats, with valid and
 * invalid values. A host can't predict them.
 *
 * @param each number of requests of each form; the first is a preflight if the Function handles the path
 */
export function drawRequests(each: number, from: DrawFrom): SiteRequest[] {
  return forms.flatMap((form) => {
    const draw = new Draw(from);
    return Array.from({ length: each }, (_, index): SiteRequest => {
      const path = form(draw);
      // The next two requests are always GET. If a host responds wrongly to every GET of this form, they detect it.
      if (index === 0 && isFunctions(path)) return { path, method: 'OPTIONS' };
      return { path, method: index > 2 && draw.happens(0.2) ? 'HEAD' : 'GET' };
    });
  });
}

/** Whether the Function responds to this path. */
export function isFunctions(path: string): boolean {
  return reachesFunction(functionRoutes, path.replace(/\?.*/s, ''));
}

type Form = (draw: Draw) => string;

const forms: readonly Form[] = [
  (draw) => draw.query(addresses.conversion, draw.pair(), { amount: draw.amount() }),
  (draw) => draw.query(addresses.history, {}, { ...draw.pair(), period: draw.period() }),
  (draw) => addresses.pairDetail.replace('{pair}', draw.slug()),
  (draw) => addresses.pairHistory.replace('{pair}', draw.slug()).replace('{period}', draw.period()),
  (draw) =>
    draw.query(
      addresses.datedRates.replace('{day}', draw.day()),
      {},
      { base: draw.code(), symbols: draw.codes(), source: draw.source() },
    ),
  (draw) =>
    draw.query(
      addresses.datedRates.replace('{day}', draw.code()),
      {},
      { symbols: draw.codes(), source: draw.source() },
    ),
  (draw) =>
    draw.query(addresses.datedConversion, draw.pair(), {
      amount: draw.amount(),
      date: draw.day(),
      source: draw.source(),
    }),
  ...[addresses.pairRange, addresses.pairRangeTable].map((address): Form => (draw) => {
    const { start, end, ...source } = draw.rangeOfSource();
    return draw.query(address, { ...draw.pair(), ...source }, { start, end, every: draw.mostly(steps) });
  }),
  ...[addresses.pairRange, addresses.pairRangeTable].map((address): Form => (draw) => {
    const { start, end, ...source } = draw.rangeOfSource();
    const means = { every: draw.mostly(meanSteps), value: draw.mostly(values) };
    return draw.query(address, { ...draw.pair(), ...means, ...source }, { start, end });
  }),
  // Frankfurter v1, whose parameters have two names each: `base` or `from`, and `symbols` or `to`.
  (draw) => draw.query('/v1/latest', {}, { base: draw.code(), symbols: draw.codes(), amount: draw.amount() }),
  (draw) => draw.query(`/v1/${draw.officialDay()}`, {}, { from: draw.code(), to: draw.codes(), amount: draw.amount() }),
  (draw) => {
    const [start, end] = draw.officialRange();
    const days = `${start}..${draw.happens(0.7) ? end : ''}`;
    return draw.query(`/v1/${days}`, { symbols: draw.codes() }, { base: draw.code(), amount: draw.amount() });
  },
  () => '/v1/currencies',
  // Frankfurter v2
  (draw) => draw.query('/v2/rates', {}, { base: draw.code(), quotes: draw.codes(), date: draw.day() }),
  (draw) => {
    const [from, to] = draw.range();
    return draw.query(
      '/v2/rates',
      { from, quotes: draw.codes() },
      { base: draw.code(), to, group: draw.mostly(frankfurterGroups) },
    );
  },
  (draw) => draw.query(`/v2/rate/${draw.code()}/${draw.code()}`, {}, { date: draw.day() }),
  (draw) => draw.query('/v2/currencies', {}, { scope: 'all' }),
  (draw) => `/v2/currency/${draw.code()}`,
  // Open Exchange Rates
  ...['latest', 'historical/{day}'].map((name): Form => (draw) => {
    const flags = { show_alternative: draw.one(['true', '1', '0']), prettyprint: draw.one(['true', 'false', '0']) };
    const optional = { app_id: draw.word(), base: draw.code(), symbols: draw.codes(), ...flags };
    return draw.query(`/oxr/${name.replace('{day}', draw.day())}.json`, {}, optional);
  }),
  () => '/oxr/currencies.json',
  // Static files, whose responses don't depend on the query.
  ...fixedDocuments.map(
    ({ address }): Form =>
      (draw) =>
        draw.query(address, {}, { base: draw.code() }),
  ),
  ...['/v4', '/v6'].map(
    (root): Form =>
      (draw) =>
        `${root}/latest/${draw.code()}`,
  ),
  (draw) => `/v1/currencies/${draw.code().toLowerCase()}${draw.one(['', '.min'])}.json`,
  (draw) => draw.query('/receipt', draw.pair(), { date: draw.day() }),
  // fixer
  (draw) =>
    draw.query(
      `/api/${draw.one(['latest', draw.day(), draw.one([...elsewhere.keys()])])}`,
      {},
      { base: draw.code(), symbols: draw.codes() },
    ),
  // Paths that don't exist.
  ...['', '/api', '/api/v1', '/series', '/v1', '/v2', '/v4', '/v6', '/oxr', '/archive'].map(
    (root): Form =>
      (draw) =>
        `${root}/${draw.word()}${draw.one(['', '.json', '/'])}`,
  ),
];

/** Draws values of parameters: mostly valid values, and some invalid values. */
class Draw {
  readonly #codes: readonly string[];
  readonly #days: readonly string[];
  readonly #officialDays: readonly string[];
  readonly #random: () => number;
  /** For each list, the values not yet drawn in this round. A round draws each value of the list once. */
  readonly #left = new Map<readonly unknown[], unknown[]>();

  constructor({ codes, days, officialDays, random = Math.random }: DrawFrom) {
    this.#codes = codes;
    this.#days = days;
    this.#officialDays = officialDays;
    this.#random = random;
  }

  happens(probability: number): boolean {
    return this.#random() < probability;
  }

  one<T>(of: readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)] as T;
  }

  word(): string {
    return Array.from({ length: 4 + Math.floor(this.#random() * 6) }, () => this.one(LETTERS)).join('');
  }

  /** Draws each currency once before any currency is repeated, because a host may be wrong about only one currency. */
  code(): string {
    const code = this.happens(0.04) ? this.word().slice(0, 3).toUpperCase() : this.#inTurn(this.#codes);
    return this.happens(0.2) ? code.toLowerCase() : code;
  }

  /** Draws a value of a list. No value is drawn again before all values have been drawn. */
  #inTurn<T>(of: readonly T[]): T {
    const left = this.#left.get(of) ?? [];
    if (left.length === 0) left.push(...of);
    this.#left.set(of, left);
    return left.splice(Math.floor(this.#random() * left.length), 1)[0] as T;
  }

  /** A few codes, separated by commas. */
  codes(): string {
    return Array.from({ length: 1 + Math.floor(this.#random() * 4) }, () => this.code()).join(',');
  }

  source(): string {
    return this.happens(0.04) ? this.word() : this.one(sourceNames);
  }

  pair(): { from: string; to: string } {
    return { from: this.code(), to: this.code() };
  }

  slug(): string {
    const { from, to } = this.pair();
    const slug = `${from}-to-${to}`;
    return this.happens(0.7) ? slug.toLowerCase() : slug;
  }

  /** A random archived day. Sometimes moved by up to four days, which may not be archived, and rarely an invalid day. */
  day(): string {
    return this.#dayOf(this.#days);
  }

  officialDay(): string {
    return this.#dayOf(this.#officialDays);
  }

  #dayOf(days: readonly string[]): string {
    if (this.happens(0.03)) return this.one(['2026-02-30', '2026-13-01', '1999-01-01', this.word()]);
    const day = dayNumber(this.one(days));
    return dateOfDay(day + (this.happens(0.2) ? Math.floor(this.#random() * 9) - 4 : 0));
  }

  /** Two days, sometimes in the wrong order. */
  range(): [start: string, end: string] {
    return this.#inOrder([this.day(), this.day()]);
  }

  officialRange(): [start: string, end: string] {
    return this.#inOrder([this.officialDay(), this.officialDay()]);
  }

  /** A range of days on which a source has rates. The market is the default source. */
  rangeOfSource(): { start: string; end: string; source?: string } {
    const source = this.source();
    const [start, end] = source === 'ecb' ? this.officialRange() : this.range();
    return { start, end, ...((source !== 'market' || this.happens(0.5)) && { source }) };
  }

  #inOrder(days: [string, string]): [start: string, end: string] {
    return this.happens(0.95) ? days.sort() : days;
  }

  amount(): string {
    if (this.happens(0.03)) return this.one(['ten', '-1', '0', '1e400', '1,5']);
    const amount = 10 ** (this.#random() * 11 - 2);
    return this.happens(0.2) ? amount.toExponential(2).replace('+', '') : amount.toFixed(2);
  }

  period(): string {
    return this.happens(0.03) ? '2y' : this.one(syntheticPeriods);
  }

  /** One of these values, rarely an invalid one. */
  mostly(of: readonly string[]): string {
    return this.happens(0.03) ? this.word() : this.#inTurn(of);
  }

  /** A path with parameters. A required parameter is rarely missing, an optional parameter half of the time. */
  query(path: string, required: Record<string, string>, optional: Record<string, string>): string {
    const kept = [
      ...Object.entries(required).filter(() => this.happens(0.98)),
      ...Object.entries(optional).filter(() => this.happens(0.5)),
    ];
    return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept).toString()}`;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
