import type { CatalogueEntry } from '../currencies/catalogue.ts';

/** A problem of a dataset, and the path of the value. */
export interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

export interface CompletenessBounds {
  /** Codes of the currencies that must have a rate. */
  readonly required: readonly string[];
  /** Maximum number of the 30 most traded currencies that may be missing. */
  readonly maxMostTraded: number;
  /** Maximum share of the catalogue that may be missing. */
  readonly maxShare: number;
}

const MOST_TRADED = 30;

/** A few currencies may lack a rate for a long time. If more currencies lack a rate, the dataset is broken. */
export const defaultCompleteness: CompletenessBounds = { required: ['USD', 'EUR'], maxMostTraded: 5, maxShare: 0.2 };

/**
 * A composed day lacks what no bank quotes, and the rates of tables that aren't published every day. It needs at least
 * half of the most traded currencies.
 */
export const composedCompleteness: CompletenessBounds = {
  required: defaultCompleteness.required,
  maxMostTraded: MOST_TRADED / 2,
  maxShare: 1,
};

/**
 * Problems if a required currency has no rate, or if too many currencies have no rate. A problem's path is the code of
 * the required currency, or empty if too many currencies have no rate.
 *
 * @param missing how messages describe a currency without a rate, such as `missing or impossible`
 */
export function completenessProblems(
  catalogue: readonly CatalogueEntry[],
  hasRate: (code: string) => boolean,
  { required, maxMostTraded, maxShare }: CompletenessBounds = defaultCompleteness,
  missing = 'missing',
): Problem[] {
  const problems: Problem[] = required
    .filter((code) => !hasRate(code))
    .map((code) => ({ path: [code], message: `${missing}, and nothing is published without this currency` }));
  const listed = catalogue.map(({ code }) => code);
  for (const [codes, max, which] of [
    [listed.slice(0, MOST_TRADED), maxMostTraded, `${MOST_TRADED} most traded currencies`],
    [listed, listed.length * maxShare, `${listed.length} currencies`],
  ] as const) {
    const without = codes.filter((code) => !hasRate(code));
    if (without.length <= max) continue;
    const message = `${without.length} of the ${which} are ${missing}, more than ${Math.floor(max)}: ${without.join(', ')}`;
    problems.push({ path: [], message });
  }
  return problems;
}
