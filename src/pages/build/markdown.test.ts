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

it('markdownHtml (converts Markdown to HTML) > makes headings clickable, code copyable, and tables readable on phones', () => {
  expect(
    markdownHtml(
      "## Python: today's `rate`\n\n```sh\ncurl 'a < b'\n```\n\n| A | B | C |\n| - | - | - |\n| 1 | it's | 3 |\n\n| A | B |\n| - | - |\n| 1 | 2 |\n",
    ),
  ).toBe(
    `<h2 id="python-todays-rate"><a href="#python-todays-rate">Python: today’s <code>rate</code></a></h2>
<div class="code"><pre tabindex="0"><code id="code-1">curl <span class="hljs-string">&#x27;a &lt; b&#x27;</span></code></pre><button type="button" class="copy" data-copy="code-1" aria-label="Copy Python: today’s rate" hidden>Copy</button></div>
<table>
<thead>
<tr><th scope="col">A</th><th scope="col">B</th><th scope="col">C</th></tr>
</thead>
<tbody>
<tr><th scope="row">1</th><td data-title="B">it’s</td><td data-title="C">3</td></tr>
</tbody>
</table>
<table>
<thead>
<tr><th scope="col">A</th><th scope="col">B</th></tr>
</thead>
<tbody>
<tr><th scope="row">1</th><td data-title="B">2</td></tr>
</tbody>
</table>
`,
  );
});

it('markdownHtml (converts Markdown to HTML) > colors JSON, and leaves code in an unknown language as it is', () => {
  expect(markdownHtml('```json\n{"a": [1, "<", null]}\n```\n\n```csv\na,<b>\n```\n')).toBe(
    `<pre tabindex="0"><code>{<span class="hljs-attr">&quot;a&quot;</span>: [<span class="hljs-number">1</span>, <span class="hljs-string">&quot;&lt;&quot;</span>, <span class="hljs-literal"><span class="hljs-keyword">null</span></span>]}</code></pre>
<pre tabindex="0"><code>a,&#60;b&#62;</code></pre>
`,
  );
});

it('markdownHtml (converts Markdown to HTML) > puts a figure in its place, and no other markup', () => {
  const figures = new Map([['a-b', '<figure></figure>']]);
  expect(markdownHtml('<!-- a-b -->\n\nText <b>\n\n<!-- other -->\n', { figures })).toBe(
    '<figure></figure><p>Text &#60;b&#62;</p>\n&#60;!-- other --&#62;\n',
  );
});

it('markdownHtml (converts Markdown to HTML) > groups consecutive #### sections as tabs', () => {
  const copy = (id: string, title: string) =>
    `<button type="button" class="copy" data-copy="${id}" aria-label="Copy ${title}" hidden>Copy</button>`;
  expect(
    markdownHtml(
      '## Rate\n\n#### curl\n\n```sh\nx\n```\n\n#### Excel\n\nText\n\n## Next\n\n#### curl\n\n```sh\ny\n```\n',
    ),
  ).toBe(
    `<h2 id="rate"><a href="#rate">Rate</a></h2>
<div class="tabs">
<section id="curl"><h3><a href="#curl">curl</a></h3>
<div class="code"><pre tabindex="0"><code id="code-1">x</code></pre>${copy('code-1', 'Rate: curl')}</div>
</section>
<section id="excel"><h3><a href="#excel">Excel</a></h3>
<p>Text</p>
</section>
</div>
<h2 id="next"><a href="#next">Next</a></h2>
<div class="tabs">
<section id="curl-1"><h3><a href="#curl-1">curl</a></h3>
<div class="code"><pre tabindex="0"><code id="code-2">y</code></pre>${copy('code-2', 'Next: curl')}</div>
</section>
</div>
`,
  );
});
