import type { Bank } from '../bank.ts';

/** The Federal Reserve's noon buying rates in New York (H.10). */
export const fedH10: Bank = {
  key: 'fed-h10',
  name: 'Federal Reserve',
  inSentence: 'the Federal Reserve',
  country: 'US',
  frankfurterKeys: ['FRED'],
  source: {
    name: 'Board of Governors of the Federal Reserve System, foreign exchange rates (H.10)',
    url: 'https://www.federalreserve.gov/releases/h10/current/',
    license: 'LicenseRef-public-domain-US-government',
    attribution: 'Source: Board of Governors of the Federal Reserve System (H.10)',
  },
  terms: 'Public domain. Please name the Board of Governors of the Federal Reserve System as the source',
  transport: 'https',
  base: 'USD',
  // Most rates are units per 1 USD. These four are USD per 1 unit.
  quotation: { usual: 'indirect', inverse: ['AUD', 'EUR', 'GBP', 'NZD'] },
  tables: [
    {
      key: 'fed-h10',
      firstDay: '1971-01-04',
      rhythm: 'weeks of business days',
      // 16:15 in New York on the Monday after the week, which is 21:15 UTC in winter.
      publishedBy: 21.25,
      // On Monday, the newest rates are up to 10 days old, and on the Tuesday after a holiday 11 days.
      daysBack: 14,
    },
  ],
};
