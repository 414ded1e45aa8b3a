import { Marked, Renderer } from 'marked';
import { escapeHtml } from './fill-template.ts';

/** The languages of code blocks that show a response. A reader copies the other blocks. */
const responseLanguages = ['json', 'csv', 'http'];

/** Renders Markdown as HTML. Headings have the ids that GitHub gives them, so a link to a heading works in both places. */
export function markdownHtml(markdown: string): string {
  return newParser().parse(markdown, { async: false });
}

/** Renders a sentence or two, without a paragraph around them. */
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
      // A wide table scrolls by itself, also from the keyboard, and the page stays as wide as the window.
      table(token) {
        return `<div class="wide" tabindex="0" role="group" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
      // Our texts have no markup.
      html: ({ text }) => escapeHtml(text),
    },
  });
}

/** `Python: today's rate` → `python-todays-rate`, as GitHub does. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** JSON with its keys in another color than its values. */
function highlighted(example: string): string {
  return escapeHtml(example).replaceAll(/(&#34;[\w-]+&#34;)(?=: )/g, '<i>$1</i>');
}
