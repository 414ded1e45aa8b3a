import { across, drawing, markAlone, markAt, shape, type Shape } from '../../../drawing/shape.ts';
import { markupOf } from '../../../drawing/build/markup-of.ts';
import { rateOfWitness } from '../../../../archive/comparison.ts';
import { elementAt } from '../../../../money/element-at.ts';
import { escapeHtml } from '../../../build/fill-template.ts';
import type { DayOfHold, Hold } from './newest-hold.ts';

const [HEIGHT, TOP, BOTTOM] = [250, 28, 200];

/** A move that was held and then accepted, day by day: as a picture, and as a table with the same in words. */
export function holdFigure({ code, days }: Hold): string {
  const limits = days.flatMap((day) => [day.value, day.published, ...bandOf(day), ...witnessesOf(day)]).map(Math.log);
  const [low, high] = [Math.min(...limits), Math.max(...limits)];
  const y = (value: number) => Math.round(BOTTOM - ((Math.log(value) - low) / (high - low)) * (BOTTOM - TOP));
  const x = (column: number) => across(column / days.length);
  const shapes = days.flatMap((day, column): Shape[] => {
    const middle = x(column + 0.5);
    const [from, to] = [x(column), x(column + 1)];
    const level = y(day.published);
    const next = days[column + 1];
    const [month = '', dayOfMonth = ''] = shortDate.format(Date.parse(day.date)).split(' ');
    return [
      ...bandShapes(day, y, from, across(1 / days.length)),
      shape('line', { class: 'line', x1: from, x2: to, y1: level, y2: level }),
      ...(next ? [shape('line', { class: 'line', x1: to, x2: to, y1: level, y2: y(next.published) })] : []),
      ...witnessesOf(day).map((rate) => markAt('witness', middle, y(rate))),
      markAt('source', middle, y(day.value)),
      shape('text', { x: middle, y: HEIGHT - 22, 'text-anchor': 'middle' }, month),
      shape('text', { x: middle, y: HEIGHT - 4, 'text-anchor': 'middle' }, dayOfMonth),
    ];
  });
  const levels = [elementAt(days, 0), elementAt(days, days.length - 1)].map(({ published }, index) =>
    shape(
      'text',
      { x: across(index), y: y(published) - 14, 'text-anchor': index === 0 ? 'start' : 'end', class: 'strong' },
      String(Number(published.toPrecision(5))),
    ),
  );
  const key = [
    `${markupOf(markAlone('source'))}source value`,
    ...(days.some(({ comparisons }) => comparisons.length > 0) ? [`${markupOf(markAlone('witness'))}witness`] : []),
    '<i class="level"></i>published',
    '<i class="allowed"></i>plausible',
  ];
  return (
    `<figure class="drawn"><figcaption>${escapeHtml(captionOf(code, days))}</figcaption>` +
    `<p class="key" aria-hidden="true">${key.map((each) => `<span>${each}</span>`).join('')}</p>` +
    markupOf(drawing(HEIGHT, ...shapes, ...levels)) +
    `<table><thead><tr>${headers.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>` +
    `<tbody>${days.map((day) => rowOf(code, day)).join('')}</tbody></table></figure>`
  );
}

const shortDate = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const headers = ['Day', 'Source value', 'Published', 'Decision'];

function captionOf(code: string, days: readonly DayOfHold[]): string {
  const held = days.filter(({ quality }) => quality?.state === 'held').length;
  return `${code} per 1 USD: a move that was held for ${held} ${held === 1 ? 'dataset' : 'datasets'} and then accepted`;
}

/** The lowest and the highest plausible value of a day; empty if the decision has no bound. */
function bandOf({ quality }: DayOfHold): readonly number[] {
  if (quality?.state !== 'held' || quality.bound === null || quality.published === null) return [];
  return [quality.published / quality.bound, quality.published * quality.bound];
}

function bandShapes(day: DayOfHold, y: (value: number) => number, x: string, width: string): Shape[] {
  const [low, high] = bandOf(day);
  if (low === undefined || high === undefined) return [];
  return [shape('rect', { class: 'band', x, width, y: y(high), height: y(low) - y(high) })];
}

const witnessesOf = ({ value, comparisons }: DayOfHold) => comparisons.map(({ ratio }) => rateOfWitness(value, ratio));

function rowOf(code: string, day: DayOfHold): string {
  const href = escapeHtml(`/receipt?from=USD&to=${code}&date=${day.date}`);
  const cells = [String(day.value), String(day.published), decisionInWords(day)];
  return (
    `<tr><th scope="row"><a href="${href}">${day.date}</a></th>` +
    cells.map((cell, index) => `<td data-title="${headers[index + 1] ?? ''}">${escapeHtml(cell)}</td>`).join('') +
    '</tr>'
  );
}

function decisionInWords({ quality }: DayOfHold): string {
  if (!quality || quality.state === 'frozen') return 'published';
  const { agreeing_datasets: agreeing, needed_datasets: needed, witnesses, bound, reason } = quality;
  const count = needed === null ? '' : `${agreeing} of ${needed} datasets agree`;
  if (quality.state !== 'accepted')
    return `held: moved by more than a factor of ${Number(bound?.toFixed(3))}${count && `; ${count}`}`;
  return reason === 'confirmed' ? `accepted: ${witnesses.join(' and ')} has the same level` : `accepted: ${count}`;
}
