import type { Shape } from './shape.ts';

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** A shape as an element. Text never becomes markup. */
export function elementOf({ tag, attributes, content }: Shape): Element {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...content.map((each) => (typeof each === 'string' ? each : elementOf(each))));
  return element;
}
