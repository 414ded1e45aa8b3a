import { bnr } from '../banks/bnr.ts';
import type { Rule } from './rule.ts';

export const roVat: Rule = {
  key: 'ro-vat',
  purpose: 'VAT in Romania',
  date_is: 'the day on which the tax becomes chargeable',
  bank: bnr,
  rates: 'the exchange rates of Banca Națională a României, which count from the day after their publication',
  to: 'RON',
  day: 'before',
  article: 'Article 290(2) of the Romanian Fiscal Code (Codul fiscal) and point 35(1) of its norms (HG 1/2016)',
  page: 'https://legislatie.just.ro/Public/DetaliiDocument/171282',
  read_in: 'five public notes that quote both, and infotva.manager.ro',
  read_at: '2026-09',
  rounding: null,
  certainty: 'high',
  from: '2016-01-01',
  until: null,
};
