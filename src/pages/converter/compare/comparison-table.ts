import type { IsoDate } from '../../../money/calendar.ts';
import type { ComparedRate } from '../../../api/endpoints/compared-rates.ts';
import { market } from '../../../sources/market.ts';
import { create } from '../../frame/elements.ts';

/** The texts of a table, and the formats of its numbers. */
export interface ComparisonWords {
  readonly caption: string;
  readonly headers: readonly [source: string, rate: string, difference: string];
  readonly market: string;
  /** A bank's name. */
  readonly bank: (key: string) => string;
  readonly rate: (rate: number) => string;
  readonly date: (date: IsoDate) => string;
  readonly percent: (percent: number) => string;
  /** What waits of a source's rate, in a text for each day and reason. */
  readonly withheld: (row: ComparedRate) => readonly string[];
}

export interface ComparisonTableOptions {
  readonly words: ComparisonWords;
  /** The key of the source that the page shows. */
  readonly current: string | undefined;
  /** The URL of the receipt of a source's rate. */
  readonly receiptOf: (key: string) => string;
}

/**
 * The rates of a pair at several sources. Two columns fit on a phone: the day and the table are below the name of each
 * source, the difference is below the rate, and what waits has its own row.
 */
export function comparisonTable(
  rows: readonly ComparedRate[],
  { words, current, receiptOf }: ComparisonTableOptions,
): HTMLTableElement {
  const [source, rate, difference] = words.headers;
  return create(
    'table',
    { class: 'comparison' },
    create('caption', {}, words.caption),
    create(
      'thead',
      {},
      create(
        'tr',
        {},
        create('th', { scope: 'col' }, source),
        create('th', { scope: 'col' }, rate, ...(rows.some(hasDifference) ? [create('small', {}, difference)] : [])),
      ),
    ),
    create('tbody', {}, ...rows.flatMap(rowsOf)),
  );

  function rowsOf(row: ComparedRate): Node[] {
    const attributes = row.key === current ? { 'aria-current': 'true' } : undefined;
    return [
      create('tr', attributes, create('th', { scope: 'row' }, ...sourceOf(row)), create('td', {}, ...rateOf(row))),
      ...words.withheld(row).map((text) => create('tr', attributes, create('td', { colspan: '2' }, text))),
    ];
  }

  function sourceOf({ key, rate_as_of, reference }: ComparedRate): Node[] {
    // Receipts are in English.
    const link = create('a', { href: receiptOf(key), hreflang: 'en' });
    if (key === market.key) link.append(words.market);
    else link.append(create('bdi', {}, words.bank(key)));
    const table = reference === undefined ? [] : [' · ', create('bdi', {}, reference)];
    return [link, create('small', {}, words.date(rate_as_of), ...table)];
  }

  function rateOf(row: ComparedRate): Node[] {
    const difference = hasDifference(row) ? [create('small', {}, words.percent(row.difference_percent))] : [];
    return [create('bdi', {}, words.rate(row.rate)), ...difference];
  }
}

/** The market has no difference to itself. */
function hasDifference(row: ComparedRate): row is ComparedRate & { readonly difference_percent: number } {
  return row.key !== market.key && row.difference_percent !== null;
}
