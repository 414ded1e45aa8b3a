import { indirect } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/**
 * The US Treasury's reporting rates of exchange: a list for each quarter. A rate that moves by 10% or more is amended, and
 * then the table has another whole list, of the day from which on the amended rate is in force.
 */
export const usTreasury: Bank = {
  key: 'us-treasury',
  name: 'US Treasury',
  inSentence: 'the US Treasury',
  country: 'US',
  frankfurterKeys: ['UST'],
  source: {
    name: 'U.S. Department of the Treasury, Treasury reporting rates of exchange',
    url: 'https://fiscaldata.treasury.gov/datasets/treasury-reporting-rates-exchange/treasury-reporting-rates-of-exchange',
    license: 'LicenseRef-US-Treasury-free-reuse',
    attribution: 'Source: U.S. Department of the Treasury, Fiscal Data',
  },
  terms: 'Free reuse, also commercially',
  transport: 'https',
  base: 'USD',
  quotation: indirect,
  tables: [
    {
      key: 'us-treasury',
      firstDay: '2001-03-31',
      rhythm: 'quarters',
      // The Treasury publishes a list up to two weeks after the end of its quarter.
      publishedBy: 15 * 24,
      // A list counts until the next list is published, which is up to 92 and 15 days later.
      daysBack: 92 + 15,
    },
  ],
};
