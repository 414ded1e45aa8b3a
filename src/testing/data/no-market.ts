import { MarketRates } from '../../validation/official/market-rates.ts';

/** Market rates without any day. */
export const noMarket = new MarketRates({ days: [], comparisons: [] });
