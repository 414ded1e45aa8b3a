import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

const commonFields = {
  firstDay: '2002-01-02',
  // 11:45. The bank publishes its rates between 11:45 and 12:15 Polish time, which is until 11:15 UTC in winter.
  publishedBy: 11.75,
} as const;

/** Narodowy Bank Polski's average rates. Table A has the most traded currencies, and table B the other currencies. */
export const nbp: Bank = {
  key: 'nbp',
  name: 'Narodowy Bank Polski',
  inSentence: 'Narodowy Bank Polski',
  country: 'PL',
  frankfurterKeys: ['NBP', 'NBP.B'],
  source: {
    name: 'Narodowy Bank Polski, average exchange rates of foreign currencies (tables A and B)',
    url: 'https://nbp.pl/en/statistic-and-financial-reporting/rates/',
    license: 'LicenseRef-NBP-reuse-with-attribution',
    attribution: 'Source: Narodowy Bank Polski',
  },
  terms: 'Free reuse, also commercially, if Narodowy Bank Polski is named as the source and the rates aren’t changed',
  transport: 'https',
  base: 'PLN',
  quotation: direct,
  tables: [
    { ...commonFields, key: 'nbp', rhythm: 'business days', daysBack: 7 },
    // Before a holiday, the table is published on an earlier day. Until April 2004, it was published every two weeks.
    { ...commonFields, key: 'nbp-b', rhythm: 'Wednesdays', daysBack: 14 },
  ],
};
