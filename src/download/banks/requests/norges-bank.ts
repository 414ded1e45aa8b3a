import { described } from '../../../text/quote.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';

/** Requests for Norges Bank's rates. */
export const norgesBank: TableRequests = {
  // A response of a year has half a million bytes.
  perRange: 366,
  asks: (first, last) => [
    `https://data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csvdata&startPeriod=${first}&endPeriod=${last}`,
  ],
  is404Empty: true,
  parse: (text) => fileOf(quotesIn(text), 'NOK'),
};

const columns = ['FREQ', 'BASE_CUR', 'QUOTE_CUR', 'TENOR', 'UNIT_MULT', 'TIME_PERIOD', 'OBS_VALUE'] as const;
/** The bank's indices of the krone's value, which are in the same list as the currencies. */
const indices = new Set(['I44', 'TWI']);

function* quotesIn(text: string): Generator<Quote> {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = header.split(',');
  if (!columns.every((name) => names.includes(name) && names.indexOf(name) === names.lastIndexOf(name)))
    throw new RangeError(`line 1 isn't a header: ${described(header)}`);
  if (lines.pop() !== '') throw new RangeError('the last line is cut off');
  for (const [index, line] of lines.entries()) {
    const cells = line.split(',');
    const [frequency, code = '', base, tenor, power = '', date = '', value = ''] = columns.map(
      (name) => cells[names.indexOf(name)],
    );
    if (cells.length !== names.length) {
      yield { date, code: null, value: null };
      continue;
    }
    if (frequency !== 'B' || base !== 'NOK' || tenor !== 'SP')
      throw new RangeError(`line ${index + 2} isn't a daily rate in NOK`);
    const units = /^\d$/.test(power) ? 10 ** Number(power) : NaN;
    if (!indices.has(code)) yield { date, code, value: value === '' ? null : value, units };
  }
}
