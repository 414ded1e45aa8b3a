import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** The National Bank of Georgia's official rates. */
export const nbg: Bank = {
  key: 'nbg',
  name: 'National Bank of Georgia',
  inSentence: 'the National Bank of Georgia',
  country: 'GE',
  frankfurterKeys: ['NBG'],
  source: {
    name: 'National Bank of Georgia, official exchange rates of the lari',
    url: 'https://nbg.gov.ge/en/monetary-policy/currency',
    license: 'LicenseRef-NBG-terms',
    attribution: 'Source: National Bank of Georgia',
  },
  terms: { unread: 'https://nbg.gov.ge' },
  transport: 'https',
  base: 'GEL',
  quotation: direct,
  tables: [
    {
      key: 'nbg',
      // The bank has rates since 1995. But each day needs a request, so the history begins later: it's complete after about
      // 60 hourly runs with at most 40 requests. From 1995 on, it would need 270 runs.
      firstDay: '2020-01-01',
      rhythm: 'Tuesdays to Saturdays',
      // 13:30 of the day before. The bank publishes its rates at 17:00 in Tbilisi, which is 13:00 UTC.
      publishedBy: -10.5,
      daysBack: 7,
    },
  ],
};
