import { MAX_DAYS_BACK } from '../money/past-rates.ts';
import { indirect } from '../money/quotation.ts';
import type { RateSource } from './rate-source.ts';

/** The market dataset. Its name and license depend on the day, because the operator can change them. */
export const market: RateSource = {
  key: 'market',
  base: 'USD',
  quotation: indirect,
  tables: [{ key: 'market', rhythm: 'calendar days', daysBack: MAX_DAYS_BACK }],
};
