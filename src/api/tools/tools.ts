import { compareRates } from './compare-rates.ts';
import { convert } from './convert.ts';
import { explainRate } from './explain-rate.ts';
import { history } from './history.ts';
import { listCurrencies } from './list-currencies.ts';
import { rate } from './rate.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [convert, rate, history, compareRates, listCurrencies, explainRate];
