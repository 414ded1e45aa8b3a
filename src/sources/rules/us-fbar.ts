import { usTreasury } from '../banks/us-treasury.ts';
import type { Rule } from './rule.ts';

export const usFbar: Rule = {
  key: 'us-fbar',
  purpose: 'Reports of foreign bank accounts in the US (FBAR, FinCEN Form 114)',
  date_is: 'any day of the calendar year that is reported',
  bank: usTreasury,
  rates: 'the reporting rates of the US Treasury',
  to: 'USD',
  day: '31 December',
  article: 'Instructions for item 15 (maximum account value) of FinCEN Form 114',
  page: 'https://www.fincen.gov/reporting-maximum-account-value',
  read_in: 'legalclarity.org and sherayzenlaw.com, which quote the instructions',
  read_at: '2026-09',
  rounding: {
    places: 0,
    direction: 'up',
    article: 'Instructions for item 15 (maximum account value) of FinCEN Form 114',
    page: 'https://www.fincen.gov/reporting-maximum-account-value',
    read_in: 'investguiding.com, which quotes the page',
    read_at: '2026-11',
  },
  certainty: 'high',
  from: '2013-01-01',
  until: null,
};
