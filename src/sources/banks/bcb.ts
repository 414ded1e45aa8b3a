import { direct } from '../../money/quotation.ts';
import type { Bank } from '../bank.ts';

/** Banco Central do Brasil's closing rates (PTAX). Buying and selling rates are two sources with the same requests. */
const commonFields = {
  country: 'BR',
  terms: { unread: 'https://opendata.bcb.gov.br/dataset/exchange-rates-daily-bulletins' },
  transport: 'https',
  base: 'BRL',
  quotation: direct,
} as const;

const source = {
  url: 'https://opendata.bcb.gov.br/dataset/exchange-rates-daily-bulletins',
  license: 'LicenseRef-BCB-terms',
  attribution: 'Fonte: Banco Central do Brasil (PTAX)',
};

const table = {
  // The real has existed since July 1994. The rates of most currencies begin in 2000.
  firstDay: '2000-01-03',
  rhythm: 'business days',
  // 16:45. The bank publishes its closing rates soon after 13:00 in Brasília, which is until 16:15 UTC.
  publishedBy: 16.75,
  daysBack: 7,
} as const;

export const bcbBuy: Bank = {
  ...commonFields,
  key: 'bcb-buy',
  name: 'Banco Central do Brasil, buying rates',
  inSentence: 'Banco Central do Brasil (buying)',
  // Frankfurter's API has only the selling rates.
  frankfurterKeys: ['BCB.BUY'],
  source: { ...source, name: 'Banco Central do Brasil, PTAX closing buying rates' },
  tables: [{ ...table, key: 'bcb-buy' }],
};

export const bcbSell: Bank = {
  ...commonFields,
  key: 'bcb-sell',
  name: 'Banco Central do Brasil, selling rates',
  inSentence: 'Banco Central do Brasil (selling)',
  frankfurterKeys: ['BCB'],
  source: { ...source, name: 'Banco Central do Brasil, PTAX closing selling rates' },
  tables: [{ ...table, key: 'bcb-sell' }],
};
