import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** Danmarks Nationalbank's indicative rates, which it computes from the European Central Bank's. */
export const danmarksNationalbank: Bank = {
  key: 'danmarks-nationalbank',
  name: 'Danmarks Nationalbank',
  inSentence: 'Danmarks Nationalbank',
  country: 'DK',
  frankfurterKeys: ['DNB'],
  source: {
    name: 'Danmarks Nationalbank, exchange rates (StatBank Denmark, table DNVALD)',
    url: 'https://www.statbank.dk/DNVALD',
    license: 'LicenseRef-StatBank-Denmark-reuse-with-attribution',
    attribution: 'Source: Danmarks Nationalbank, Statistics Denmark (StatBank, DNVALD)',
  },
  terms: 'Free reuse, also commercially, if the source is named',
  transport: 'https',
  base: 'DKK',
  quotation: direct,
  tables: [
    {
      key: 'danmarks-nationalbank',
      firstDay: '1977-01-03',
      rhythm: 'business days',
      // 8:30 on the next business day. StatBank has the rates at 9:00 Danish time, which is 8:00 UTC in winter.
      publishedBy: 32.5,
      daysBack: 7,
    },
  ],
};
