import { Marked, Renderer, type Tokens } from 'marked';
import { escapeHtml } from './fill-template.ts';

/** Languages of code blocks that show a response. The other blocks get a copy button. */
const responseLanguages = ['json', 'csv'];

/** Renders Markdown as HTML. Headings have the same ids as on GitHub, so links to headings work in both places. */
export function markdownHtml(markdown: string): string {
  return newParser().parse(markdown, { async: false });
}

/** Renders inline Markdown, without a paragraph around it. */
export function inlineHtml(markdown: string): string {
  return newParser().parseInline(markdown, { async: false });
}

function newParser(): Marked {
  let heading = '';
  let blocks = 0;
  return new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        heading = headingId(text);
        return `<h${depth} id="${heading}"><a href="#${heading}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        if (responseLanguages.includes(lang)) return `<pre tabindex="0"><code>${highlighted(text)}</code></pre>\n`;
        const id = `code-${++blocks}`;
        const button = `<button type="button" id="copy-${id}" data-copy="${id}" aria-labelledby="copy-${id} ${heading}" hidden>Copy</button>`;
        return `<div class="code"><pre tabindex="0"><code id="${id}">${escapeHtml(text)}</code></pre>${button}</div>\n`;
      },
      // A wide table scrolls inside its own box, so the page doesn't get wider than the window. The box can have the
      // focus, so that the keyboard can scroll it.
      table(token) {
        return `<div class="wide" tabindex="0" role="group" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
      text(token: Tokens.Text | Tokens.Escape) {
        return typographic(Renderer.prototype.text.call(this, token) as string);
      },
      // Our guides contain no HTML, so text that looks like HTML is escaped.
      html: ({ text }) => escapeHtml(text),
    },
  });
}

/** Prose with curly apostrophes. In the sources they are straight, because most keyboards have no other. */
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

/** Highlights the keys of JSON. */
function highlighted(example: string): string {
  return escapeHtml(example).replaceAll(/(&#34;[\w-]+&#34;)(?=: )/g, '<i>$1</i>');
}
