import { z } from 'zod';
import { byPublishedOrder, type CatalogueEntry } from '../currencies/catalogue.ts';
import { dayNumber } from '../rates/calendar.ts';
import { FIRST_DAY } from '../rates/first-day.ts';
import { isPossibleRate } from '../rates/possible-rate.ts';
import type { Rates } from '../rates/snapshot.ts';
import { quote } from '../text/quote.ts';
import { type CompletenessBounds, completenessProblems, defaultCompleteness } from './completeness.ts';
import { DatasetError, type Problem } from './errors.ts';

/** A day's rates as the source gives them, checked. */
export interface Dataset {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Units per 1 USD of every currency that the catalogue lists and the dataset quotes, in the published order. */
  readonly rates: Rates;
}

/** What a dataset must meet to be used at all. */
export interface DatasetBounds extends CompletenessBounds {
  /**
   * Days that the dataset's date may lie ahead of the clock: a mirror east of UTC may publish "tomorrow".
   * @default 1
   */
  readonly daysAhead: number;
  /**
   * Whether a value that no rate can be is taken for none. It spoils the dataset otherwise.
   * @default false
   */
  readonly mayHaveBadRates: boolean;
}

/** A dataset has at least half of the currencies. How many may be missing from one that is published, validation decides. */
const atLeastHalf = { maxMostTraded: Infinity, maxShare: 0.5 };

export const defaultBounds: DatasetBounds = {
  ...atLeastHalf,
  required: defaultCompleteness.required,
  daysAhead: 1,
  mayHaveBadRates: false,
};

/** What a dataset must meet to be archived: what a past day lacks is a fact about it. */
export const archivedBounds: DatasetBounds = {
  ...atLeastHalf,
  required: ['USD'],
  daysAhead: 0,
  mayHaveBadRates: true,
};

/**
 * Checks a parsed answer of a mirror: `{"date": "YYYY-MM-DD", "usd": {"eur": 0.88, …}}`. What it quotes beyond the
 * catalogue is left alone.
 *
 * @param catalogue every supported currency, the most traded first
 * @param now the clock, ISO 8601 UTC
 * @throws {DatasetError} listing every problem with its path
 */
export function parseDataset(
  answer: unknown,
  catalogue: readonly CatalogueEntry[],
  now: string,
  bounds: DatasetBounds = defaultBounds,
): Dataset {
  const result = shapeSchema.safeParse(answer);
  if (!result.success) {
    throw new DatasetError(result.error.issues.map(({ path, message }) => ({ path: path.map(String), message })));
  }
  const { date, usd } = result.data;
  const quoted = new Map(
    catalogue.flatMap((entry) => {
      const key = entry.code.toLowerCase();
      if (!Object.hasOwn(usd, key)) return [];
      const rate = usd[key];
      return bounds.mayHaveBadRates && rateProblems(entry.code, rate).length > 0 ? [] : [[entry, rate] as const];
    }),
  );
  const problems = [
    ...dateProblems(date, now, bounds),
    ...[...quoted].flatMap(([{ code }, rate]) => rateProblems(code, rate)),
    ...missingProblems(catalogue, new Set([...quoted.keys()].map(({ code }) => code)), bounds),
  ];
  if (problems.length > 0) throw new DatasetError(problems);

  const inOrder = [...quoted].sort(([a], [b]) => byPublishedOrder(a, b));
  return { date, rates: new Map(inOrder.map(([{ code }, rate]) => [code, Number(rate)])) };
}

const shapeSchema = z.object({ date: z.iso.date(), usd: z.record(z.string(), z.unknown()) });

function dateProblems(date: string, now: string, { daysAhead }: DatasetBounds): Problem[] {
  const path = ['date'];
  if (date < FIRST_DAY) return [{ path, message: `${date} is before the dataset's first day, ${FIRST_DAY}` }];
  const today = now.slice(0, 10);
  if (dayNumber(date) - dayNumber(today) <= daysAhead) return [];
  return [{ path, message: `${date} is in the future: today is ${today}` }];
}

function rateProblems(code: string, rate: unknown): Problem[] {
  const path = ['usd', code.toLowerCase()];
  if (typeof rate !== 'number' || !Number.isFinite(rate) || rate <= 0) {
    return [{ path, message: `expected a finite positive number, got ${inWords(rate)}` }];
  }
  if (code === 'USD' && rate !== 1) return [{ path, message: `1 USD must be 1 USD, got ${rate}` }];
  if (!isPossibleRate(rate)) return [{ path, message: `no currency is worth that: ${rate} for 1 USD` }];
  return [];
}

/** A value of the answer for a message: what may be deep or long is named, or cut. */
function inWords(value: unknown): string {
  if (typeof value === 'string') return quote(value, 40);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function missingProblems(
  catalogue: readonly CatalogueEntry[],
  quoted: ReadonlySet<string>,
  bounds: DatasetBounds,
): Problem[] {
  return completenessProblems(catalogue, (code) => quoted.has(code), bounds).map(({ path, message }) => ({
    path: ['usd', ...path.map((code) => code.toLowerCase())],
    message,
  }));
}
