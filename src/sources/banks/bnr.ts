import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** Banca Națională a României's reference rates. */
export const bnr: Bank = {
  key: 'bnr',
  name: 'Banca Națională a României',
  inSentence: 'Banca Națională a României',
  country: 'RO',
  frankfurterKeys: ['BNR'],
  source: {
    name: 'Banca Națională a României, exchange rates',
    url: 'https://curs.bnr.ro/',
    license: 'LicenseRef-BNR-terms',
    attribution: 'Source: Banca Națională a României',
  },
  // The legal page of the bank.
  terms: { unread: 'https://www.bnr.ro/' },
  transport: 'https',
  base: 'RON',
  quotation: direct,
  tables: [
    {
      key: 'bnr',
      // The leu was redenominated in 2005, and it isn't known in which unit the bank's file has the first half of the year.
      firstDay: '2006-01-03',
      rhythm: 'business days',
      // 11:30. The bank publishes its rates at about 13:00 Romanian time, which is 11:00 UTC in winter.
      publishedBy: 11.5,
      daysBack: 7,
    },
  ],
};
