import { market } from '../../sources/market.ts';
import { historyCsv } from '../../api/tables.ts';
import { dateOfDay } from '../../money/calendar.ts';
import type { UnitChange } from '../../money/currencies/unit-changes.ts';
import { elementAt } from '../../money/element-at.ts';
import { create, fillTable, find } from '../frame/elements.ts';
import { text } from '../frame/text.ts';
import { change, format, localDate, whole } from '../visitor/visitor-format.ts';
import { shortDates } from './chart-dates.ts';
import { type Chart, changeOf } from './chart-rates.ts';

/** Two of these dates fit into one line on a phone. */
const shortDate = shortDates({ dateStyle: 'medium' });

const readout = find('chart-readout', HTMLElement);
const summary = find('chart-summary', HTMLElement);

/** Shows the rate of a day and its change since the chart's first day. Returns both in words, for screen readers. */
export function showDay(chart: Chart, index: number): string {
  const { days, rates, from, to, first } = chart;
  const date = dateOfDay(elementAt(days, index));
  const value = rates[index] ?? NaN;
  const rate = `${format.plain(1)} ${from} = ${format.rate(value)} ${to}`;
  const changed = changeOf(chart, value);
  const inPercent = change.format(changed);
  const way = inPercent === change.format(0) ? 'same' : changed > 0 ? 'up' : 'down';
  readout.replaceChildren(
    create('span', { class: 'rate', dir: 'auto' }, rate),
    create('span', { class: `change ${way}`, dir: 'auto' }, inPercent),
    create('span', { class: 'day' }, text('chartDay', { day: shortDate(date), first: shortDate(first.date) })),
  );
  return `${localDate(date)}: ${rate} (${inPercent})`;
}

/** Describes the line for screen readers, and notes for all visitors which days have no rate. */
export function showSummary(chart: Chart): void {
  const { from, to, first, last, low, high, missing, pauses, days, unitChange } = chart;
  const values = {
    ...{ from, to, start: format.rate(first.rate), end: format.rate(last.rate) },
    ...{ first: localDate(first.date), last: localDate(last.date), change: change.format(changeOf(chart, last.rate)) },
    ...{ low: format.rate(low.rate), lowDate: localDate(low.date) },
    ...{ high: format.rate(high.rate), highDate: localDate(high.date) },
  };
  const notes = [
    ...(isSteady(chart) ? [fixedInWords(from, to) ?? text('chartSteady', values)] : []),
    ...(chart.beside ? [text('chartBeside')] : []),
    ...(unitChange ? [unitChangeInWords(unitChange)] : []),
    ...(missing > 0 ? [text('chartGaps', { count: missing, days: days.length })] : []),
    ...pauses.map(([start, end]) => text('chartPause', { start: localDate(start), end: localDate(end) })),
  ];
  summary.replaceChildren(
    ...(isSteady(chart) ? [] : [create('p', { class: 'unseen' }, text('chartSummary', values))]),
    ...notes.map((note) => create('p', { class: 'small' }, note)),
  );
}

/** Whether the highest and the lowest rate are printed with the same digits: fixed rates differ by rounding alone. */
export function isSteady({ high, low }: Pick<Chart, 'high' | 'low'>): boolean {
  return format.rate(high.rate) === format.rate(low.rate);
}

/** The official parity, if one currency of the pair is pegged to the other. The table of currencies has it. */
function fixedInWords(from: string, to: string): string | undefined {
  for (const [code, other] of [
    [from, to],
    [to, from],
  ] as const) {
    const row = [...document.querySelectorAll<HTMLTableRowElement>('#currencies tr[data-fixed]')].find(
      ({ cells, dataset }) => cells[0]?.textContent.trim() === code && dataset['fixed']?.startsWith(`${other} `),
    );
    const [anchor, parity] = row?.dataset['fixed']?.split(' ') ?? [];
    if (anchor !== undefined) return text('chartFixed', { anchor, code, rate: format.rate(Number(parity)) });
  }
  return undefined;
}

function unitChangeInWords({ code, date, ratio }: UnitChange): string {
  return text('chartUnit', { code, date: localDate(date), ratio: whole.format(ratio) });
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
    download: `${from}-${to}-${source === market.key ? '' : `${source}-`}${first.date}-${last.date}.csv`,
  }).click();
  URL.revokeObjectURL(address);
}
