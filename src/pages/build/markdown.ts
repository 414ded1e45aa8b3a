import { Marked, Renderer, type Tokens } from 'marked';
import { codeBlock } from './code-block.ts';
import { escapeHtml } from './fill-template.ts';
import { highlighted } from './highlight.ts';
import { groupTabs, type Tabs } from './tabs.ts';

/** Languages of code blocks that show a response. The other blocks get a copy button. */
const responseLanguages = ['json', 'csv'];

interface MarkdownOptions {
  /** A name for the code in this Markdown, if no heading is above it. */
  readonly title?: string;
  /** The prefix of the ids, if a page has several texts with the same headings. */
  readonly prefix?: string;
  /** Markup that replaces a comment such as `<!-- bank-hours -->`, by the comment's text. */
  readonly figures?: ReadonlyMap<string, string>;
}

/** Renders Markdown as HTML. Headings have the same ids as on GitHub, so links to headings work in both places. */
export function markdownHtml(markdown: string, options: MarkdownOptions = {}): string {
  return newParser(options).parse(markdown, { async: false });
}

/** Renders inline Markdown, without a paragraph around it. */
export function inlineHtml(markdown: string): string {
  return newParser().parseInline(markdown, { async: false });
}

function newParser({ title = '', prefix = '', figures }: MarkdownOptions = {}): Marked {
  /** The titles of the section and of the tab, for the copy buttons. */
  let [section, tab] = [title, ''];
  let blocks = 0;
  const unique = uniqueIds();
  const newId = (heading: string) => prefix + unique(heading);
  return new Marked({
    hooks: { processAllTokens: groupTabs },
    extensions: [
      {
        name: 'tabs',
        renderer(token) {
          const sections = (token as Tabs).panels.map(([heading, ...content]) => {
            tab = heading.text;
            const id = newId(tab);
            const link = `<a href="#${id}">${this.parser.parseInline(heading.tokens)}</a>`;
            return `<section id="${id}"><h3>${link}</h3>\n${this.parser.parse(content)}</section>\n`;
          });
          tab = '';
          return `<div class="tabs">\n${sections.join('')}</div>\n`;
        },
      },
    ],
    renderer: {
      heading({ depth, text, tokens }) {
        section = text.replaceAll('`', '');
        const id = newId(text);
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        const code = highlighted(text, lang);
        if (responseLanguages.includes(lang)) return `<pre tabindex="0"><code>${code}</code></pre>\n`;
        const title = typographic(tab === '' ? section : `${section}: ${tab}`);
        return `${codeBlock({ id: `${prefix}code-${++blocks}`, code, title })}\n`;
      },
      // The first cell of a row names it. In a narrow window, each cell is a line, and `data-title` names its column.
      table({ header, rows }) {
        const titles = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`);
        const lines = rows.map(([first, ...others]) => {
          const cells = others.map(({ tokens }, index) => {
            const title = escapeHtml(header[index + 1]?.text ?? '');
            return `<td data-title="${title}">${this.parser.parseInline(tokens)}</td>`;
          });
          return `<tr><th scope="row">${this.parser.parseInline(first?.tokens ?? [])}</th>${cells.join('')}</tr>`;
        });
        return `<table>\n<thead>\n<tr>${titles.join('')}</tr>\n</thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>\n`;
      },
      text(token: Tokens.Text | Tokens.Escape) {
        return typographic(Renderer.prototype.text.call(this, token) as string);
      },
      // Apart from the places of figures, our guides contain no HTML, so text that looks like HTML is escaped.
      html: ({ text }) => figures?.get(/^<!-- ([\w-]+) -->\s*$/.exec(text)?.[1] ?? '') ?? escapeHtml(text),
    },
  });
}

/** Prose with curly apostrophes. The sources have straight apostrophes, because keyboards do. */
export function typographic(text: string): string {
  return text.replaceAll(/'|&#39;/g, '’');
}

/** `Python: today's rate` → `python-todays-rate`, as GitHub does. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns the id of each heading of a text. As on GitHub, the second `python` is `python-1`. */
export function uniqueIds(): (heading: string) => string {
  const counts = new Map<string, number>();
  return (heading) => {
    const id = headingId(heading);
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}
