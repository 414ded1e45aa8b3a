import { paths } from '../../api/paths.ts';
import { lastDayOfYear, officialDaysFile, officialYearFile } from '../../api/published/official-files.ts';
import { ApiError } from '../../api/error.ts';
import type { Site } from '../../api/read/site.ts';
import { perUnit } from './per-unit.ts';
import { present } from '../../text/present.ts';
import { apiAnswer } from './api-answer.ts';
import type { ReceiptQuery } from './receipt-query.ts';

/** The European Central Bank's rate of a pair for a day. */
export interface OfficialReceipt {
  /** The date of the rate: the requested day, or the last business day before. */
  readonly date: string;
  /** Units of the second currency per 1 unit of the first. */
  readonly rate: number;
  /** The bank's own numbers for the two currencies, in units per 1 EUR. */
  readonly perEuro: readonly [from: number, to: number];
  readonly path: string;
  /** Whether `date` is the day of the site's newest official rates. */
  readonly isNewest: boolean;
}

/** The official rate that the API returns for a pair; undefined if it returns an error. */
export async function findOfficial(query: ReceiptQuery, site: Site): Promise<OfficialReceipt | undefined> {
  const answer = await apiAnswer(query, site, 'ecb');
  if (answer instanceof ApiError) return undefined;
  const { from, to, rate, rate_as_of: date } = answer;
  const year = date.slice(0, 'YYYY'.length);
  const rates = lastDayOfYear(await site.read(officialYearFile(year)), date)?.rates;
  const perEuro = (code: string) => present(perUnit(code, rates), `official rate of ${code}`);
  const { last } = await site.read(officialDaysFile());
  return {
    date,
    rate,
    perEuro: [perEuro(from), perEuro(to)],
    path: paths.officialYear(year),
    isNewest: date === last,
  };
}
