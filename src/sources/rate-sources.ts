import { banks } from './banks.ts';
import { market } from './market.ts';
import type { RateSource } from './rate-source.ts';

/** Every source of rates: the market dataset, and each bank. */
export const rateSources: readonly RateSource[] = [market, ...banks];
