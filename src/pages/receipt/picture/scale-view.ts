import { create } from '../../frame/elements.ts';
import type { Mark, ValueScale } from './value-scale.ts';

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** The size of the picture in the units of its coordinates. The line is at {@link LINE}. */
const [WIDTH, HEIGHT, LINE] = [640, 84, 40];
/** The share of the width beside the outermost values, where the limits of the band are written. */
const MARGIN = 0.16;

const percent = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 2 });

/** A currency's values on one line, with the words beside it. Screen readers have the words. */
export function scaleView({ code, marks, band, around }: ValueScale): Node {
  const [low, high] = band;
  const values = [...marks.map(({ value }) => value), low, high].map(Math.log);
  const [first, last] = [Math.min(...values), Math.max(...values)];
  const placeOf = (value: number) => {
    const share = last === first ? 0.5 : (Math.log(value) - first) / (last - first);
    return Math.round(WIDTH * (MARGIN + share * (1 - 2 * MARGIN)));
  };
  const [start, end] = [placeOf(low), placeOf(high)];
  const limit = (value: number, x: number, anchor: string) =>
    draw('text', { x, y: LINE + 5, 'text-anchor': anchor }, String(Number(value.toPrecision(5))));
  const svg = draw(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'scale', 'aria-hidden': 'true' },
    draw('rect', { class: 'band', x: start, y: LINE - 16, width: end - start, height: 32, rx: 3 }),
    draw('line', { class: 'line', x1: start, y1: LINE, x2: end, y2: LINE }),
    limit(low, start - 8, 'end'),
    limit(high, end + 8, 'start'),
    // The source value is drawn last, so that it's on top.
    ...marks.toReversed().map((mark) => shapeOf(mark.kind, placeOf(mark.value), LINE)),
  );
  const inWords = marks.map((mark) =>
    create(
      'li',
      {},
      draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, shapeOf(mark.kind, 12, 12)),
      `${mark.name}: `,
      create('b', {}, String(mark.value)),
      mark.difference === undefined ? '' : ` (${percent.format(mark.difference)})`,
    ),
  );
  const plausible = `Plausible: ${String(Number(low.toPrecision(5)))} to ${String(Number(high.toPrecision(5)))}, around ${around}.`;
  return create(
    'figure',
    { class: 'scaled' },
    create('figcaption', {}, `${code} per 1 USD`),
    svg,
    create('ul', {}, ...inWords, create('li', { class: 'plausible' }, plausible)),
  );
}

/** Each kind has another shape, because some visitors can't distinguish colors. */
function shapeOf(kind: Mark['kind'], x: number, y: number): Node {
  switch (kind) {
    case 'source':
      return draw('circle', { class: kind, cx: x, cy: y, r: 7 });
    case 'published':
      return draw('rect', { class: kind, x: x - 7, y: y - 7, width: 14, height: 14 });
    case 'before':
      return draw('line', { class: kind, x1: x, y1: y - 11, x2: x, y2: y + 11 });
    case 'witness':
      return draw('path', { class: kind, d: `M${x} ${y - 9}l9 9-9 9-9-9z` });
  }
}

function draw(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: (Node | string)[]
): Node {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
