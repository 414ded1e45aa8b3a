/*! Contains uPlot, Copyright (c) Leon Sorokin, MIT Licence: https://github.com/leeoniya/uPlot/blob/master/LICENSE */
// Before uPlot: it has to find a language that it can use.
import './usable-language.ts';
import uPlot from 'uplot';
import { dateOfDay } from '../rates/calendar.ts';
import { dateInWords } from '../rates/date-in-words.ts';
import { elementAt } from '../rates/element-at.ts';
import { type DatedRate, withDates } from '../rates/past-rates.ts';
import { historyTable } from '../documents/tables.ts';
import type { PageState } from './address-state.ts';
import { markedDays } from './chart-days.ts';
import { firstDayOf, type Line, lineOf, lonePlaces, type Range } from './chart-range.ts';
import { create, find } from './elements.ts';
import { loadRates, loadReach } from './load.ts';
import { numberFormat } from '../rates/number-format.ts';
import { visitorLocale } from './visitor-locale.ts';

const format = numberFormat(visitorLocale());
const percent = new Intl.NumberFormat(visitorLocale(), {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'always',
});
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' });

const markFormats: Record<Range, Intl.DateTimeFormat> = { '1m': dayAndMonth, '1y': month, all: monthAndYear };

const rangeNames: Record<Range, string> = { '1m': 'the last month', '1y': 'the last year', all: 'all archived days' };

/** CSS pixels that the text of a mark on the axis takes. */
const MARK_WIDTH = 70;

interface Chart extends Line {
  readonly from: string;
  readonly to: string;
  readonly range: Range;
  /** The days with a rate; at least one. */
  readonly known: readonly DatedRate[];
}

/** What the pair's rate was: as a line, in words, as a table, and as a file. */
export class HistoryChart {
  readonly #figure = find('chart', HTMLElement);
  readonly #readout = find('chart-readout', HTMLElement);
  readonly #summary = find('chart-summary', HTMLElement);
  readonly #details = find('chart-details', HTMLDetailsElement);
  readonly #table = find('chart-table', HTMLTableElement);
  readonly #download = find('chart-download', HTMLButtonElement);
  #plot: uPlot | undefined;
  #chart: Chart | undefined;
  #wanted: PageState | undefined;

  constructor() {
    new ResizeObserver(() => {
      if (this.#plot && this.#plot.width !== this.#figure.clientWidth) this.#draw();
    }).observe(this.#figure);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.#draw();
    });
    this.#details.addEventListener('toggle', () => {
      this.#fillTable();
    });
    this.#download.addEventListener('click', () => {
      if (this.#chart) save(this.#chart);
    });
  }

  /** Shows a pair and a range; a call that a later one has overtaken shows nothing. */
  async show(state: PageState): Promise<void> {
    this.#wanted = state;
    const { from, to, range } = state;
    try {
      const reach = await loadReach();
      const first = firstDayOf(range, reach);
      const rates = await loadRates(from, to, first, reach.last);
      if (this.#wanted !== state) return;
      const known = withDates(rates);
      this.#chart = known.length > 0 ? { ...lineOf(rates), known, from, to, range } : undefined;
      if (!this.#chart) this.#summary.textContent = `Over ${rangeNames[range]} there is no rate of both.`;
    } catch {
      if (this.#wanted !== state) return;
      this.#chart = undefined;
      this.#summary.textContent = 'The history could not be loaded. Choose a range to try again.';
    }
    this.#draw();
    this.#fillTable();
  }

  #draw(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#readout.textContent = '';
    this.#figure.hidden = !this.#chart;
    this.#details.hidden = !this.#chart;
    this.#download.hidden = !this.#chart;
    if (!this.#chart) return;
    const { days, rates } = this.#chart;
    this.#summary.textContent = inWords(this.#chart);
    this.#plot = new uPlot(this.#plotOptions(this.#chart), [[...days], [...rates]], this.#figure);
    this.#point(null);
  }

  #plotOptions(chart: Chart): uPlot.Options {
    const { range } = chart;
    const lone = lonePlaces(chart);
    const width = this.#figure.clientWidth;
    const style = getComputedStyle(this.#figure);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour('--soft'), font: '12px system-ui, sans-serif', ticks: { show: false } };
    const grid = { stroke: colour('--line'), width: 1 };
    return {
      width,
      height: this.#figure.clientHeight,
      legend: { show: false },
      scales: { x: { time: false } },
      cursor: {
        y: false,
        drag: { setScale: false, x: false, y: false },
        points: { size: 9, fill: colour('--accent'), stroke: colour('--panel'), width: 2 },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          splits: (_, __, first, last) => markedDays(first, last, Math.max(2, Math.floor(width / MARK_WIDTH))),
          values: (_, splits) => splits.map((day) => markFormats[range].format(Date.parse(dateOfDay(day)))),
        },
        {
          ...axis,
          grid,
          size: (_, values) => 16 + 7 * Math.max(3, ...((values as string[] | null) ?? []).map(({ length }) => length)),
          values: (_, splits) => splits.map((rate) => format.rate(rate)),
        },
      ],
      series: [
        {},
        {
          stroke: colour('--accent'),
          width: 2,
          // Under a line with many holes it would be stripes.
          ...(lone.length === 0 && { fill: colour('--accent-wash') }),
          spanGaps: false,
          points: { show: lone.length > 0, size: 4, fill: colour('--accent'), filter: () => lone },
        },
      ],
      hooks: {
        setCursor: [
          ({ cursor }) => {
            this.#point(cursor.idx ?? null);
          },
        ],
      },
    };
  }

  /** Says the value of a point, or of the last one where none is pointed at. */
  #point(index: number | null): void {
    if (!this.#chart) return;
    const { days, rates, known, from, to } = this.#chart;
    const last = elementAt(known, known.length - 1);
    const date = index === null ? last.date : dateOfDay(elementAt(days, index));
    const rate = index === null ? last.rate : elementAt(rates, index);
    this.#readout.textContent =
      `${dateInWords(date)}: ` + (rate === null ? 'no rate' : `1 ${from} = ${format.rate(rate)} ${to}`);
  }

  /** Every value, for who cannot or will not read the line. Made when it is asked for. */
  #fillTable(): void {
    if (!this.#chart || !this.#details.open) return;
    const { known, from, to } = this.#chart;
    this.#table.replaceChildren(
      create('caption', {}, `${to} per 1 ${from}`),
      create('thead', {}, create('tr', {}, create('th', { scope: 'col' }, 'Day'), create('th', { scope: 'col' }, to))),
      create(
        'tbody',
        {},
        ...known
          .map(({ date, rate }) =>
            create('tr', {}, create('th', { scope: 'row' }, dateInWords(date)), create('td', {}, format.rate(rate))),
          )
          .reverse(),
      ),
    );
  }
}

/** Has the browser save what is on show as CSV. Nothing is asked of the network. */
function save({ known, from, to }: Chart): void {
  const [first, last] = [elementAt(known, 0), elementAt(known, known.length - 1)];
  const address = URL.createObjectURL(new Blob([historyTable(known)], { type: 'text/csv' }));
  create('a', { href: address, download: `${from}-${to}-${first.date}-${last.date}.csv` }).click();
  URL.revokeObjectURL(address);
}

function inWords({ known, days, from, to, range }: Chart): string {
  const [first, last] = [elementAt(known, 0), elementAt(known, known.length - 1)];
  const [low] = known.toSorted((a, b) => a.rate - b.rate);
  const [high] = known.toSorted((a, b) => b.rate - a.rate);
  const missing = days.length - known.length;
  return (
    `Over ${rangeNames[range]} 1 ${from} went from ${format.rate(first.rate)} to ${format.rate(last.rate)} ${to} ` +
    `(${percent.format(last.rate / first.rate - 1)}), between ${format.rate(low?.rate ?? 0)} on ` +
    `${dateInWords(low?.date ?? '')} and ${format.rate(high?.rate ?? 0)} on ${dateInWords(high?.date ?? '')}.` +
    (missing > 0 ? ` Of ${missing} of these ${days.length} days there is no rate.` : '')
  );
}
