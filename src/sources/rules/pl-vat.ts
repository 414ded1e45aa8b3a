import { nbp } from '../banks/nbp.ts';
import type { Rule } from './rule.ts';

export const plVat: Rule = {
  key: 'pl-vat',
  purpose: 'VAT in Poland',
  date_is: 'the day of the tax point, or the invoice’s date if the invoice is issued earlier',
  bank: nbp,
  rates: 'the average rates of Narodowy Bank Polski, tables A and B',
  to: 'PLN',
  day: 'before',
  article: 'Article 31a(1) and (2) of the Polish VAT Act (ustawa o podatku od towarów i usług)',
  page: 'https://isap.sejm.gov.pl/isap.nsf/DocDetails.xsp?id=WDU20040540535',
  read_in: 'taxfin.pl and podatki.gazetaprawna.pl, which quote the article',
  read_at: '2026-09',
  rounding: {
    places: 2,
    direction: 'half-up',
    article: 'Article 106e(11) of the Polish VAT Act, for the amounts of an invoice',
    page: 'https://isap.sejm.gov.pl/isap.nsf/DocDetails.xsp?id=WDU20040540535',
    read_in:
      'inforlex.pl (interpretation 0114-KDIP1-3.4012.766.2025.1.AMA) and prawo.pl, which quotes the same words of an earlier regulation',
    read_at: '2026-11',
  },
  certainty: 'high',
  from: '2014-01-01',
  until: null,
};
