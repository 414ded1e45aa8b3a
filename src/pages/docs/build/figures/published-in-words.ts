import type { BankTable } from '../../../../sources/bank.ts';

const places: Readonly<Record<number, string>> = { [-1]: ' on the day before', 1: ' on the next business day' };

/** For which days a table has rates, and by when: `business days, by 15:30 UTC`. */
export function publishedInWords({ rhythm, publishedBy }: Pick<BankTable, 'rhythm' | 'publishedBy'>): string {
  const time = new Date(publishedBy * MS_PER_HOUR).toISOString().slice('YYYY-MM-DDT'.length, -':00.000Z'.length);
  const by = `by ${time} UTC`;
  if (rhythm === 'weeks of business days') return `business days, ${by} on the next Monday`;
  if (rhythm === 'quarters') return `ends of quarters, within ${publishedBy / 24} days, and amendments`;
  return `${rhythm}, ${by}${places[Math.floor(publishedBy / 24)] ?? ''}`;
}

const MS_PER_HOUR = 3_600_000;
