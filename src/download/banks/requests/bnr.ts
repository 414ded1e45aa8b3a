import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';
import { readXml } from '../reading/xml.ts';

/** Requests for Banca Națională a României's rates: a file for each year. */
export const bnr: TableRequests = {
  perRange: 'a calendar year',
  asks: (first) => [`https://curs.bnr.ro/files/xml/years/nbrfxrates${first.slice(0, 'YYYY'.length)}.xml`],
  // Until the first business day of a year, its file may be missing.
  is404Empty: true,
  parse: (text) => fileOf(quotesIn(text), 'RON'),
};

/**
 * Until the first business day of a year, its file may also be empty, or have no days. Whoever takes over the days
 * decides whether the year can be without days.
 */
function quotesIn(text: string): Quote[] {
  const quotes: Quote[] = [];
  if (text.trim() === '') return quotes;
  let isOfBank = false;
  readXml(text, ({ name, attributes, text }, [parent, ...others]) => {
    if (name === 'OrigCurrency') {
      if (text.trim() !== 'RON') throw new RangeError('the response has rates in another currency than RON');
      isOfBank = true;
    }
    if (name === 'Rate' && parent?.name === 'Cube') {
      const { currency = null, multiplier = '1' } = attributes;
      const units = /^\d+$/.test(multiplier) ? Number(multiplier) : NaN;
      quotes.push({ date: dateOf(parent.attributes), code: currency, value: text.trim(), units });
    }
    const isEmptyDay = name === 'Cube' && quotes.at(-1)?.date !== dateOf(attributes);
    if (isEmptyDay) quotes.push({ date: dateOf(attributes), code: null, value: null });
    // Servers have answered with their home page, which may be complete XML.
    const isWhole = others.length === 0 && parent === undefined;
    if (isWhole && !(name === 'DataSet' && isOfBank)) throw new RangeError('the response isn’t a list of rates in RON');
  });
  return quotes;
}

function dateOf({ date = '' }: Readonly<Record<string, string>>): string {
  return date;
}
