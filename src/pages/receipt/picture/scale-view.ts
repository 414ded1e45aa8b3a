import { elementOf } from '../../drawing/element-of.ts';
import { across, drawing, markAlone, markAt, shape, type Shape } from '../../drawing/shape.ts';
import { create, withWholeDates } from '../../frame/elements.ts';
import type { ValueScale } from './value-scale.ts';

/** The height of the picture, and the place of its line. */
const [HEIGHT, LINE] = [84, 40];
/** The share of the width beside the outermost values, where the limits of the band are written. */
const MARGIN = 0.25;

const percent = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 2 });

/** A currency's values on one line, with the words beside it. Screen readers have the words. */
export function scaleView({ title, marks, band, around }: ValueScale): Node {
  const [low, high] = band;
  const values = [...marks.map(({ value }) => value), low, high].map(Math.log);
  const [first, last] = [Math.min(...values), Math.max(...values)];
  const shareOf = (value: number) => {
    const share = last === first ? 0.5 : (Math.log(value) - first) / (last - first);
    return MARGIN + share * (1 - 2 * MARGIN);
  };
  const [start, end] = [shareOf(low), shareOf(high)];
  const limit = (value: number, x: number, side: -1 | 1): Shape =>
    shape(
      'text',
      { x: across(x), dx: 8 * side, y: LINE + 5, 'text-anchor': side === -1 ? 'end' : 'start' },
      shortened(value),
    );
  const picture = drawing(
    HEIGHT,
    shape('rect', { class: 'band', x: across(start), y: LINE - 16, width: across(end - start), height: 32, rx: 3 }),
    shape('line', { class: 'line', x1: across(start), y1: LINE, x2: across(end), y2: LINE }),
    limit(low, start, -1),
    limit(high, end, 1),
    // The source value is drawn last, so that it's on top.
    ...marks.toReversed().map(({ kind, value }) => markAt(kind, across(shareOf(value)), LINE)),
  );
  const inWords = marks.map(({ kind, name, value, difference }) =>
    create(
      'li',
      {},
      elementOf(markAlone(kind)),
      ...withWholeDates(`${name}: `),
      create('b', {}, String(value)),
      difference === undefined ? '' : ` (${percent.format(difference)})`,
    ),
  );
  const plausible = `Plausible: ${shortened(low)} to ${shortened(high)}, around ${around}.`;
  return create(
    'figure',
    { class: 'scaled' },
    create('figcaption', {}, title),
    elementOf(picture),
    create('ul', {}, ...inWords, create('li', { class: 'plausible' }, ...withWholeDates(plausible))),
  );
}

const shortened = (value: number) => String(Number(value.toPrecision(5)));
