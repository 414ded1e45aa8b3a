import type { DatedConversion } from '../../api/endpoints/convert-on-date.schema.ts';
import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { decimalOf, parseDecimal, toNumber } from '../../money/rounding/decimal.ts';
import { COMPUTED_DIGITS } from '../../money/rounding/round.ts';
import { rules } from '../../sources/rules/rules.ts';
import { convertRows } from '../../spreadsheet/convert-rows.ts';
import type { Asked } from '../../spreadsheet/read-rows.ts';
import { type GivenTerms, termsOf } from '../../spreadsheet/terms.ts';
import { randomChoices } from '../data/random.ts';
import { memorySite } from './memory-site.ts';
import { rulesSite } from './rules-site.ts';

/** A site with the rates of all rules' banks, and the time of its requests. */
export const convertedSite = rulesSite();
export const convertedAt = '2026-09-30T06:00:00.000Z';

const sources = ['market', 'ecb', 'nbp', 'cnb', 'norges-bank', 'nbu', 'us-treasury', 'bnr'];

/** Each rule, and each source of the site. */
export const convertedBy: readonly GivenTerms[] = [
  ...rules.map(({ key }) => ({ rule: key })),
  ...sources.map((source) => ({ source, to: 'EUR' })),
];

/** Also a metal, pence, a retired currency, a currency of a weekly table, and a code of nothing. */
const codes = ['EUR', 'USD', 'PLN', 'CHF', 'JPY', 'XAU', 'GBX', 'DEM', 'AFN', 'BTC', 'XYZ'];
/** From before the site's first day until tomorrow. */
const [first, days] = [dayNumber('2025-04-20'), 530];

export function randomRows(count: number): Asked[] {
  const { below, pick } = randomChoices();
  return Array.from({ length: count }, () => ({
    date: dateOfDay(first + below(days)),
    amounts: [`${below(100_000)}.${String(below(100)).padStart(2, '0')}`],
    currency: pick(codes),
  }));
}

/** The rows whose answers differ from those of `/api/v1/convert`, and the number of rates. */
export async function compareConvertedRows(given: GivenTerms, count: number) {
  const terms = termsOf({ ...given, rounding: 'none' });
  const asked = randomRows(count);
  const site = await memorySite(convertedSite.assets, convertedAt);
  const { rows } = await convertRows(asked, terms, site);
  const different: unknown[] = [];
  let rates = 0;
  for (const [at, row] of asked.entries()) {
    const { found, converted: [converted = ''] = [] } = rows[at] ?? {};
    const expected = await answerOf(
      row,
      terms.to,
      given.rule === undefined ? `source=${terms.source}` : `rule=${given.rule}`,
    );
    const actual = found && {
      // The API rounds to 12 digits, and a file has all of them.
      result: toNumber(parseDecimal(converted) ?? decimalOf(0), COMPUTED_DIGITS),
      ...{ rate: found.rate, rate_as_of: found.date, reference: found.reference },
    };
    if (JSON.stringify(actual) !== JSON.stringify(expected)) different.push({ row, actual, expected });
    else if (actual) rates++;
  }
  return { different, rates };
}

/** What the API answers; undefined for an error. */
async function answerOf({ date, amounts: [amount], currency }: Asked, to: string, query: string) {
  const path = `/api/v1/convert?from=${currency}&to=${to}&amount=${amount ?? ''}&date=${date}&${query}`;
  const { result, rate, rate_as_of, reference } = await convertedSite.json<Partial<DatedConversion>>(path);
  return rate === undefined ? undefined : { result, rate, rate_as_of, reference };
}
