import { allFormats } from '../../api/compat/formats.ts';
import { market } from '../../api/source-fields.ts';
import { present } from '../../text/present.ts';
import { ratesPaths } from '../../api/compat/format-files.ts';
import { fixedDocuments } from '../../api/documents/fixed-documents.ts';
import type { Endpoint } from '../../api/declaration/endpoint.ts';
import type { Format } from '../../api/declaration/format.ts';
import type { Parameter } from '../../api/declaration/parameters.ts';
import { requestAddress } from '../../api/request-address.ts';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { meanSteps } from '../../rates/interval.ts';
import { isMetered } from '../routing-rules.ts';

/** A request to a site, relative to its base URL. */
export interface SiteRequest {
  /** The URL path with its query. */
  readonly path: string;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS';
}

/** The values from which the parameters of requests are chosen. */
export interface RandomValues {
  readonly codes: readonly string[];
  /** The days with rates of each source, in ascending order, by the value of the parameter `source`. */
  readonly days: ReadonlyMap<string, readonly string[]>;
  /**
   * Returns a random number from 0 up to 1.
   * @default Math.random
   */
  readonly random?: () => number;
}

/**
 * Returns random requests of every form that callers use: all endpoints, parameters and compatibility formats, with valid and
 * invalid values. A host can't predict them.
 *
 * @param each number of requests of each form; the first is a preflight if the Function handles the path
 */
export function randomRequests(each: number, from: RandomValues): SiteRequest[] {
  return forms.flatMap((form) => {
    const random = new RandomRequest(from);
    return Array.from({ length: each }, (_, index): SiteRequest => {
      const path = form(random);
      // The next two requests are always GET. If a host responds wrongly to every GET of this form, they detect it.
      if (index === 0 && isMetered(path)) return { path, method: 'OPTIONS' };
      return { path, method: index > 2 && random.happens(0.2) ? 'HEAD' : 'GET' };
    });
  });
}

type Form = (random: RandomRequest) => string;

const forms: readonly Form[] = [
  ...allFormats.flatMap(formsOf),
  // Static files, whose responses don't depend on the query.
  ...fixedDocuments.map(
    ({ address }): Form =>
      (random) =>
        `${address}?base=${random.code()}`,
  ),
  (random) => `/${ratesPaths.exchangeRateApi(random.code())}`,
  (random) => `/v4/latest/${random.code()}`,
  (random) => `/${ratesPaths.exchangeApi(random.code())}`,
  (random) => `/v1/currencies/${random.code().toLowerCase()}.min.json`,
  (random) => `/receipt?from=${random.code()}&to=${random.code()}`,
  // Paths that don't exist.
  ...['', '/archive', ...allFormats.flatMap(({ roots }) => roots)].map(
    (root): Form =>
      (random) =>
        `${root}/${random.word()}${random.one(['', '.json', '/'])}`,
  ),
];

/** A form for each endpoint. The endpoints that only return errors have one form together. */
function formsOf({ endpoints, errorSchema }: Format): Form[] {
  const isError = ({ schema }: Endpoint) => schema === errorSchema;
  const errors = endpoints.filter(isError);
  return [...endpoints.filter((endpoint) => !isError(endpoint)).map((endpoint) => [endpoint]), errors]
    .filter((alike) => alike.length > 0)
    .map(
      (alike): Form =>
        (random) =>
          random.request(random.one(alike)),
    );
}

/** A random request: mostly valid values of parameters, and some invalid values. */
class RandomRequest {
  readonly #from: RandomValues;
  /** For each list, the values not yet drawn in this round. A round draws each value of the list once. */
  readonly #left = new Map<readonly unknown[], unknown[]>();
  /** The sources with rates. Requests for others would only return errors. */
  readonly #sources: readonly string[];

  constructor(from: RandomValues) {
    this.#from = from;
    this.#sources = [...from.days.keys()];
  }

  #random(): number {
    return (this.#from.random ?? Math.random)();
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
    const code = this.happens(0.04) ? this.word().slice(0, 3).toUpperCase() : this.#inTurn(this.#from.codes);
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

  slug(): string {
    const slug = `${this.code()}-to-${this.code()}`;
    return this.happens(0.7) ? slug.toLowerCase() : slug;
  }

  /** A random day. Sometimes moved by up to four days, which may have no rates, and rarely an invalid day. */
  #dayOf(days: readonly string[]): string {
    if (this.happens(0.03)) return this.one(['2026-02-30', '2026-13-01', '1999-01-01', this.word()]);
    const day = dayNumber(this.one(days));
    return dateOfDay(day + (this.happens(0.2) ? Math.floor(this.#random() * 9) - 4 : 0));
  }

  amount(): string {
    if (this.happens(0.03)) return this.one(['ten', '-1', '0', '1e400', '1,5']);
    const amount = 10 ** (this.#random() * 11 - 2);
    return this.happens(0.2) ? amount.toExponential(2).replace('+', '') : amount.toFixed(2);
  }

  /** One of these values, rarely an invalid one. */
  mostly(of: readonly string[]): string {
    return this.happens(0.03) ? this.word() : this.#inTurn(of);
  }

  /**
   * A request to an endpoint. A required parameter is rarely missing, an optional parameter half of the time. A choice
   * is usually given, because it changes the response. So is a list of currencies for a range, because a range of all
   * currencies is often too large.
   */
  request({ path, parameters, apart = [[]], datesOf }: Endpoint): string {
    const group = this.one(apart);
    const others = new Set(apart.flat().filter((name) => !group.includes(name)));
    const hasRange = Object.values(parameters).some(({ kind }) => kind === 'start');
    const chosen = Object.entries(parameters).filter(([name, { kind, isRequired }]) => {
      // The clients of an API with keys always send a key.
      if (kind === 'key' || (isRequired && path.includes(`{${name}}`))) return true;
      const isUsual = isRequired ?? (name === group[0] || (hasRange && kind === 'codes'));
      return !others.has(name) && this.happens(isUsual ? 0.98 : kind === 'choice' ? 0.8 : 0.5);
    });
    const sourceName = chosen.some(([name]) => name === 'source') ? this.mostly(this.#sources) : datesOf;
    const days = this.#from.days.get(sourceName ?? market) ?? present(this.#from.days.get(market), 'days');
    const [start, end] = this.#inOrder([this.#dayOf(days), this.#dayOf(days)]);
    const values = new Map(chosen.map(([name, parameter]) => [name, this.#value(parameter, { days, start, end })]));
    if (values.has('source')) values.set('source', sourceName ?? '');
    // Only longer intervals have averages.
    if (values.get('value') === 'mean') values.set('every', this.mostly(meanSteps));
    return requestAddress(path, values);
  }

  #value(
    { kind, choices = [] }: Parameter,
    { days, start, end }: { days: readonly string[]; start: string; end: string },
  ) {
    switch (kind) {
      case 'code':
        return this.code();
      case 'codes':
        return this.codes();
      case 'pair':
        return this.slug();
      case 'date':
        return this.#dayOf(days);
      case 'start':
        return start;
      case 'end':
        return end;
      case 'amount':
        return this.amount();
      case 'text':
        return this.word();
      case 'choice':
        return this.mostly(choices);
      case 'year':
      case 'key':
        return this.word();
    }
  }

  #inOrder(days: [string, string]): [start: string, end: string] {
    return this.happens(0.95) ? days.sort() : days;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
