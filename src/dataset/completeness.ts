import type { CatalogueEntry } from '../currencies/catalogue.ts';
import type { Problem } from './errors.ts';

/** How complete rates must be to be published. */
export interface CompletenessBounds {
  /**
   * How many of the most traded currencies must all be there.
   * @default 30
   */
  readonly mostTraded: number;
  /**
   * The share of the catalogue that may be missing.
   * @default 0.05
   */
  readonly missingShare: number;
}

export const defaultCompleteness: CompletenessBounds = { mostTraded: 30, missingShare: 0.05 };

/**
 * What is missing from rates where it may not be. A problem's path is the currency's code, or empty for all of the rates.
 *
 * @param catalogue every supported currency, the most traded first
 * @param hasRate whether there is a rate of a currency, by its code
 */
export function completenessProblems(
  catalogue: readonly CatalogueEntry[],
  hasRate: (code: string) => boolean,
  { mostTraded, missingShare }: CompletenessBounds = defaultCompleteness,
): Problem[] {
  const missing = catalogue.filter(({ code }) => !hasRate(code));
  const problems: Problem[] = missing
    .filter((entry) => catalogue.indexOf(entry) < mostTraded)
    .map(({ code }) => ({
      path: [code],
      message: `missing, and one of the ${mostTraded} most traded currencies`,
    }));
  if (missing.length > catalogue.length * missingShare) {
    problems.push({
      path: [],
      message:
        `${missing.length} of ${catalogue.length} currencies are missing, more than ${missingShare * 100}%: ` +
        missing.map(({ code }) => code).join(', '),
    });
  }
  return problems;
}
