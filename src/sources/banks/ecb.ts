import { indirect } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** The European Central Bank's euro reference rates. */
export const ecb: Bank = {
  key: 'ecb',
  name: 'European Central Bank',
  inSentence: 'the European Central Bank',
  country: 'EU',
  frankfurterKeys: ['ECB'],
  source: {
    name: 'European Central Bank, euro foreign exchange reference rates',
    url: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
    license: 'LicenseRef-ECB-reuse-with-attribution',
    attribution: 'Source: European Central Bank',
  },
  terms: 'Free reuse, if the European Central Bank is named as the source and the rates aren’t changed',
  transport: 'https',
  base: 'EUR',
  quotation: indirect,
  tables: [
    {
      key: 'ecb',
      firstDay: '1999-01-04',
      rhythm: 'business days',
      // 15:30. The bank publishes its rates at about 16:00 Central European Time, which is 15:00 UTC in winter.
      publishedBy: 15.5,
      daysBack: 7,
    },
  ],
};
