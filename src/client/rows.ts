import { currencyListFile, metalsFile, todayFile } from '../api/query/market-files.ts';
import type { PublishedSite } from '../api/query/site.ts';
import { instantAt, isDate } from '../money/calendar.ts';
import { CODE } from '../money/currencies/code.ts';
import { unitOf } from '../money/currencies/sub-units.ts';
import { convertRows, type ConvertedRow as Answer } from '../spreadsheet/convert-rows.ts';
import { noteInWords } from '../spreadsheet/note.ts';
import type { Asked, Unread } from '../spreadsheet/read-rows.ts';
import { sourceOf } from '../spreadsheet/row-rates.ts';
import { termsOf } from '../spreadsheet/terms.ts';
import { checkOptions, invalid } from './arguments.ts';
import type { ConvertedRow, ConvertedRows, RowsOptions, RowToConvert } from './ratesheet.d.ts';
import type { Read } from './site-reader.ts';

const supported = ['to', 'source', 'rule', 'rounding', 'signal'] satisfies (keyof RowsOptions)[];

/** Converts rows, as the command convert-file and the page do. */
export async function convertAll(
  reader: (signal?: AbortSignal) => Read,
  rows: readonly RowToConvert[],
  options: RowsOptions,
): Promise<ConvertedRows> {
  checkOptions(options, supported);
  if (!Array.isArray(rows)) throw invalid('rows', rows, 'Use an array of objects with date, amount and currency');
  const terms = termsOf(options);
  const site = await openSite(reader(options.signal));
  const { rows: answers, summary } = await convertRows(rows.map(askedIn), terms, site);
  const [sum = '0'] = summary.sums;
  return { rows: answers.map(published), sum, converted: summary.converted };
}

/** This site, as the API's own code reads it. */
export async function openSite(read: Read): Promise<PublishedSite> {
  const readFile: PublishedSite['read'] = ({ path, parse }) => read(path, parse);
  const [list, ofMetals] = await Promise.all([readFile(currencyListFile()), readFile(metalsFile())]);
  const day = await readFile(todayFile(list, ofMetals));
  return { day, now: instantAt(Date.now()), read: readFile };
}

function askedIn({ date, amount, currency }: RowToConvert): Asked | Unread {
  if (!isDate(date)) return { note: 'unread_date' };
  const text = String(amount);
  if (!/^-?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/.test(text)) return { note: 'unread_amount' };
  // Mixed case is rejected, because GBp is a hundredth of GBP in stock exchanges' data.
  const code = /^([A-Z\d]+|[a-z\d]+|GBp)$/.test(currency) ? unitOf(currency) : '';
  return CODE.test(code) ? { date, amounts: [text], currency: code } : { note: 'unread_currency' };
}

function published({ converted: [converted], found, note }: Answer): ConvertedRow {
  return {
    converted: converted ?? null,
    rate: found?.rate ?? null,
    date: found?.date ?? null,
    source: found ? sourceOf(found) : null,
    note: note ? noteInWords(note) : null,
  };
}
