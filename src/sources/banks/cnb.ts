import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** The Czech National Bank's exchange rate fixing. */
export const cnb: Bank = {
  key: 'cnb',
  name: 'Czech National Bank',
  inSentence: 'the Czech National Bank',
  country: 'CZ',
  frankfurterKeys: ['CNB'],
  source: {
    name: 'Czech National Bank, central bank exchange rate fixing',
    url: 'https://www.cnb.cz/en/financial-markets/foreign-exchange-market/central-bank-exchange-rate-fixing/central-bank-exchange-rate-fixing/',
    license: 'LicenseRef-CNB-reuse-with-attribution',
    attribution: 'Source: Czech National Bank',
  },
  terms: 'Storing, reproducing and passing on are allowed, if the Czech National Bank is named as the source',
  transport: 'https',
  base: 'CZK',
  quotation: direct,
  tables: [
    {
      key: 'cnb',
      firstDay: '1991-01-01',
      rhythm: 'business days',
      // 14:00. The bank publishes its rates at about 14:30 Czech time, which is 13:30 UTC in winter.
      publishedBy: 14,
      daysBack: 7,
    },
  ],
};
