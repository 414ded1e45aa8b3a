import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** Colombia's official rate of the dollar (TRM). A rate counts from the day after its business day until the next rate. */
export const banrep: Bank = {
  key: 'banrep',
  name: 'Banco de la República',
  inSentence: 'Banco de la República',
  country: 'CO',
  frankfurterKeys: ['BANREP'],
  source: {
    name: 'Banco de la República, representative market rate of the US dollar (TRM)',
    url: 'https://www.datos.gov.co/Econom-a-y-Finanzas/Tasa-de-Cambio-Representativa-del-Mercado-TRM/32sa-8pi3',
    license: 'LicenseRef-datos-gov-co-terms',
    attribution: 'Source: Superintendencia Financiera de Colombia and Banco de la República, datos.gov.co',
  },
  // The license of the dataset, and the portal's terms.
  terms: {
    unread: 'https://www.datos.gov.co/Econom-a-y-Finanzas/Tasa-de-Cambio-Representativa-del-Mercado-TRM/32sa-8pi3',
  },
  transport: 'https',
  base: 'COP',
  quotation: direct,
  tables: [
    {
      key: 'banrep',
      firstDay: '1991-12-02',
      rhythm: 'Tuesdays to Saturdays',
      // 23:00 of the day before, which is 18:00 in Colombia. A rate of Saturday is known on Friday.
      publishedBy: -1,
      daysBack: 7,
    },
  ],
};
