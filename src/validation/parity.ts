import type { CatalogueEntry } from '../money/currencies/catalogue.ts';
import { pegs } from '../money/currencies/facts.ts';
import { PARITY_FACTOR } from './currency/bounds.ts';

export interface Parity {
  readonly anchor: string;
  readonly parity: number;
  readonly factor: number;
  /** Whether the parity may be published: not if only the press states it. */
  readonly isPublishable: boolean;
}

/** A parity with a wider band isn't used for validation, because it would make too many wrong values plausible. */
const MAX_BAND = 0.05;

/** The official parity that a currency's values are compared with; null without a parity, as for stablecoins. */
export function parityOf({ code, type }: Pick<CatalogueEntry, 'code' | 'type'>): Parity | null {
  const peg = pegs.get(code);
  if (typeof peg?.parity !== 'number' || type === 'crypto') return null;
  const { anchor, parity, band = 0, sources } = peg;
  if (band > MAX_BAND) return null;
  const isPublishable = sources.some(({ kind }) => kind !== 'press');
  return { anchor, parity, factor: Math.max(PARITY_FACTOR, 1 + band), isPublishable };
}
