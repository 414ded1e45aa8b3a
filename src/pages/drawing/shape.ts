/** Attributes of an element. A coordinate that is a text is a share of the picture's width, such as `40%`. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A part of a picture: an SVG element. The browser makes an element of it, and the build makes markup of it. */
export interface Shape {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly content: readonly (Shape | string)[];
}

export function shape(tag: string, attributes: Attributes, ...content: readonly (Shape | string)[]): Shape {
  return { tag, attributes, content };
}

/** What a mark stands for. */
export type MarkKind = 'source' | 'before' | 'published' | 'witness';

/** A mark around the point 0, 0. Each kind has another shape, because some visitors can't distinguish colors. */
function markShape(kind: MarkKind): Shape {
  switch (kind) {
    case 'source':
      return shape('circle', { class: kind, r: 7 });
    case 'published':
      return shape('rect', { class: kind, x: -7, y: -7, width: 14, height: 14 });
    case 'before':
      return shape('line', { class: kind, y1: -11, y2: 11 });
    case 'witness':
      return shape('path', { class: kind, d: 'M0-9l9 9-9 9-9-9z' });
  }
}

/** A mark at a point of a picture. */
export function markAt(kind: MarkKind, x: string | number, y: number): Shape {
  return shape('svg', { x, y, overflow: 'visible' }, markShape(kind));
}

/** A mark as a small picture, to show beside its name. */
export function markAlone(kind: MarkKind): Shape {
  return shape('svg', { viewBox: '-12 -12 24 24', class: 'symbol', 'aria-hidden': 'true' }, markShape(kind));
}

/** A picture that is as wide as its place. The words beside it say the same, so screen readers skip it. */
export function drawing(height: number, ...content: readonly (Shape | string)[]): Shape {
  return shape('svg', { class: 'drawing', width: '100%', height, 'aria-hidden': 'true' }, ...content);
}

/** A share of the picture's width: 0.4 → `40%` */
export const across = (share: number) => `${Math.round(share * 1e4) / 100}%`;
