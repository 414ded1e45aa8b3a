import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSource, isDefaultSource, type Source } from '../archive/source.ts';
import { escapeHtml } from './template/fill-template.ts';
import { headingId, inlineHtml, markdownHtml } from './template/markdown.ts';
import { siteOrigin } from './template/site-origin.ts';

/** The example URL in the guides on GitHub. It stands for the reader's instance. */
const EXAMPLE = 'https://rates.example';

/** The template of a guide's page. */
export const guideTemplate = readFileSync(join(import.meta.dirname, 'guide.html'), 'utf8');

/** The name of the default source, as the guides write it. */
const DEFAULT_SOURCE = '[exchange-api](https://github.com/fawazahmed0/exchange-api), a public-domain dataset (CC0-1.0)';

/**
 * Adapts a guide's Markdown to the site. The example URL and the source's name are replaced, and links between guides
 * lead to pages of the site.
 */
export function guideMarkdown(text: string, url: string | undefined, source = defaultSource): string {
  return text
    .replace(DEFAULT_SOURCE, (words) =>
      isDefaultSource(source) ? words : `[${source.name}](${source.url}) (${source.license})`,
    )
    .replace(/`https:\/\/rates\.example` stands for your instance\.\s+/, '')
    .replaceAll(`](${EXAMPLE}/`, '](/')
    .replaceAll(/\]\(([\w-]+)\.md/g, '](/docs/$1.html')
    .replaceAll(EXAMPLE, siteOrigin(url));
}

/** Values for {@link guideTemplate}. The guide's first paragraph is the page's introduction. */
export function guideValues(text: string, url: string | undefined, source?: Source): Record<string, string> {
  const [, title, lead, content] = /^# (.+)\n\n(\w.+)\n\n([^]+)/.exec(guideMarkdown(text, url, source)) ?? [];
  if (title === undefined || lead === undefined || content === undefined) {
    throw new SyntaxError(`A guide must begin with a title and a paragraph: ${text.slice(0, 60)}`);
  }
  return {
    title,
    lead: inlineHtml(lead),
    description: lead.replaceAll('`', ''),
    contents: headingLinks(content, '').join('\n'),
    content: markdownHtml(content),
  };
}

/** Links to a guide's sections, as list items. */
export function headingLinks(markdown: string, page: string): string[] {
  return Array.from(
    markdown.matchAll(/^## (.+)$/gm),
    ([, title = '']) => `<li><a href="${page}#${headingId(title)}">${escapeHtml(title)}</a></li>`,
  );
}
