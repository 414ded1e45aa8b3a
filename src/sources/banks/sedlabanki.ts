import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

const commonFields = {
  rhythm: 'business days',
  // 16:30. The bank has said that it fixes its rates at about 11:00, and at about 16:00. Iceland's time is UTC.
  publishedBy: 16.5,
  daysBack: 7,
} as const;

/**
 * The Central Bank of Iceland's official reference rates, which laws and contracts mean, and in a second table its listed
 * mid rates of other currencies, which have no such force.
 */
export const sedlabanki: Bank = {
  key: 'sedlabanki',
  name: 'Central Bank of Iceland',
  inSentence: 'the Central Bank of Iceland',
  country: 'IS',
  frankfurterKeys: ['SBI'],
  source: {
    name: 'Central Bank of Iceland, official reference rates and listed mid rates of the króna',
    url: 'https://cb.is/statistics/official-exchange-rate/',
    license: 'LicenseRef-Sedlabanki-terms',
    attribution: 'Source: Central Bank of Iceland',
  },
  terms: { unread: 'https://cb.is' },
  transport: 'https',
  base: 'ISK',
  quotation: direct,
  tables: [
    // The króna was redenominated on 1981-01-01, so all rates are of the same unit.
    { ...commonFields, key: 'sedlabanki', firstDay: '1981-01-02' },
    { ...commonFields, key: 'sedlabanki-7', firstDay: '2006-12-01' },
  ],
};
