import { ecb } from '../banks/ecb.ts';
import type { Rule } from './rule.ts';

export const seVat: Rule = {
  key: 'se-vat',
  purpose: 'VAT in Sweden',
  date_is: 'the day of the chargeable event',
  bank: ecb,
  rates: 'the euro reference rates of the European Central Bank',
  to: 'SEK',
  day: 'on or before',
  article: 'Chapter 8, sections 21 to 23, of the Swedish VAT Act (mervärdesskattelagen 2023:200)',
  page: 'https://www4.skatteverket.se/rattsligvagledning/edition/2024.6/394094.html',
  read_in: 'the legal guidance of Skatteverket (2023.16 and 2024.6)',
  read_at: '2026-09',
  rounding: null,
  certainty: 'very high',
  from: '2023-07-01',
  until: null,
};
