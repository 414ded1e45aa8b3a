import { firstBank } from '../../sources/banks/banks.ts';
import { invalidSource, nothingOfficial } from '../error.ts';

/** The errors of every endpoint with the parameter `source`, as examples. */
export const officialErrors = () => [
  invalidSource('boe'),
  nothingOfficial(
    firstBank,
    'ISK',
    [
      ['1999-01-04', '2008-12-09'],
      ['2018-02-01', '2026-04-13'],
    ],
    '2010-06-03',
  ),
];
