import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** Norges Bank's exchange rates. */
export const norgesBank: Bank = {
  key: 'norges-bank',
  name: 'Norges Bank',
  inSentence: 'Norges Bank',
  country: 'NO',
  frankfurterKeys: ['NB'],
  source: {
    name: 'Norges Bank, exchange rates',
    url: 'https://www.norges-bank.no/en/topics/Statistics/exchange_rates/',
    license: 'LicenseRef-Norges-Bank-reuse-with-attribution',
    attribution: 'Source: Norges Bank',
  },
  terms: 'Copying is allowed, if Norges Bank is named as the source and the rates aren’t changed',
  transport: 'https',
  base: 'NOK',
  quotation: direct,
  tables: [
    {
      key: 'norges-bank',
      firstDay: '1999-01-04',
      rhythm: 'business days',
      // 15:30. The bank publishes its rates at about 16:00 Norwegian time, which is 15:00 UTC in winter.
      publishedBy: 15.5,
      daysBack: 7,
    },
  ],
};
