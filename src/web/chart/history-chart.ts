/*! Contains uPlot, Copyright (c) Leon Sorokin, MIT License: https://github.com/leeoniya/uPlot/blob/master/LICENSE */
// This import must come before uPlot, which fails if Intl rejects the browser's language.
import '../visitor/usable-language.ts';
import uPlot from 'uplot';
import { dateOfDay, dayNumber } from '../../rates/calendar.ts';
import { elementAt } from '../../rates/element-at.ts';
import { type DatedRate, withDates } from '../../rates/past-rates.ts';
import { historyCsv } from '../../api/tables.ts';
import type { PageState } from '../shared/address-state.ts';
import { axisNumbers } from './axis-numbers.ts';
import { isMarkedByYear, markedDays } from './chart-days.ts';
import { firstDayOf, type Line, lineOf, lonePlaces, officialLineOf, type Range } from '../shared/chart-range.ts';
import { create, fillTable, find } from '../shared/elements.ts';
import { histories, type LoadedDay } from '../shared/load.ts';
import { change, localDate, format } from '../visitor/visitor-format.ts';
import { visitorLocale } from '../visitor/visitor-locale.ts';

const axisDate = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(visitorLocale(), { ...options, timeZone: 'UTC' });
const dayAndMonth = axisDate({ day: 'numeric', month: 'short' });
const month = axisDate({ month: 'short' });
const monthAndYear = axisDate({ month: 'short', year: '2-digit' });
const year = axisDate({ year: 'numeric' });

const markFormats: Record<Range, Intl.DateTimeFormat> = { '1m': dayAndMonth, '1y': month, all: monthAndYear };

const rangeNames: Record<Range, string> = { '1m': 'the last month', '1y': 'the last year', all: 'all archived days' };

/** Width of a mark's text on the axis, in CSS pixels. */
const MARK_WIDTH = 70;
/** Width of a printed chart in CSS pixels, which fits between the margins of an A4 page. */
const PRINT_WIDTH = 660;
/** Number of points by which PageUp and PageDown move. They move by a twentieth of a chart with over 600 points. */
const LEAP = 30;
/** Space above the highest point, and the same below the lowest, for their marks. It's a share of the line's height. */
const MARGIN = 0.2;

interface ChartState extends Omit<PageState, 'source'> {
  readonly source: 'market' | 'ecb';
}

interface Chart extends Line {
  readonly from: string;
  readonly to: string;
  readonly range: Range;
  readonly isOfficial: boolean;
  /** Whether the chart is so long that its axis marks years and its table lists months. */
  readonly isLong: boolean;
  /** The days with a rate. The list is never empty. */
  readonly known: readonly DatedRate[];
  readonly first: DatedRate;
  readonly last: DatedRate;
  readonly high: DatedRate;
  readonly low: DatedRate;
}

/** A pair's past rates as a line, a summary, a table and a file. */
export class HistoryChart {
  readonly #day: LoadedDay;
  readonly #figure = find('chart', HTMLElement);
  readonly #readout = find('chart-readout', HTMLElement);
  readonly #summary = find('chart-summary', HTMLElement);
  readonly #details = find('chart-details', HTMLDetailsElement);
  readonly #download = find('chart-download', HTMLButtonElement);
  #plot: uPlot | undefined;
  #chart: Chart | undefined;
  /** Index of the selected day. */
  #pointed: number | undefined;
  #wanted: ChartState | undefined;

  constructor({ day }: { day: LoadedDay }) {
    this.#day = day;
    new ResizeObserver(() => {
      if (this.#plot && this.#plot.width !== this.#figure.clientWidth) this.#draw();
    }).observe(this.#figure);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
    addEventListener('beforeprint', () => this.#draw(PRINT_WIDTH));
    addEventListener('afterprint', () => this.#draw());
    this.#figure.addEventListener('keydown', this.#onKey);
    this.#figure.addEventListener('blur', () => this.#point(undefined));
    // uPlot follows only a mouse, so touches need their own code.
    for (const type of ['pointerdown', 'pointermove'] as const) {
      this.#figure.addEventListener(type, ({ pointerType, clientX }) => {
        const plot = this.#plot;
        if (pointerType === 'mouse' || !plot) return;
        this.#point(this.#nearest(plot.posToIdx(clientX - plot.over.getBoundingClientRect().left)));
      });
    }
    this.#details.addEventListener('toggle', () => this.#fillTable());
    this.#download.addEventListener('click', () => {
      if (this.#chart) save(this.#chart);
    });
  }

  /** Shows a pair and a range. If calls overlap, only the latest call shows its result. */
  async show(state: ChartState): Promise<void> {
    this.#wanted = state;
    const { from, to, range, source } = state;
    const isOfficial = source === 'ecb';
    try {
      const { loadReach, loadRates } = histories[source];
      const reach = await loadReach(from, to, this.#day);
      const rates = await loadRates(from, to, firstDayOf(range, reach), reach.last);
      if (this.#wanted !== state) return;
      const known = withDates(rates);
      const line = isOfficial ? officialLineOf(known) : lineOf(rates);
      const isLong = isMarkedByYear(rates.rates.length);
      this.#chart =
        known.length > 0 ? { ...line, ...landmarksOf(known), known, from, to, range, isOfficial, isLong } : undefined;
      if (!this.#chart) this.#summary.textContent = `There are no rates for both currencies over ${rangeNames[range]}.`;
    } catch {
      if (this.#wanted !== state) return;
      this.#chart = undefined;
      this.#summary.textContent = 'The history could not be loaded. Choose a range to try again.';
    }
    this.#draw();
    this.#fillTable();
  }

  #draw(width = this.#figure.clientWidth): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#readout.textContent = '';
    this.#figure.hidden = !this.#chart;
    this.#details.hidden = !this.#chart;
    this.#download.hidden = !this.#chart;
    if (!this.#chart) return;
    const { days, rates } = this.#chart;
    this.#summary.textContent = summaryOf(this.#chart);
    this.#plot = new uPlot(this.#plotOptions(this.#chart, width), [[...days], [...rates]], this.#figure);
    this.#figure.setAttribute('aria-valuemax', String(days.length - 1));
    this.#point(undefined);
  }

  #plotOptions(chart: Chart, width: number): uPlot.Options {
    const { days, range, isLong } = chart;
    const marks = isLong ? year : markFormats[range];
    const lone = lonePlaces(chart);
    const style = getComputedStyle(this.#figure);
    const colorOf = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colorOf('--soft'), font: '12px system-ui, sans-serif', ticks: { show: false } };
    const grid = { stroke: colorOf('--line'), width: 1 };
    return {
      width,
      height: this.#figure.clientHeight,
      legend: { show: false },
      scales: {
        x: { time: false },
        y: {
          range: (_, low, high) => {
            const margin = (high - low) * MARGIN || high * 0.01;
            return [low - margin, high + margin];
          },
        },
      },
      cursor: {
        y: false,
        // Move the cursor to the nearest day with a rate, so that the cursor is always on the line.
        move: (plot, left, top) => {
          if (left < 0) return [left, top];
          return [plot.valToPos(elementAt(days, this.#nearest(plot.posToIdx(left))), 'x'), top];
        },
        drag: { setScale: false, x: false, y: false },
        points: { size: 9, fill: colorOf('--accent'), stroke: colorOf('--panel'), width: 2 },
      },
      axes: [
        {
          ...axis,
          size: 32,
          grid: { show: false },
          splits: (_, __, first, last) => markedDays(first, last, Math.max(2, Math.floor(width / MARK_WIDTH))),
          values: (_, splits) => splits.map((day) => marks.format(Date.parse(dateOfDay(day)))),
        },
        {
          ...axis,
          grid,
          size: (_, values) => 16 + 7 * Math.max(3, ...((values as string[] | null) ?? []).map(({ length }) => length)),
          values: (_, splits) => axisNumbers(splits, visitorLocale()),
        },
      ],
      series: [
        {},
        {
          stroke: colorOf('--accent'),
          width: 2,
          // If some rates have no neighbor, the area below the line isn't filled, because it would look like stripes.
          ...(lone.length === 0 && { fill: colorOf('--accent-wash') }),
          spanGaps: false,
          points: { show: lone.length > 0, size: 4, fill: colorOf('--accent'), filter: () => lone },
        },
      ],
      hooks: {
        draw: [
          (plot) => {
            markExtremes(plot, chart, { ink: colorOf('--text'), ground: colorOf('--panel') });
          },
        ],
        setCursor: [({ cursor }) => this.#say(cursor.idx ?? undefined)],
      },
    };
  }

  /** Index of the nearest day with a rate. */
  #nearest(index: number): number {
    const { rates } = this.#chart ?? { rates: [] };
    for (let distance = 0; distance < rates.length; distance++) {
      for (const near of [index - distance, index + distance]) if ((rates[near] ?? null) !== null) return near;
    }
    return index;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#chart || event.altKey || event.ctrlKey || event.metaKey) return;
    const { rates } = this.#chart;
    const [first, last] = [rates.findIndex((rate) => rate !== null), rates.findLastIndex((rate) => rate !== null)];
    const at = this.#pointed ?? last;
    const leap = (way: number) => {
      const points = way * Math.max(LEAP, Math.round(rates.length / 20));
      return this.#nearest(Math.max(first, Math.min(at + points, last)));
    };
    const before = rates.findLastIndex((rate, index) => rate !== null && index < at);
    const after = rates.findIndex((rate, index) => rate !== null && index > at);
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: before,
      ArrowDown: before,
      ArrowRight: after,
      ArrowUp: after,
      PageDown: leap(-1),
      PageUp: leap(1),
      Home: first,
      End: last,
    };
    const index = places[event.key];
    if (index === undefined) return;
    event.preventDefault();
    if (index >= 0) this.#point(index);
  };

  #point(index: number | undefined): void {
    const plot = this.#plot;
    if (!plot || !this.#chart) return;
    const place =
      index === undefined
        ? { left: -10, top: -10 }
        : { left: plot.valToPos(elementAt(this.#chart.days, index), 'x'), top: 0 };
    plot.setCursor(place, false);
    this.#say(index);
  }

  /** Shows the rate of the selected day or, without a selection, of the last day with a rate. */
  #say(index: number | undefined): void {
    if (!this.#chart) return;
    this.#pointed = index;
    const { days, rates, from, to } = this.#chart;
    const at = index ?? rates.findLastIndex((rate) => rate !== null);
    const text = `${localDate(dateOfDay(elementAt(days, at)))}: 1 ${from} = ${format.rate(rates[at] ?? NaN)} ${to}`;
    this.#readout.textContent = text;
    this.#figure.setAttribute('aria-valuenow', String(at));
    this.#figure.setAttribute('aria-valuetext', text);
  }

  /** Fills the table if the visitor has opened it. */
  #fillTable(): void {
    if (!this.#chart || !this.#details.open) return;
    const { known, from, to, isLong } = this.#chart;
    const month = (index: number) => known[index]?.date.slice(0, 'YYYY-MM'.length);
    const listed = isLong ? known.filter((_, index) => month(index) !== month(index + 1)) : known;
    const rows = listed.map(({ date, rate }) => [localDate(date), format.rate(rate)] as const);
    fillTable(
      'chart-table',
      `${to} per 1 ${from}${isLong ? ', the last rate of each month' : ''}`,
      ['Day', to],
      rows.reverse(),
    );
  }
}

/** Saves the shown rates as CSV without a request. */
function save({ known, first, last, from, to, isOfficial }: Chart): void {
  const address = URL.createObjectURL(new Blob([historyCsv(known)], { type: 'text/csv' }));
  create('a', {
    href: address,
    download: `${from}-${to}-${isOfficial ? 'ecb-' : ''}${first.date}-${last.date}.csv`,
  }).click();
  URL.revokeObjectURL(address);
}

/** Marks the highest and the lowest point with shapes and words, because some visitors can't distinguish colors. */
function markExtremes(plot: uPlot, { high, low }: Chart, { ink, ground }: { ink: string; ground: string }): void {
  if (high.rate === low.rate) return;
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `600 ${12 * scale}px system-ui, sans-serif`;
  ctx.lineWidth = 3 * scale;
  ctx.strokeStyle = ground;
  ctx.fillStyle = ink;
  for (const [{ date, rate }, way, word] of [
    [high, -1, 'high'],
    [low, 1, 'low'],
  ] as const) {
    const [x, y] = [plot.valToPos(dayNumber(date), 'x', true), plot.valToPos(rate, 'y', true)];
    const triangle = new Path2D();
    triangle.moveTo(x, y + way * 3 * scale);
    triangle.lineTo(x - 5 * scale, y + way * 11 * scale);
    triangle.lineTo(x + 5 * scale, y + way * 11 * scale);
    triangle.closePath();
    ctx.stroke(triangle);
    ctx.fill(triangle);
    const text = `${word} ${format.rate(rate)}`;
    const half = ctx.measureText(text).width / 2;
    const middle = Math.min(Math.max(x, bbox.left + half), bbox.left + bbox.width - half);
    ctx.textAlign = 'center';
    ctx.textBaseline = way < 0 ? 'bottom' : 'top';
    ctx.strokeText(text, middle, y + way * 13 * scale);
    ctx.fillText(text, middle, y + way * 13 * scale);
  }
  ctx.restore();
}

function landmarksOf(known: readonly DatedRate[]): Pick<Chart, 'first' | 'last' | 'high' | 'low'> {
  const first = elementAt(known, 0);
  let [high, low] = [first, first];
  for (const each of known) {
    if (each.rate > high.rate) high = each;
    if (each.rate < low.rate) low = each;
  }
  return { first, last: elementAt(known, known.length - 1), high, low };
}

function summaryOf({ known, days, rates, from, to, range, isOfficial, first, last, high, low }: Chart): string {
  const dateAt = (index: number) => localDate(dateOfDay(elementAt(days, index)));
  const pauses = days.flatMap((_, index) =>
    rates[index] !== null || !isOfficial ? [] : [` No rates between ${dateAt(index - 1)} and ${dateAt(index + 1)}.`],
  );
  const missing = isOfficial ? 0 : days.length - known.length;
  const period = isOfficial && range === 'all' ? `Since ${localDate(first.date)}` : `Over ${rangeNames[range]}`;
  return (
    `${period} 1 ${from} went from ${format.rate(first.rate)} to ${format.rate(last.rate)} ${to} ` +
    `(${change.format(last.rate / first.rate - 1)}), between ${format.rate(low.rate)} on ` +
    `${localDate(low.date)} and ${format.rate(high.rate)} on ${localDate(high.date)}.` +
    pauses.join('') +
    (missing > 0 ? ` Days without a rate: ${missing} of ${days.length}.` : '') +
    (isOfficial ? ' Source: European Central Bank.' : '')
  );
}
