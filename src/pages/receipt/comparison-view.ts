import { addresses } from '../../api/paths.ts';
import type { PairOfAll } from '../../api/query/pair-answer.ts';
import { receiptQuery } from '../../api/explain/receipt-query.ts';
import { fileErrorInWords } from '../../api/explain/unreadable.ts';
import { requestAddress } from '../../api/request-address.ts';
import { withheldInWords } from '../../api/withheld-words.ts';
import { bankOf } from '../../sources/banks.ts';
import { market } from '../../sources/market.ts';
import { FileError } from '../../text/site-problem.ts';
import type { ComparedSources } from '../converter/compare/compare-sources.ts';
import { comparisonTable } from '../converter/compare/comparison-table.ts';
import { create, find } from '../frame/elements.ts';

/** The pair and the day of a comparison. */
export type ComparedDay = PairOfAll & { readonly date: string };

const percent = new Intl.NumberFormat('en', { signDisplay: 'exceptZero', maximumFractionDigits: 4 });

/** Shows that a comparison is being read. */
export function showComparing(): void {
  fill([create('p', { class: 'small' }, 'Reading the files of this site …')]);
}

/**
 * Shows the rates of all sources, each with a link to its receipt.
 *
 * @param current the source whose receipt the page shows
 */
export function showComparison(day: ComparedDay, { rows, without, unread }: ComparedSources, current: string): void {
  const { from, to, date } = day;
  const receiptOf = (key: string) =>
    location.pathname + receiptQuery({ from, to, date, source: key === market.key ? '' : key });
  const linkTo = (key: string) => create('a', { href: receiptOf(key) }, nameOf(key));
  const words = {
    caption: `${to} per 1 ${from} for ${date}, with the difference from the market`,
    headers: ['Source', 'Rate', 'Difference'],
    market: nameOf(market.key),
    bank: nameOf,
    rate: String,
    date: (asOf: string) => asOf,
    percent: (value: number) => `${percent.format(value)}%`,
    withheld: ({ withheld }: ComparedSources['rows'][number]) => withheldInWords(withheld),
  } as const;
  const request = requestAddress(addresses.compare, new Map(Object.entries({ from, to, date })));
  fill([
    ...notesAbout(unread).map((note) => create('p', { class: 'note' }, note)),
    ...(rows.length > 0 ? [comparisonTable(rows, { words, current, receiptOf })] : []),
    create(
      'p',
      { class: 'small' },
      ...(without.length === 0 ? [] : ['No rate for this day: ', ...listed(without.map(linkTo)), '. ']),
      'API request: ',
      create('a', { href: request }, request),
    ),
  ]);
}

/** Which sources can't be read, in a sentence for each reason. @throws what isn't the problem of a file */
function notesAbout(unread: ComparedSources['unread']): string[] {
  const problems = Array.from(unread, ([key, problem]) => {
    if (!(problem instanceof FileError)) throw problem;
    return { name: nameOf(key), words: fileErrorInWords(problem) };
  });
  const byWords = Map.groupBy(problems, ({ words }) => words);
  return Array.from(byWords, ([words, those]) => `${those.map(({ name }) => name).join(', ')}: ${words}`);
}

function nameOf(key: string): string {
  return key === market.key ? 'Market' : bankOf(key).name;
}

function listed(links: readonly Node[]): (Node | string)[] {
  return links.flatMap((link, index) => (index === 0 ? [link] : [', ', link]));
}

function fill(content: readonly Node[]): void {
  find('comparison', HTMLElement).replaceChildren(...content);
  find('compared', HTMLElement).hidden = false;
}
