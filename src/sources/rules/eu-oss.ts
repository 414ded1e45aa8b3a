import { ecb } from '../banks/ecb.ts';
import type { Rule } from './rule.ts';

export const euOss: Rule = {
  key: 'eu-oss',
  purpose: 'Returns in the EU’s VAT One Stop Shop, in euros',
  date_is: 'the last day of the tax period',
  bank: ecb,
  rates: 'the euro reference rates of the European Central Bank',
  to: 'EUR',
  day: 'on or after',
  article: 'Article 366 of Council Directive 2006/112/EC',
  page: 'https://eur-lex.europa.eu/eli/dir/2006/112/oj',
  read_in: 'the directive’s text at datenbank.nwb.de',
  read_at: '2026-09',
  rounding: null,
  certainty: 'very high',
  from: '2021-07-01',
  until: null,
};
