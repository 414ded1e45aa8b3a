import type { Quotation } from '../money/quotation.ts';
import type { BankTable } from './bank.ts';

/** Where rates come from: the market dataset, or a bank. A response never mixes two sources. */
export interface RateSource {
  /** The source's name in the parameter `source` and in the paths of its files. */
  readonly key: string;
  /** The quoted currency. */
  readonly base: string;
  readonly quotation: Quotation;
  /** The source's lists of rates. If a currency is in several of them, the first list counts. */
  readonly tables: readonly [SourceTable, ...SourceTable[]];
}

/** One of a source's lists of rates. */
export type SourceTable = Pick<BankTable, 'key' | 'rhythm' | 'daysBack'>;
