import { isoDate } from '../money/calendar.schema.ts';
import { z } from 'zod';
import { byPublishedOrder, type CatalogueEntry } from '../money/currencies/catalogue.ts';
import { dateAt, dayNumber, type Instant, type IsoDate } from '../money/calendar.ts';
import { FIRST_DAY } from '../sources/provider.ts';
import { isPossibleRate, type Rates } from '../money/rates.ts';
import { completenessProblems, type Problem, type DatasetBounds, defaultBounds } from '../validation/completeness.ts';
import { isAhead } from '../validation/freshness.ts';
import { MAX_LAG_DAYS } from '../validation/currency/bounds.ts';
import { UnusableResponseError } from './errors.ts';
import { readRows, type Row } from './rows.ts';

export interface Dataset {
  readonly date: IsoDate;
  /** Units per 1 USD of every currency in the catalogue with a possible rate in the dataset, in the published order. */
  readonly rates: Rates;
  /**
   * Whether a published dataset isn't replaced by a later edition of the same day. True for a source whose rates may
   * change all day.
   */
  readonly isFinal?: boolean;
}

/**
 * Checks a parsed response of a mirror: `{"date": "YYYY-MM-DD", "usd": {"eur": 0.88, …}}`, or another format if the
 * operator names the source. A value that can't be a rate, such as 0 or text, counts as missing, so that it never
 * blocks other currencies. Other codes are ignored.
 *
 * @throws {UnusableResponseError} listing every problem with its path
 */
export function parseDataset(
  answer: unknown,
  catalogue: readonly CatalogueEntry[],
  now: Instant,
  bounds: DatasetBounds = defaultBounds,
): Dataset {
  const read = bounds.isOwnSource && !isOwnFormat(answer) ? readOther(answer, now) : readOwn(answer);
  const { date, usd, ...others } = read;
  const rates = new Map(
    catalogue.toSorted(byPublishedOrder).flatMap(({ code }) => {
      const rate = usd.get(code.toLowerCase());
      return isRate(rate) ? [[code, rate] as const] : [];
    }),
  );
  const problems = [
    ...dateProblems(date, now, bounds),
    ...baseProblems(rates),
    ...completenessProblems(catalogue, (code) => rates.has(code), bounds, 'missing or impossible').map(inUsd),
  ];
  if (problems.length > 0) throw new UnusableResponseError('dataset', problems);
  return { date, rates, ...others };
}

/** A response, before its date and its values are checked. */
interface Read extends Pick<Dataset, 'date' | 'isFinal'> {
  /** Values by currency code in lower case. */
  readonly usd: ReadonlyMap<string, unknown>;
}

function isOwnFormat(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'usd' in answer;
}

function readOwn(answer: unknown): Read {
  const { data, error } = shapeSchema.safeParse(answer);
  if (data) return { date: data.date, usd: byCode(Object.entries(data.usd)) };
  const problems = error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
  const isOther =
    typeof answer === 'object' && answer !== null && (Array.isArray(answer) || 'rates' in answer || 'data' in answer);
  throw new UnusableResponseError('dataset', isOther ? [...problems, { path: [], message: UNNAMED_SOURCE }] : problems);
}

const UNNAMED_SOURCE = 'if the source isn’t exchange-api, name the source with --source-name';

/**
 * Reads a response in a format that a witness may have. The dataset's date is the date of the newest row. If a currency
 * has a row much older than the newest, the currency counts as missing.
 */
function readOther(answer: unknown, now: Instant): Read {
  const { rows, isDated } = readRows(answer, dateAt(now), 'dataset');
  const date = rows.reduce((newest, { asOf }) => (asOf > newest ? asOf : newest), rows[0]?.asOf ?? dateAt(now));
  const isRecent = ({ asOf }: Row) => dayNumber(date) - dayNumber(asOf) <= MAX_LAG_DAYS;
  const usd = byCode(rows.map((row) => [row.code, isRecent(row) ? row.rate : undefined]));
  return { date, usd: new Map([['usd', 1], ...usd]), isFinal: !isDated };
}

/** Values by code in lower case. If a currency has several values, it counts as missing: their order says nothing. */
function byCode(values: readonly (readonly [code: string, value: unknown])[]): Read['usd'] {
  const groups = Map.groupBy(values, ([code]) => code.toLowerCase());
  return new Map(Array.from(groups, ([code, ofCode]) => [code, ofCode.length === 1 ? ofCode[0]?.[1] : undefined]));
}

const shapeSchema = z.object({ date: isoDate, usd: z.record(z.string(), z.unknown()) });

function isRate(value: unknown): value is number {
  return typeof value === 'number' && isPossibleRate(value);
}

function dateProblems(date: IsoDate, now: Instant, { daysAhead }: DatasetBounds): Problem[] {
  const path = ['date'];
  if (date < FIRST_DAY) return [{ path, message: `${date} is before the dataset's first day, ${FIRST_DAY}` }];
  if (!isAhead(date, now, daysAhead)) return [];
  return [{ path, message: `${date} is in the future. Today is ${dateAt(now)}` }];
}

function baseProblems(rates: Rates): Problem[] {
  const usd = rates.get('USD') ?? 1;
  return usd === 1 ? [] : [{ path: ['usd', 'usd'], message: `the rate of USD must be 1, got ${usd}` }];
}

function inUsd({ path, message }: Problem): Problem {
  return { path: ['usd', ...path.map((code) => code.toLowerCase())], message };
}
