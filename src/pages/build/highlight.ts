import { createRequire } from 'node:module';
import { escapeHtml } from './fill-template.ts';

/** What this file uses of highlight.js. An import would add the browser's globals to the types of all our code. */
interface Highlighter {
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
}

let highlighter: Highlighter | undefined;

/** Code as HTML, with classes for the colors of its language. Code in another language is only escaped. */
export function highlighted(code: string, language: string): string {
  // Loaded when the first code is colored, because its many files would delay the start of every command.
  highlighter ??= createRequire(import.meta.url)('highlight.js/lib/common') as Highlighter;
  if (!highlighter.getLanguage(language)) return escapeHtml(code);
  const { value } = highlighter.highlight(code, { language });
  // Punctuation has the color of the text. Without its elements, pages with JSON are much smaller.
  return value.replaceAll(/<span class="hljs-punctuation">(.*?)<\/span>/g, '$1');
}
