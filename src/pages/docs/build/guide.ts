import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultProvider, isDefaultProvider, type Provider } from '../../../sources/provider.ts';
import { FileError } from '../../../text/site-problem.ts';
import { contentsHtml } from './contents.ts';
import { rulesInMarkdown } from './rules-table.ts';
import { escapeHtml } from '../../build/fill-template.ts';
import { headingId, inlineHtml, markdownHtml, typographic } from '../../build/markdown.ts';
import { siteOrigin } from '../../build/site-origin.ts';

/** The example URL in the guides on GitHub. It stands for the reader's instance. */
const EXAMPLE = 'https://rates.example';

/** The place of the list of rules. On GitHub, it's invisible. */
const RULES = '<!-- rules -->';

/** The name of the default source, as the guides write it. */
const DEFAULT_SOURCE = '[exchange-api](https://github.com/fawazahmed0/exchange-api), a public-domain dataset (CC0-1.0)';

/** A guide of the documentation, adapted to the site. */
export interface Guide {
  /** The path of its page, such as `/docs/limits`. */
  readonly path: string;
  readonly title: string;
  /** The first paragraph, as Markdown. */
  readonly lead: string;
  /** The text after the first paragraph, as Markdown. */
  readonly content: string;
  /** The whole guide, as Markdown. */
  readonly markdown: string;
}

const recipesPath = '/docs/recipes';

/** The guide with the recipes. */
export function recipesOf(guides: readonly Guide[]): Guide {
  const recipes = guides.find(({ path }) => path === recipesPath);
  if (!recipes) throw new Error(`There is no guide ${recipesPath}.`);
  return recipes;
}

/**
 * Reads all guides: the recipes first, because most readers need them, then the others by title.
 *
 * @param folder the folder of the guides, which are Markdown files
 */
export function readGuides(folder: string, url: string | undefined, provider?: Provider): Guide[] {
  return readdirSync(folder)
    .filter((file) => /^\w.*\.md$/.test(file))
    .map((file) => parseGuide(file, guideMarkdown(readFileSync(join(folder, file), 'utf8'), url, provider)))
    .toSorted((a, b) => rank(a).localeCompare(rank(b), 'en'));
}

const rank = ({ path, title }: Guide) => (path === recipesPath ? '' : title);

/** @param file the file's name, such as `limits.md` */
function parseGuide(file: string, markdown: string): Guide {
  const [, title, lead, content] = /^# (.+)\n\n(\w.+)(?:\n\n|\n*$)([^]*)/.exec(markdown) ?? [];
  if (title === undefined || lead === undefined || content === undefined) {
    throw new FileError(`public/docs/${file}`, 'must begin with a title and a paragraph');
  }
  return { path: `/docs/${file.replace(/\.md$/, '')}`, title, lead, content, markdown };
}

/**
 * Adapts a guide's Markdown to the site. The example URL and the source's name are replaced, and links between guides
 * lead to pages of the site.
 */
export function guideMarkdown(text: string, url: string | undefined, provider = defaultProvider): string {
  return text
    .replace(DEFAULT_SOURCE, (words) =>
      isDefaultProvider(provider) ? words : `[${provider.name}](${provider.url}) (${provider.license})`,
    )
    .replace(/`https:\/\/rates\.example` stands for your instance\.\s+/, '')
    .replace(RULES, rulesInMarkdown)
    .replaceAll(`](${EXAMPLE}/`, '](/')
    .replaceAll(/\]\(([\w-]+)\.md/g, '](/docs/$1')
    .replaceAll(EXAMPLE, siteOrigin(url));
}

/**
 * Values for the template of a guide's page. The guide's first paragraph is the page's introduction.
 *
 * @param figures the pictures of the guides, by name
 */
export function guideValues(
  { path, title, lead, content }: Guide,
  guides: readonly Guide[],
  figures: ReadonlyMap<string, string>,
): Record<string, string> {
  return {
    title: typographic(title),
    lead: inlineHtml(lead),
    description: typographic(lead.replaceAll('`', '')),
    contents: contentsHtml(
      { title: 'On this page', items: headingLinks(content) },
      { title: 'Guides', items: guides.map(linkTo) },
    ),
    content: markdownHtml(content, { figures }),
    neighbors: neighborsHtml(guides, path),
  };
}

/** Links to the guides before and after one. */
function neighborsHtml(guides: readonly Guide[], path: string): string {
  const place = guides.findIndex((guide) => guide.path === path);
  const [previous, next] = [guides[place - 1], guides[place + 1]];
  return [
    ...(previous ? [`<span>Previous: ${anchor(previous, 'prev')}</span>`] : []),
    ...(next ? [`<span class="next">Next: ${anchor(next, 'next')}</span>`] : []),
  ].join('\n');
}

/** Values for the start page of the documentation, which lists all guides and the recipes. */
export function guideLists(guides: readonly Guide[]): Record<string, string> {
  const recipes = recipesOf(guides);
  const sections = { recipes: 'Recipes', guides: 'Guides', 'for-programs': 'Reference' };
  return {
    contents: contentsHtml({
      title: 'On this page',
      items: Object.entries(sections).map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`),
    }),
    recipes: headingLinks(recipes.content, recipesPath).join('\n'),
    recipes_lead: inlineHtml(recipes.lead),
    guides: guides
      .filter((guide) => guide !== recipes)
      .map((guide) => `<div><dt>${anchor(guide)}</dt><dd>${inlineHtml(guide.lead)}</dd></div>`)
      .join('\n'),
  };
}

const anchor = ({ path, title }: Guide, rel?: 'prev' | 'next') =>
  `<a href="${path}"${rel === undefined ? '' : ` rel="${rel}"`}>${escapeHtml(typographic(title))}</a>`;
const linkTo = (guide: Guide) => `<li>${anchor(guide)}</li>`;

/** Links to a guide's sections, as list items. @param page the path of the guide; empty on its own page */
function headingLinks(markdown: string, page = ''): string[] {
  return Array.from(
    markdown.matchAll(/^## (.+)$/gm),
    ([, title = '']) => `<li><a href="${page}#${headingId(title)}">${inlineHtml(title)}</a></li>`,
  );
}
