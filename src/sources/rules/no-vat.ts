import { norgesBank } from '../banks/norges-bank.ts';
import type { Rule } from './rule.ts';

export const noVat: Rule = {
  key: 'no-vat',
  purpose: 'VAT on invoices in Norway',
  date_is: 'the invoice’s date',
  bank: norgesBank,
  rates: 'the exchange rates of Norges Bank',
  to: 'NOK',
  day: 'on or before',
  article: 'Section 4-2 of the Norwegian Bookkeeping Regulations (bokføringsforskriften)',
  page: 'https://lovdata.no/dokument/SF/forskrift/2004-12-01-1558',
  read_in: 'revregn.no, skatteetaten.no (M-4-12.3) and kontohjelp.no',
  read_at: '2026-09',
  rounding: null,
  certainty: 'high',
  from: '2010-01-01',
  until: null,
};
