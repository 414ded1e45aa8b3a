import { escapeHtml } from './fill-template.ts';

/**
 * A list of links for `#contents`. A wide window shows it beside the text. A narrow window shows only its title, which
 * opens it.
 *
 * @param items the list's items, as markup
 */
export function contentsHtml(title: string, items: readonly string[]): string {
  const words = escapeHtml(title);
  return `<p class="title">${words}</p><details><summary>${words}</summary><ul>${items.join('\n')}</ul></details>`;
}
