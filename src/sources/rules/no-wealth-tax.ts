import { norgesBank } from '../banks/norges-bank.ts';
import type { Rule } from './rule.ts';

export const noWealthTax: Rule = {
  key: 'no-wealth-tax',
  purpose: 'Assets and debts in tax returns of wage earners and pensioners in Norway',
  date_is: 'any day of the income year',
  bank: norgesBank,
  rates: 'the exchange rates of Norges Bank',
  to: 'NOK',
  day: 'next 1 January',
  article: 'Guidance of Skatteetaten, “Conversion of foreign currency into Norwegian kroner”',
  page: 'https://www.skatteetaten.no/en/person/taxes/get-the-taxes-right/abroad/conversion-of-foreign-currency-into-norwegian-kroner/',
  read_in: 'the guidance’s page, in English and in Norwegian',
  read_at: '2026-09',
  rounding: null,
  certainty: 'very high',
  from: '2014-01-01',
  until: null,
};
