/*! Contains uPlot, Copyright (c) Leon Sorokin, MIT Licence: https://github.com/leeoniya/uPlot/blob/master/LICENSE */
// Before uPlot: it has to find a language that it can use.
import './usable-language.ts';
import uPlot from 'uplot';
import { dateOfDay, dayNumber } from '../rates/calendar.ts';
import { crossSeries } from '../rates/cross-rate.ts';
import { dateInWords } from '../rates/date-in-words.ts';
import { elementAt } from '../rates/element-at.ts';
import { type Period, pointsOf } from '../rates/period.ts';
import type { PageState } from './address-state.ts';
import { markedDays } from './chart-days.ts';
import { create, find } from './elements.ts';
import { loadYears } from './load.ts';
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

const periodNames: Record<Period, string> = { '7d': '7 days', '30d': '30 days', '90d': '90 days', '1y': 'year' };

/** CSS pixels that the text of a mark on the axis takes. */
const MARK_WIDTH = 70;

interface Chart {
  /** Days since 1970-01-01. */
  readonly days: readonly number[];
  readonly rates: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly period: Period;
}

/** The pair's synthetic series as a line, in words, and as a table. */
export class HistoryChart {
  readonly #figure = find('chart', HTMLElement);
  readonly #readout = find('chart-readout', HTMLElement);
  readonly #summary = find('chart-summary', HTMLElement);
  readonly #details = find('chart-details', HTMLDetailsElement);
  readonly #table = find('chart-table', HTMLTableElement);
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
  }

  /** Shows a pair and a period; a call that a later one has overtaken shows nothing. */
  async show(state: PageState): Promise<void> {
    this.#wanted = state;
    const { from, to, period } = state;
    try {
      const [fromYear, toYear] = await loadYears(from, to);
      if (this.#wanted !== state) return;
      const rates = crossSeries(fromYear.yearPerUsd, toYear.yearPerUsd).slice(-pointsOf(period));
      const last = dayNumber(fromYear.asOf);
      const days = rates.map((_, index) => last - rates.length + 1 + index);
      this.#chart = { days, rates, from, to, period };
    } catch {
      if (this.#wanted !== state) return;
      this.#chart = undefined;
      this.#summary.textContent = 'The series could not be loaded. Choose a period to try again.';
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
    if (!this.#chart) return;
    const { days, rates } = this.#chart;
    this.#summary.textContent = inWords(this.#chart);
    this.#plot = new uPlot(this.#plotOptions(this.#chart), [[...days], [...rates]], this.#figure);
    this.#point(null);
  }

  #plotOptions({ period }: Chart): uPlot.Options {
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
          values: (_, splits) =>
            splits.map((day) => (period === '1y' ? month : dayAndMonth).format(Date.parse(dateOfDay(day)))),
        },
        {
          ...axis,
          grid,
          size: (_, values) => 16 + 7 * Math.max(3, ...((values as string[] | null) ?? []).map(({ length }) => length)),
          values: (_, splits) => splits.map((rate) => format.rate(rate)),
        },
      ],
      series: [{}, { stroke: colour('--accent'), width: 2, fill: colour('--accent-wash'), points: { show: false } }],
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
    const { days, rates, from, to } = this.#chart;
    const at = index ?? rates.length - 1;
    this.#readout.textContent = `${dateInWords(dateOfDay(elementAt(days, at)))}: 1 ${from} = ${format.rate(elementAt(rates, at))} ${to}`;
  }

  /** Every value, for who cannot or will not read the line. Made when it is asked for. */
  #fillTable(): void {
    if (!this.#chart || !this.#details.open) return;
    const { days, rates, from, to } = this.#chart;
    this.#table.replaceChildren(
      create('caption', {}, `${to} per 1 ${from}, synthetic`),
      create('thead', {}, create('tr', {}, create('th', { scope: 'col' }, 'Day'), create('th', { scope: 'col' }, to))),
      create(
        'tbody',
        {},
        ...days
          .map((day, index) =>
            create(
              'tr',
              {},
              create('th', { scope: 'row' }, dateInWords(dateOfDay(day))),
              create('td', {}, format.rate(elementAt(rates, index))),
            ),
          )
          .reverse(),
      ),
    );
  }
}

function inWords({ rates, from, to, period }: Chart): string {
  const [first, last] = [elementAt(rates, 0), elementAt(rates, rates.length - 1)];
  return (
    `Over the last ${periodNames[period]} this synthetic series of ${from} in ${to} goes from ${format.rate(first)} to ` +
    `${format.rate(last)} (${percent.format(last / first - 1)}), between ${format.rate(Math.min(...rates))} and ` +
    `${format.rate(Math.max(...rates))}.`
  );
}
