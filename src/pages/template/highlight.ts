import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from './fill-template.ts';

for (const [name, language] of Object.entries({ bash, javascript, json, python, typescript, xml })) {
  hljs.registerLanguage(name, language);
}

/** Code as HTML, with classes for the colors of its language. Code in another language is only escaped. */
export function highlighted(code: string, language: string): string {
  if (!hljs.getLanguage(language)) return escapeHtml(code);
  const { value } = hljs.highlight(code, { language });
  // Punctuation has no color of its own, and JSON has a lot of punctuation.
  return value.replaceAll(/<span class="hljs-punctuation">(.*?)<\/span>/g, '$1');
}
