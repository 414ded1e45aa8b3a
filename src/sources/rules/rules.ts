import { czVat } from './cz-vat.ts';
import { euOss } from './eu-oss.ts';
import { noVat } from './no-vat.ts';
import { noWealthTax } from './no-wealth-tax.ts';
import { plIncomeTax } from './pl-income-tax.ts';
import { plVat } from './pl-vat.ts';
import { roVat } from './ro-vat.ts';
import type { Rule } from './rule.ts';
import { seVat } from './se-vat.ts';
import { uaSingleTax } from './ua-single-tax.ts';
import { usFbar } from './us-fbar.ts';

/** The rules. A rule is here only if its rates can be computed from the archived sources. */
export const rules: readonly [Rule, ...Rule[]] = [
  czVat,
  euOss,
  noVat,
  noWealthTax,
  plIncomeTax,
  plVat,
  roVat,
  seVat,
  uaSingleTax,
  usFbar,
];
