import { expect, it } from 'vitest';
import { inlineMarkdown } from './inline-markdown.ts';

it.each([
  ['A `code` & **strong** words', 'A <code>code</code> &#38; <strong>strong</strong> words'],
  ['In _Data → Get Data_, rate_as_of', 'In <em>Data → Get Data</em>, rate_as_of'],
  ['`<b>**_a_**` <i>', '<code>&#60;b&#62;**_a_**</code> &#60;i&#62;'],
  ['`a` and `b_c_d`', '<code>a</code> and <code>b_c_d</code>'],
])('%s becomes %s', (text, html) => {
  expect(inlineMarkdown(text)).toBe(html);
});
