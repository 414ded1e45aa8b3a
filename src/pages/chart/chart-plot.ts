// uPlot, which is loaded later, fails if Intl rejects the browser's language.
import '../visitor/usable-language.ts';
import type uPlot from 'uplot';
import { dateOfDay, dayNumber } from '../../money/calendar.ts';
import { elementAt } from '../../money/element-at.ts';
import { text } from '../frame/text.ts';
import { format } from '../visitor/visitor-format.ts';
import { visitorLocale } from '../visitor/visitor-locale.ts';
import { axisNumbers, axisRange } from './axis-numbers.ts';
import { shortDates } from './chart-dates.ts';
import { markedDays, markFormat } from './chart-days.ts';
import type { Chart } from './chart-rates.ts';
import { isSteady } from './chart-words.ts';
import { nearestKnown } from './past-line.ts';

/** Width of a mark's text on the axis, in CSS pixels. */
const MARK_WIDTH = 70;

/**
 * Draws a chart.
 *
 * @param library uPlot
 * @param size in CSS pixels
 * @param onPoint called with the index of the day under the pointer; undefined if the pointer leaves the chart
 */
export function drawPlot(
  library: typeof uPlot,
  chart: Chart,
  figure: HTMLElement,
  size: { readonly width: number; readonly height: number },
  onPoint: (index: number | undefined) => void,
): uPlot {
  const { days, rates, known, beside } = chart;
  const style = getComputedStyle(figure);
  const colorOf = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colorOf('--soft'), font: `12px ${style.fontFamily}`, ticks: { show: false } };
  const inWords = shortDates(markFormat(elementAt(days, days.length - 1) - elementAt(days, 0) + 1));
  const options: uPlot.Options = {
    ...size,
    legend: { show: false },
    // Half of a date, which is centered below its day.
    padding: [null, MARK_WIDTH / 2 - 8, null, null],
    scales: {
      x: { time: false },
      y: { range: (_, low, high) => axisRange(low, high) },
    },
    cursor: {
      y: false,
      // Move the cursor to the nearest day with a rate, so that the cursor is always on the line.
      move: (plot, left, top) => {
        if (left < 0) return [left, top];
        return [plot.valToPos(elementAt(days, nearestKnown(chart, plot.posToIdx(left))), 'x'), top];
      },
      drag: { setScale: false, x: false, y: false },
      points: { size: 9, fill: colorOf('--accent'), stroke: colorOf('--panel'), width: 2 },
    },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        splits: (_, __, first, last) => markedDays(first, last, Math.max(2, Math.floor(size.width / MARK_WIDTH))),
        values: (_, splits) => splits.map((day) => inWords(dateOfDay(day))),
      },
      {
        ...axis,
        grid: { stroke: colorOf('--line'), width: 1 },
        size: (_, values) => 16 + 7 * Math.max(3, ...((values as string[] | null) ?? []).map(({ length }) => length)),
        values: (_, splits) => axisNumbers(splits, visitorLocale()),
      },
    ],
    series: [
      {},
      // A thin dashed line joins all days with a rate. The solid line covers it, except in gaps.
      {
        stroke: colorOf('--accent'),
        width: 1,
        dash: [3, 4],
        fill: colorOf('--accent-wash'),
        spanGaps: true,
        points: { show: false },
      },
      {
        stroke: colorOf('--accent'),
        width: 2,
        // A single rate has no line.
        points: { show: known.length === 1, size: 6, fill: colorOf('--accent') },
      },
      // Another source's rates, as a thin line of another color.
      ...(beside ? [{ stroke: colorOf('--soft'), width: 1, points: { show: false } }] : []),
    ],
    hooks: {
      // The chart runs from left to right in every language, but a date on its axis is a text of the page.
      drawClear: [({ ctx }) => (ctx.direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')],
      draw: [
        (plot) => {
          markChosen(plot, chart, colorOf('--text'));
          markExtremes(plot, chart, { ink: colorOf('--text'), ground: colorOf('--panel'), font: style.fontFamily });
        },
      ],
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)],
    },
  };
  return new library(options, [[...days], [...rates], [...rates], ...(beside ? [[...beside]] : [])], figure);
}

/** Marks the chosen day with a line from top to bottom, and a point on the rate. */
function markChosen(plot: uPlot, { days, rates, chosen }: Chart, ink: string): void {
  const rate = chosen === undefined ? null : (rates[chosen] ?? null);
  if (chosen === undefined || rate === null) return;
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const [x, y] = [plot.valToPos(elementAt(days, chosen), 'x', true), plot.valToPos(rate, 'y', true)];
  ctx.save();
  ctx.fillStyle = ink;
  ctx.fillRect(x - scale / 2, bbox.top, scale, bbox.height);
  ctx.beginPath();
  ctx.arc(x, y, 4.5 * scale, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
}

/** Marks the highest and the lowest point with shapes and words, because some visitors can't distinguish colors. */
function markExtremes(
  plot: uPlot,
  { high, low }: Chart,
  { ink, ground, font }: { readonly ink: string; readonly ground: string; readonly font: string },
): void {
  if (isSteady({ high, low })) return;
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `600 ${12 * scale}px ${font}`;
  ctx.lineWidth = 3 * scale;
  ctx.strokeStyle = ground;
  ctx.fillStyle = ink;
  for (const [{ date, rate }, way, word] of [
    [high, -1, text('high')],
    [low, 1, text('low')],
  ] as const) {
    const [x, y] = [plot.valToPos(dayNumber(date), 'x', true), plot.valToPos(rate, 'y', true)];
    const triangle = new Path2D();
    triangle.moveTo(x, y + way * 3 * scale);
    triangle.lineTo(x - 5 * scale, y + way * 11 * scale);
    triangle.lineTo(x + 5 * scale, y + way * 11 * scale);
    triangle.closePath();
    ctx.stroke(triangle);
    ctx.fill(triangle);
    const label = `${word} ${format.rate(rate)}`;
    const half = ctx.measureText(label).width / 2;
    // Beside the numbers of the axis, the label keeps a distance.
    const middle = Math.min(Math.max(x, bbox.left + half + 6 * scale), bbox.left + bbox.width - half);
    ctx.textAlign = 'center';
    ctx.textBaseline = way < 0 ? 'bottom' : 'top';
    ctx.strokeText(label, middle, y + way * 13 * scale);
    ctx.fillText(label, middle, y + way * 13 * scale);
  }
  ctx.restore();
}
