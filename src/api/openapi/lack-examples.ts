import type { Coverage } from '../../money/coverage.ts';
import { publicationTime } from '../../sources/bank.ts';
import { banks } from '../../sources/banks.ts';
import { market } from '../../sources/market.ts';
import { type ApiError, invalidRule, invalidSource, type PairCodes, ruleNotInForce } from '../error.ts';
import { missingRules } from '../../sources/rules/missing-rules.ts';
import { rules } from '../../sources/rules/rules.ts';
import { lackError } from '../lack-error.ts';

/*
 * Errors about missing rates, as examples for the documentation.
 */

/** @param pair the requested pair, whose second currency has no rate today */
export function noRateToday([base, code]: PairCodes): ApiError {
  return lackError({ lack: 'no_rate_today', codes: [code], ofOldUnit: [] }, { base, others: [code], newest: '' });
}

/** @param pair the requested pair. If its first currency is USD, only the second has no rate */
export function noRateNearDate([base, code]: PairCodes, { first }: Coverage): ApiError {
  const codes = base === market.base ? [code] : [base, code];
  const date = '2026-09-29';
  const lack = { lack: 'no_rate_near_date', source: market, codes, date, unitsOf: date, first } as const;
  return lackError(lack, { base, others: [code], newest: '' });
}

/**
 * @param newest how to request the newest rates
 * @param name the date's parameter
 */
export function futureDate(days: Coverage, newest: string, name = 'date'): ApiError {
  const date = '2999-01-01';
  const lack = { lack: 'date_out_of_range', ...days, date, is: 'future' } as const;
  return lackError(lack, { base: '', others: [], newest, dates: { [name]: date } });
}

export function noRateInRange(codes: PairCodes, { first, last }: Coverage): ApiError {
  const range = { start: '2026-08-15', end: '2026-08-20', periods: [[first, last]] } as const;
  return lackError({ lack: 'no_rate_in_range', codes, ...range }, { base: '', others: [], newest: '' });
}

/** The errors of every endpoint with the parameter `source`. */
export function sourceErrors(): ApiError[] {
  const periods = [
    ['1999-01-04', '2008-12-09'],
    ['2018-02-01', '2026-04-13'],
  ] as const;
  const lack = { lack: 'not_quoted', source: banks[0], code: 'ISK', date: '2010-06-03', periods } as const;
  return [invalidSource('boe'), lackError(lack, { base: '', others: [], newest: '' })];
}

/** The errors of every endpoint with the parameter `rule`. */
export function ruleErrors(): ApiError[] {
  const [missing] = missingRules;
  const [rule] = rules;
  const date = '2026-06-30';
  const lack = {
    ...({ lack: 'not_published_yet', source: rule.bank, date, why: 'publication' } as const),
    askAgain: publicationTime(rule.bank.tables[0], date),
  };
  return [
    ...(missing ? [invalidRule(...missing)] : []),
    ruleNotInForce(rule, '1998-06-30'),
    lackError(lack, { base: '', others: [], newest: '' }),
  ];
}
