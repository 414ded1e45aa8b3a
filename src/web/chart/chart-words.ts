import { historyCsv } from '../../api/tables.ts';
import { dateOfDay } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { create, fillTable, find } from '../shared/elements.ts';
import { text } from '../shared/text.ts';
import { change, format, localDate } from '../visitor/visitor-format.ts';
import { type Chart, changeAt } from './chart-rates.ts';

const readout = find('chart-readout', HTMLElement);
const summary = find('chart-summary', HTMLElement);

/** Shows the rate of a day and its change since the chart's first day. Returns both in words, for screen readers. */
export function showDay(chart: Chart, index: number): string {
  const { days, rates, from, to, first } = chart;
  const day = localDate(dateOfDay(elementAt(days, index)));
  const rate = `1 ${from} = ${format.rate(rates[index] ?? NaN)} ${to}`;
  const changed = changeAt(chart, index);
  const inPercent = change.format(changed);
  const isShown = inPercent !== change.format(0);
  readout.replaceChildren(
    create('span', { class: 'rate', dir: 'auto' }, rate),
    create('span', { class: `change ${isShown ? (changed > 0 ? 'up' : 'down') : ''}`, dir: 'auto' }, inPercent),
    create('span', { class: 'day' }, text('chartDay', { day, first: localDate(first.date) })),
  );
  return `${day}: ${rate} (${inPercent})`;
}

/** Shows the lowest and the highest rate, and in notes below which days have no rate. */
export function showSummary({ low, high, missing, pauses, days }: Chart): void {
  const lines = [
    text('chartLow', { rate: format.rate(low.rate), date: localDate(low.date) }),
    text('chartHigh', { rate: format.rate(high.rate), date: localDate(high.date) }),
    ...(missing > 0 ? [text('chartGaps', { missing, days: days.length })] : []),
    ...pauses.map(([start, end]) => text('chartPause', { start: localDate(start), end: localDate(end) })),
  ];
  summary.replaceChildren(...lines.map((line) => create('p', {}, line)));
}

/** Empties the texts of a chart without rates. */
export function showNothing(): void {
  readout.replaceChildren();
  summary.replaceChildren();
}

/** Lists the days with a rate or, in a long chart, the last rate of each month. */
export function listRates({ known, from, to, isLong }: Chart): void {
  const month = (index: number) => known[index]?.date.slice(0, 'YYYY-MM'.length);
  const listed = isLong ? known.filter((_, index) => month(index) !== month(index + 1)) : known;
  const rows = listed.map(({ date, rate }) => [localDate(date), format.rate(rate)] as const);
  fillTable(
    'chart-table',
    text(isLong ? 'tableCaptionMonths' : 'tableCaption', { from, to }),
    [text('day'), to],
    rows.reverse(),
  );
}

/** Saves the shown rates as CSV without a request. */
export function saveRates({ known, first, last, from, to, source }: Chart): void {
  const address = URL.createObjectURL(new Blob([historyCsv(known)], { type: 'text/csv' }));
  create('a', {
    href: address,
    download: `${from}-${to}-${source === 'ecb' ? 'ecb-' : ''}${first.date}-${last.date}.csv`,
  }).click();
  URL.revokeObjectURL(address);
}
