import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** Magyar Nemzeti Bank's official rates. Its service has only http, so other sources must confirm each value. */
export const mnb: Bank = {
  key: 'mnb',
  name: 'Magyar Nemzeti Bank',
  inSentence: 'Magyar Nemzeti Bank',
  country: 'HU',
  frankfurterKeys: ['MNB'],
  source: {
    name: 'Magyar Nemzeti Bank, official exchange rates of the forint',
    url: 'https://www.mnb.hu/en/arfolyamok',
    license: 'LicenseRef-MNB-reuse-with-attribution',
    attribution: 'Source: Magyar Nemzeti Bank',
  },
  terms: 'Free distribution, if Magyar Nemzeti Bank is named as the source and the rates aren’t changed',
  transport: 'http',
  base: 'HUF',
  quotation: direct,
  tables: [
    {
      key: 'mnb',
      // The first day of the euro, and of the European Central Bank's rates, which confirm the bank's.
      firstDay: '1999-01-04',
      rhythm: 'business days',
      // 11:30. The bank fixes its rates at 11:00 Hungarian time, which is 10:00 UTC in winter.
      publishedBy: 11.5,
      daysBack: 7,
    },
  ],
};
