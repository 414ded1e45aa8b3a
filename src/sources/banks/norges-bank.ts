import { quoted } from '../../text/quote.ts';
import { type Bank, fileOf, type Quote } from './bank.ts';

/** Norges Bank's exchange rates. */
export const norgesBank: Bank = {
  key: 'norges-bank',
  name: 'Norges Bank',
  inSentence: 'Norges Bank',
  shortName: 'Norges',
  source: {
    name: 'Norges Bank, exchange rates',
    url: 'https://www.norges-bank.no/en/topics/Statistics/exchange_rates/',
    license: 'LicenseRef-Norges-Bank-reuse-with-attribution',
    attribution: 'Source: Norges Bank',
  },
  terms: 'Copying is allowed, if Norges Bank is named as the source and the rates aren’t changed',
  base: 'NOK',
  quotation: 'direct',
  tables: [
    {
      key: 'norges-bank',
      firstDay: '1999-01-04',
      rhythm: 'business days',
      // 15:30. The bank publishes its rates at about 16:00 Norwegian time, which is 15:00 UTC in winter.
      publishedBy: 15.5,
      daysBack: 7,
      // A response of a year has half a million bytes.
      perRequest: 366,
      url: (first, last) =>
        `https://data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csvdata&startPeriod=${first}&endPeriod=${last}`,
      is404Empty: true,
      parse: (text) => fileOf(quotesIn(text), 'NOK'),
    },
  ],
};

const columns = ['FREQ', 'BASE_CUR', 'QUOTE_CUR', 'TENOR', 'UNIT_MULT', 'TIME_PERIOD', 'OBS_VALUE'] as const;
/** The bank's indices of the krone's value, which are in the same list as the currencies. */
const indices = new Set(['I44', 'TWI']);

function* quotesIn(text: string): Generator<Quote> {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = header.split(',');
  if (!columns.every((name) => names.includes(name) && names.indexOf(name) === names.lastIndexOf(name)))
    throw new RangeError(`line 1 isn't a header: ${quoted(header, 40)}`);
  if (lines.pop() !== '') throw new RangeError('the last line is cut off');
  for (const line of lines) {
    const cells = line.split(',');
    const [frequency, code = '', base, tenor, power = '', date = '', value = ''] = columns.map(
      (name) => cells[names.indexOf(name)],
    );
    if (cells.length !== names.length) {
      yield { date, code: null, value: null };
      continue;
    }
    if (frequency !== 'B' || base !== 'NOK' || tenor !== 'SP')
      throw new RangeError(`a line isn't a daily rate in NOK: ${quoted(line, 40)}`);
    const units = /^\d$/.test(power) ? 10 ** Number(power) : NaN;
    if (!indices.has(code)) yield { date, code, value: value === '' ? null : value, units };
  }
}
