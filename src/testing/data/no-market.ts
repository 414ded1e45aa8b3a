import { MarketRates } from '../../validation/official/market-rates.ts';
import { OtherBanks } from '../../validation/official/other-banks.ts';

/** Market rates without any day. */
export const noMarket = new MarketRates({ days: [], comparisons: [] });

/** Without other banks' rates, nothing confirms a value that comes over http. */
export const noOtherBanks = new OtherBanks(new Map());
