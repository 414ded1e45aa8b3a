import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** The National Bank of Ukraine's official rates. Weekends and holidays have rates, too. */
export const nbu: Bank = {
  key: 'nbu',
  name: 'National Bank of Ukraine',
  inSentence: 'the National Bank of Ukraine',
  country: 'UA',
  frankfurterKeys: ['NBU'],
  source: {
    name: 'National Bank of Ukraine, official exchange rates of the hryvnia',
    url: 'https://bank.gov.ua/en/markets/exchangerates',
    license: 'LicenseRef-NBU-reuse-with-attribution',
    attribution: 'Source: National Bank of Ukraine, https://bank.gov.ua/',
  },
  terms: 'Free reuse, also commercially, with a link to the National Bank of Ukraine as the source',
  transport: 'https',
  base: 'UAH',
  quotation: direct,
  tables: [
    {
      key: 'nbu',
      firstDay: '1999-01-04',
      rhythm: 'calendar days',
      // 14:30 of the day before. The bank publishes its rates before 16:00 in Kyiv, which is 14:00 UTC in winter.
      publishedBy: -9.5,
      daysBack: 7,
    },
  ],
};
