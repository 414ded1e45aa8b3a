import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** The National Bank of Moldova's official rates. Its prices of metals are elsewhere. */
export const nbm: Bank = {
  key: 'nbm',
  name: 'National Bank of Moldova',
  inSentence: 'the National Bank of Moldova',
  country: 'MD',
  frankfurterKeys: ['NBM'],
  source: {
    name: 'National Bank of Moldova, official exchange rates of the leu',
    url: 'https://www.bnm.md/en/official_exchange_rates',
    license: 'LicenseRef-NBM-terms',
    attribution: 'Source: National Bank of Moldova',
  },
  terms: { unread: 'https://www.bnm.md/en/content/terms-use' },
  transport: 'https',
  base: 'MDL',
  quotation: direct,
  tables: [
    {
      key: 'nbm',
      // The bank has rates since 1999. But each day needs a request, so the history begins later: it's complete after about
      // 52 hourly runs with at most 40 requests. From 1999 on, it would need about 210 runs.
      firstDay: '2020-01-01',
      rhythm: 'business days',
      // 15:00 of the day before. Saturday and Sunday have the rates of Friday. Monday's are set on Friday.
      publishedBy: -9,
      daysBack: 7,
    },
  ],
};
