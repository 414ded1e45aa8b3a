import { nbu } from '../banks/nbu.ts';
import type { Rule } from './rule.ts';

export const uaSingleTax: Rule = {
  key: 'ua-single-tax',
  purpose: 'Single tax in Ukraine',
  date_is: 'the day on which the income is received',
  bank: nbu,
  rates: 'the official rates of the National Bank of Ukraine, which weekends and holidays have, too',
  to: 'UAH',
  day: 'on or before',
  article: 'Article 292.5 of the Tax Code of Ukraine (2755-VI)',
  page: 'https://zakon.rada.gov.ua/laws/show/2755-17',
  read_in: '7eminar.ua and consulting-ukr.com, which quote the article',
  read_at: '2026-09',
  rounding: null,
  certainty: 'high',
  from: '2012-01-01',
  until: null,
};
