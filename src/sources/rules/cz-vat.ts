import { cnb } from '../banks/cnb.ts';
import type { Rule } from './rule.ts';

export const czVat: Rule = {
  key: 'cz-vat',
  purpose: 'VAT in Czechia',
  date_is: 'the day on which the tax liability arises',
  bank: cnb,
  rates: 'the exchange rate fixing of the Czech National Bank',
  to: 'CZK',
  day: 'on or before',
  article: 'Section 4 of the Czech VAT Act (235/2004 Sb.)',
  page: 'https://www.e-sbirka.cz/sb/2004/235',
  read_in: 'navody.zabukem.online, which quotes the section',
  read_at: '2026-09',
  rounding: null,
  certainty: 'high',
  from: '2014-01-01',
  until: null,
};
