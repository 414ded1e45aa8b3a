import { dayNumber, type IsoDate, yearsBetween } from '../../../../money/calendar.ts';
import type { Bank, BankTable } from '../../../../sources/bank.ts';
import { bankTables } from '../../../../sources/banks.ts';
import { escapeHtml } from '../../../build/fill-template.ts';
import { markupOf } from '../../../drawing/build/markup-of.ts';
import { across, drawing, markAt, shape, type Shape } from '../../../drawing/shape.ts';
import { publishedInWords } from './published-in-words.ts';

/** A row of a picture: a table of a bank. */
interface Row {
  readonly name: string;
  readonly shapes: readonly Shape[];
  readonly words: string;
}

const ROW_HEIGHT = 20;
/** The first and the last hour of the picture, from the beginning of the day of the rates. */
const [FIRST_HOUR, LAST_HOUR] = [-12, 36];
const shareOfHour = (hour: number) => (hour - FIRST_HOUR) / (LAST_HOUR - FIRST_HOUR);

/** By when each bank publishes a day's rates: a line of two days for each table, the earliest first. */
export function bankHours(): string {
  const isDaily = ({ rhythm }: BankTable) => rhythm !== 'quarters' && rhythm !== 'weeks of business days';
  const daily = bankTables.filter(({ table }) => isDaily(table));
  const rare = bankTables.filter(({ table }) => !isDaily(table));
  const rows = [...daily.toSorted((a, b) => a.table.publishedBy - b.table.publishedBy), ...rare].map(
    ({ bank, table }): Row => ({
      name: nameOf(bank, table),
      shapes: isDaily(table)
        ? [markAt('source', across(shareOfHour(table.publishedBy)), ROW_HEIGHT / 2)]
        : [shape('text', { x: '100%', y: 14, 'text-anchor': 'end', class: 'strong' }, 'later →')],
      words: publishedInWords(table),
    }),
  );
  const hours = Array.from({ length: (LAST_HOUR - FIRST_HOUR) / 6 + 1 }, (_, index) => FIRST_HOUR + 6 * index);
  return figure({
    caption: 'By when each bank publishes a day’s rates, in UTC',
    marks: hours.map((hour) => [shareOfHour(hour), hour % 12 === 0 ? `${(hour + 24) % 24}:00` : '']),
    bands: [
      [0, shareOfHour(0), 'before'],
      [shareOfHour(0), shareOfHour(24), 'day of the rates'],
      [shareOfHour(24), 1, 'after'],
    ],
    rows,
  });
}

/** Since when each bank has rates: a bar up to a date for each table, the longest first. */
export function bankYears(until: IsoDate): string {
  const sorted = bankTables.toSorted((a, b) => (a.table.firstDay < b.table.firstDay ? -1 : 1));
  const first = sorted[0]?.table.firstDay ?? until;
  const decade = `${first.slice(0, 3)}0-01-01` as IsoDate;
  const shareOf = (date: IsoDate) => (dayNumber(date) - dayNumber(decade)) / (dayNumber(until) - dayNumber(decade));
  const decades = yearsBetween(decade, until).filter((year) => year.endsWith('0'));
  return figure({
    caption: 'Since when each bank’s rates go back',
    marks: decades.map((year) => [shareOf(`${year}-01-01` as IsoDate), Number(year) % 20 === 0 ? year : '']),
    bands: [],
    rows: sorted.map(({ bank, table }) => {
      const start = shareOf(table.firstDay);
      return {
        name: nameOf(bank, table),
        shapes: [shape('rect', { class: 'bar', x: across(start), width: across(1 - start), y: 5, height: 10, rx: 2 })],
        words: `since ${table.firstDay}`,
      };
    }),
  });
}

/** The name of a table: of its bank and, if the bank has several, of the folder in the archive. */
function nameOf({ name, tables }: Bank, { key }: BankTable): string {
  return tables.length === 1 ? name : `${name} (${key})`;
}

interface Figure {
  readonly caption: string;
  /** Vertical rules at shares of the width, with their words at the top. */
  readonly marks: readonly (readonly [share: number, words: string])[];
  readonly bands: readonly (readonly [from: number, to: number, words: string])[];
  readonly rows: readonly Row[];
}

function figure({ caption, marks, bands, rows }: Figure): string {
  const ground: readonly Shape[] = [
    // Every second band is shaded.
    ...bands
      .filter((_, index) => index % 2 === 1)
      .map(([from, to]) =>
        shape('rect', { class: 'ground', x: across(from), width: across(to - from), y: 0, height: ROW_HEIGHT }),
      ),
    ...marks.map(([share]): Shape => {
      const x = across(share);
      return shape('line', { class: 'rule', x1: x, x2: x, y1: 0, y2: ROW_HEIGHT });
    }),
  ];
  const head = drawing(
    bands.length > 0 ? 40 : ROW_HEIGHT,
    ...bands.map(([from, to, words]): Shape =>
      shape('text', { x: across((from + to) / 2), y: 14, 'text-anchor': 'middle', class: 'strong' }, words),
    ),
    ...marks.map(([share, words]): Shape =>
      shape('text', { x: across(share), y: bands.length > 0 ? 34 : 14, 'text-anchor': anchorAt(share) }, words),
    ),
  );
  const lines = rows.map(
    ({ name, shapes, words }) =>
      `<li><span>${escapeHtml(name)}</span>${markupOf(drawing(ROW_HEIGHT, ...ground, ...shapes))}` +
      `<small>${escapeHtml(words)}</small></li>`,
  );
  return (
    `<figure class="drawn"><figcaption>${escapeHtml(caption)}</figcaption>` +
    `<ul class="lines"><li class="scale" aria-hidden="true">${markupOf(head)}</li>${lines.join('')}</ul></figure>`
  );
}

function anchorAt(share: number): string {
  if (share < 0.02) return 'start';
  return share > 0.98 ? 'end' : 'middle';
}
