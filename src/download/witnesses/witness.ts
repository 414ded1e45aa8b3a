import { dateAt, type Instant } from '../../money/calendar.ts';
import type { CatalogueEntry } from '../../money/currencies/catalogue.ts';
import { isPossibleRate } from '../../money/rates.ts';
import { UnusableResponseError } from '../errors.ts';
import type { WitnessRate, WitnessRates } from '../../validation/compare-witnesses.ts';
import { isAhead } from '../../validation/freshness.ts';
import { readRows } from '../rows.ts';
import type { Problem } from '../../validation/completeness.ts';

/**
 * Reads a witness's response. A single impossible rate makes the whole response unusable, because other rates may be
 * wrong too.
 *
 * @throws {UnusableResponseError} listing every problem with its path
 */
export function parseWitness(answer: unknown, catalogue: readonly CatalogueEntry[], now: Instant): WitnessRates {
  const today = dateAt(now);
  const listed = new Set(catalogue.map(({ code }) => code));
  const rates = new Map<string, WitnessRate>();
  const problems: Problem[] = [];
  for (const { code, rate, asOf } of readRows(answer, today, 'response').rows) {
    if (!listed.has(code)) continue;
    const problem =
      rateProblem(code, rate) ??
      (isAhead(asOf, now) ? `has the date ${asOf}, but today is ${today}` : undefined) ??
      (rates.has(code) ? 'is duplicated' : undefined);
    if (problem === undefined) rates.set(code, { rate, asOf });
    else problems.push({ path: [code], message: problem });
  }
  if (problems.length > 0) throw new UnusableResponseError('response', problems);
  rates.delete('USD');
  return rates;
}

function rateProblem(code: string, rate: number): string | undefined {
  if (Number.isNaN(rate)) return 'isn’t a number';
  if (!isPossibleRate(rate)) return `impossible rate: ${rate} for 1 USD`;
  return code === 'USD' && rate !== 1 ? `the rate of USD must be 1, got ${rate}` : undefined;
}
