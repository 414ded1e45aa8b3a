import { escapeHtml, fillTemplate } from '../../build/fill-template.ts';
import { readTemplate } from '../../build/read-template.ts';

/** A list of links, as markup. */
interface Links {
  readonly title: string;
  readonly items: readonly string[];
}

/**
 * The contents of a page of the documentation: the search and lists of links. A wide window shows them beside the text. A
 * narrow window shows only the title of a list, which opens it.
 */
export function contentsHtml(...lists: readonly Links[]): string {
  return fillTemplate(readTemplate('docs/contents.html'), { lists: lists.map(listHtml).join('\n') });
}

function listHtml({ title, items }: Links): string {
  const words = escapeHtml(title);
  return `<p class="title">${words}</p><details><summary>${words}</summary><ul>${items.join('\n')}</ul></details>`;
}
