import type { IsoDate } from '../../money/calendar.ts';
import type { ArchivedDay } from '../../archive/archive.ts';
import { describe, expect, it } from 'vitest';
import { archiveFiles } from '../documents/archive-files.ts';
import { readToday } from '../query/market-files.ts';
import { undoubted } from '../../archive/official-rates.ts';
import { documentsOf } from '../../testing/sites/served.ts';
import { fewDays, recordedOfficial } from '../../testing/sites/small-site.ts';
import { findBankReceipt } from './official-receipt.ts';
import { commandsFor } from '../../pages/receipt/receipt-commands.ts';
import { requestOf } from './receipt-query.ts';
import { officialInWords, quoteInWords } from './receipt-words.ts';
import { siteOver } from './site-over.ts';
import { LoadError } from './unreadable.ts';

/** A day of a bank's table. A code such as `100 HUF` has the bank's number for 100 units. */
function day(date: IsoDate, numbers: Readonly<Record<string, string>>, reference?: string): ArchivedDay {
  const columns = Object.entries(numbers).map(([name, number]) => {
    const [code = '', units = '1'] = name.split(' ').reverse();
    return { code, units: Number(units), rate: Number(`${number}e-${units.length - 1}`) };
  });
  const units = columns.filter((column) => column.units !== 1);
  return {
    date,
    rates: new Map(columns.map(({ code, rate }) => [code, rate])),
    ...(units.length > 0 && { units: new Map(units.map((column) => [column.code, column.units])) }),
    ...(reference !== undefined && { reference }),
  };
}

const official = new Map([
  ...recordedOfficial,
  [
    'nbp',
    undoubted([
      day('2025-12-31', { EUR: '4.2267', USD: '3.6016' }, '252/A/NBP/2025'),
      day('2026-01-02', { EUR: '4.2239', '100 HUF': '1.1001', USD: '3.6' }, '001/A/NBP/2026'),
      day('2026-01-05', { EUR: '4.2201', '100 HUF': '1.0999', USD: '3.61' }, '002/A/NBP/2026'),
    ]),
  ],
  ['nbp-b', undoubted([day('2025-12-31', { AFN: '0.0543' }, '053/B/NBP/2025')])],
  ['fed-h10', undoubted([day('2026-01-02', { EUR: '1.1604', GBP: '1.3364', JPY: '157.69' })])],
  ['cnb', undoubted([day('2026-01-02', { EUR: '24.155', '100 HUF': '6.293' }), day('2026-01-05', { EUR: '24.18' })])],
] as const);
const files = new Map(
  documentsOf({ archive: archiveFiles(fewDays.archive, [], official) }).map(({ path, body }) => [path, body]),
);
const today = await readToday((path) => Promise.resolve(files.get(path) ?? expect.fail(path)));

function siteWithout(...absent: readonly string[]) {
  return siteOver(today, '2026-09-30T12:00:00.000Z', (path) => {
    const text = absent.includes(path) ? undefined : files.get(path);
    return text === undefined ? Promise.reject(LoadError.missing(path)) : Promise.resolve(text);
  });
}

const find = (source: string, from: string, to: string, date: IsoDate) =>
  findBankReceipt({ from, to, date, source }, siteWithout());

describe('receipt of an official rate', () => {
  it.each([
    [
      'has the rate of the requested day',
      ['ecb', 'USD', 'GBP', '2025-12-05'],
      '1 USD = 0.749420352082 GBP on 2025-12-05.',
      '0.8727 (GBP per 1 EUR) ÷ 1.1645 (USD per 1 EUR) = 0.749420352082, rounded to 12 significant digits',
      ['1 EUR = 1.1645 USD, 2025-12-05', '1 EUR = 0.8727 GBP, 2025-12-05'],
    ],
    [
      'has the rate of the last day of the old year on New Year’s Day',
      ['nbp', 'EUR', 'PLN', '2026-01-01'],
      '1 EUR = 4.2267 PLN on 2025-12-31, the last official rate before 2026-01-01.',
      '4.2267 (PLN per 1 EUR) ÷ 1 (PLN per 1 PLN) = 4.2267, rounded to 12 significant digits',
      ['1 EUR = 4.2267 PLN, table 252/A/NBP/2025 of 2025-12-31'],
    ],
    [
      'has the newest rate some days later',
      ['nbp', 'PLN', 'USD', '2026-01-12'],
      '1 PLN = 0.277008310249 USD on 2026-01-05, the newest official rate on this site.',
      '1 (PLN per 1 PLN) ÷ 3.61 (PLN per 1 USD) = 0.277008310249, rounded to 12 significant digits',
      ['1 USD = 3.61 PLN, table 002/A/NBP/2026 of 2026-01-05'],
    ],
    [
      'has the bank’s numbers for 100 units, and computes with the rates for 1 unit',
      ['nbp', 'HUF', 'EUR', '2026-01-05'],
      '1 HUF = 0.00260633634274 EUR on 2026-01-05.',
      '0.010999 (PLN per 1 HUF) ÷ 4.2201 (PLN per 1 EUR) = 0.00260633634274, rounded to 12 significant digits',
      [
        '100 HUF = 1.0999 PLN, table 002/A/NBP/2026 of 2026-01-05',
        '1 EUR = 4.2201 PLN, table 002/A/NBP/2026 of 2026-01-05',
      ],
    ],
    [
      'has the older date if one of the currencies has weekly rates',
      ['nbp', 'EUR', 'AFN', '2026-01-05'],
      '1 EUR = 77.7182320442 AFN on 2025-12-31, the newest official rate on this site.',
      '4.2201 (PLN per 1 EUR) ÷ 0.0543 (PLN per 1 AFN) = 77.7182320442, rounded to 12 significant digits',
      [
        '1 EUR = 4.2201 PLN, table 002/A/NBP/2026 of 2026-01-05',
        '1 AFN = 0.0543 PLN, table 053/B/NBP/2025 of 2025-12-31',
      ],
    ],
    [
      'names no table if the bank doesn’t number its tables',
      ['cnb', 'HUF', 'CZK', '2026-01-02'],
      '1 HUF = 0.06293 CZK on 2026-01-02.',
      '0.06293 (CZK per 1 HUF) ÷ 1 (CZK per 1 CZK) = 0.06293, rounded to 12 significant digits',
      ['100 HUF = 6.293 CZK, 2026-01-02'],
    ],
    [
      'multiplies quotes of two directions',
      ['fed-h10', 'EUR', 'JPY', '2026-01-02'],
      '1 EUR = 182.983476 JPY on 2026-01-02.',
      '1.1604 (USD per 1 EUR) × 157.69 (JPY per 1 USD) = 182.983476, rounded to 12 significant digits',
      ['1 EUR = 1.1604 USD, 2026-01-02', '1 USD = 157.69 JPY, 2026-01-02'],
    ],
    [
      'divides by the product of two directions',
      ['fed-h10', 'JPY', 'EUR', '2026-01-02'],
      '1 JPY = 0.00546497433462 EUR on 2026-01-02.',
      '1 ÷ (157.69 (JPY per 1 USD) × 1.1604 (USD per 1 EUR)) = 0.00546497433462, rounded to 12 significant digits',
      ['1 USD = 157.69 JPY, 2026-01-02', '1 EUR = 1.1604 USD, 2026-01-02'],
    ],
    [
      'divides quotes of the other direction, and the quote of the bank’s own currency',
      ['fed-h10', 'USD', 'EUR', '2026-01-02'],
      '1 USD = 0.861771802827 EUR on 2026-01-02.',
      '1 (USD per 1 USD) ÷ 1.1604 (USD per 1 EUR) = 0.861771802827, rounded to 12 significant digits',
      ['1 EUR = 1.1604 USD, 2026-01-02'],
    ],
    [
      'has no quote of the bank’s own currency',
      ['cnb', 'CZK', 'CZK', '2026-01-05'],
      '1 CZK = 1 CZK on 2026-01-05.',
      '1 (CZK per 1 CZK) ÷ 1 (CZK per 1 CZK) = 1, rounded to 12 significant digits',
      [],
    ],
  ] as const)('%s (%j)', async (_, [source, from, to, date], rate, calculation, quotes) => {
    const found = await find(source, from, to, date);
    expect(officialInWords({ from, to, date }, found)).toEqual([rate, calculation]);
    expect(found.quotes.map((quote) => quoteInWords(found.bank, quote))).toEqual(quotes);
  });

  it('names the file and the column of each quote', async () => {
    const { quotes } = await find('nbp', 'HUF', 'AFN', '2026-01-05');
    expect(quotes).toEqual([
      {
        ...{ code: 'HUF', value: '1.0999', units: 100, date: '2026-01-05', reference: '002/A/NBP/2026' },
        ...{ path: 'archive/nbp/2026.csv', column: '100 HUF' },
      },
      {
        ...{ code: 'AFN', value: '0.0543', units: 1, date: '2025-12-31', reference: '053/B/NBP/2025' },
        ...{ path: 'archive/nbp-b/2025.csv', column: 'AFN' },
      },
    ]);
  });

  it('has commands that print the rows of its quotes', async () => {
    const shown = { receipt: undefined, official: await find('nbp', 'EUR', 'AFN', '2026-01-05'), check: undefined };
    expect(commandsFor(shown, 'https://rates.example').split('\n').slice(0, 11)).toEqual([
      '# Official rates: Narodowy Bank Polski',
      "curl -fsS 'https://rates.example/archive/nbp/2026.csv' | grep -E '^(date|2026-01-05),'",
      '',
      '# SHA-256 of the archive file',
      "curl -fsS 'https://rates.example/archive/nbp/2026.csv' | sha256sum",
      '',
      '# The archive file’s hash in SHA256SUMS',
      "curl -fsS 'https://rates.example/SHA256SUMS' | grep ' archive/nbp/2026.csv$'",
      '',
      '# Official rates: Narodowy Bank Polski',
      "curl -fsS 'https://rates.example/archive/nbp-b/2025.csv' | grep -E '^(date|2025-12-31),'",
    ]);
  });

  it.each([
    [
      'the bank doesn’t quote the currency',
      { source: 'ecb', to: 'AED' },
      'This site has no rates of the European Central Bank for "AED"',
    ],
    [
      'the bank has no rates yet',
      { source: 'nbu', to: 'PLN' },
      'This site has no rates of the National Bank of Ukraine',
    ],
    ['the source is unknown', { source: 'moon', to: 'PLN' }, 'Invalid source: "moon"'],
    ['the date is invalid', { source: 'nbp', to: 'PLN', date: '2026-02-30' }, 'Invalid date: "2026-02-30"'],
  ])('is the API’s error if %s', async (_, query, message) => {
    const receipt = async () =>
      findBankReceipt(requestOf({ from: 'EUR', date: '2026-01-05', ...query }), siteWithout());
    await expect(receipt()).rejects.toThrow(message);
  });

  it('says which file is missing', async () => {
    const path = 'archive/nbp/2026.csv';
    const query = { from: 'EUR', to: 'PLN', date: '2026-01-05', source: 'nbp' };
    await expect(findBankReceipt(requestOf(query), siteWithout(path))).rejects.toEqual(LoadError.missing(path));
  });
});
