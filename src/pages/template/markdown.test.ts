import { expect, it } from 'vitest';
import { inlineHtml, markdownHtml } from './markdown.ts';

it.each([
  [
    'code, an ampersand and bold text',
    'A `code` & **strong** words',
    'A <code>code</code> &amp; <strong>strong</strong> words',
  ],
  [
    'italics, but not the underscores in rate_as_of',
    'In _Data → Get Data_, rate_as_of',
    'In <em>Data → Get Data</em>, rate_as_of',
  ],
  [
    'HTML tags to escaped text, inside and outside of code',
    '`<b>` <img src=x onerror=alert(1)>',
    '<code>&lt;b&gt;</code> &#60;img src=x onerror=alert(1)&#62;',
  ],
])('inlineHtml (converts inline Markdown to HTML) > converts %s', (_, text, html) => {
  expect(inlineHtml(text)).toBe(html);
});

it('markdownHtml (converts Markdown to HTML) > makes headings clickable, code copyable and tables scrollable', () => {
  expect(markdownHtml("## Python: today's `rate`\n\n```sh\na < b\n```\n\n| A |\n| - |\n| 1 |\n")).toBe(
    `<h2 id="python-todays-rate"><a href="#python-todays-rate">Python: today&#39;s <code>rate</code></a></h2>
<div class="code"><pre tabindex="0"><code id="code-1">a &#60; b</code></pre><button type="button" id="copy-code-1" data-copy="code-1" aria-labelledby="copy-code-1 python-todays-rate" hidden>Copy</button></div>
<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
<thead>
<tr>
<th>A</th>
</tr>
</thead>
<tbody><tr>
<td>1</td>
</tr>
</tbody></table>
</div>
`,
  );
});
