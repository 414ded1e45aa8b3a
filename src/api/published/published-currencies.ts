import { FileError } from '../../text/site-problem.ts';
import type { FrankfurterCurrencies } from '../documents/frankfurter-currencies.schema.ts';
import { paths } from '../paths.ts';
import { areTexts, isObject } from './published-files.ts';

/** Parses the list of currencies in Frankfurter's format. It must have at least today's currencies. */
export function parseCurrencyRows(list: unknown, today: Iterable<string>): FrankfurterCurrencies {
  const path = paths.frankfurterCurrencies;
  if (!Array.isArray(list) || !list.every(isRow)) throw new FileError(path, 'has no valid list of currencies');
  const listed = new Set(list.map(({ iso_code }) => iso_code));
  for (const code of today) if (!listed.has(code)) throw new FileError(path, `lacks ${code}, which has a rate today`);
  return list;
}

function isRow(value: unknown): value is FrankfurterCurrencies[number] {
  if (!isObject(value)) return false;
  const { iso_code, iso_numeric, name, symbol, start_date, end_date } = value;
  const others = [iso_numeric, start_date, end_date].filter((field) => field !== null);
  return areTexts([iso_code, name, symbol, ...others]);
}
