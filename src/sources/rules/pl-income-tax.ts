import { nbp } from '../banks/nbp.ts';
import type { Rule } from './rule.ts';

export const plIncomeTax: Rule = {
  key: 'pl-income-tax',
  purpose: 'Personal income tax in Poland',
  date_is: 'the day of the income or of the cost',
  bank: nbp,
  rates: 'the average rates of Narodowy Bank Polski, tables A and B',
  to: 'PLN',
  day: 'before',
  article:
    'Article 11a(1) and (2) of the Polish Personal Income Tax Act (ustawa o podatku dochodowym od osób fizycznych)',
  page: 'https://isap.sejm.gov.pl/isap.nsf/DocDetails.xsp?id=WDU19910800350',
  read_in: 'cryptiony.com, which quotes the article',
  read_at: '2026-09',
  rounding: null,
  certainty: 'high',
  from: '2014-01-01',
  until: null,
};
