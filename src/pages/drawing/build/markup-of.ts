import { escapeHtml } from '../../build/fill-template.ts';
import type { Shape } from '../shape.ts';

/** A shape as markup. Text is escaped. */
export function markupOf({ tag, attributes, content }: Shape): string {
  const named = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`);
  const within = content.map((each) => (typeof each === 'string' ? escapeHtml(each) : markupOf(each)));
  return `<${tag}${named.join('')}>${within.join('')}</${tag}>`;
}
