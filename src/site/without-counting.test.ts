import { describe, expect, it } from 'vitest';
import { withoutCounting } from './without-counting.ts';

const mark = '<!-- Cloudflare Pages Analytics -->';
const address = 'https://static.cloudflareinsights.com/beacon.min.js';
const token = `data-cf-beacon='{"token": "27215556f7224e99b89188eb10547687"}'`;
const served = (html: string) => withoutCounting(Buffer.from(html)).toString();

describe('withoutCounting (removes the script that Cloudflare adds to pages)', () => {
  it.each([
    ['has the attribute defer', `<script defer src='${address}' ${token}></script>`],
    ['has the type module', `<script type='module' src='${address}' ${token}></script>`],
    [
      'has an integrity hash',
      `<script defer src="${address}/v8c78df7c7c0f484497ecbca7046644da1771523124516" integrity="sha512-8DS7+==" ${token} crossorigin="anonymous"></script>`,
    ],
  ])('ignores Cloudflare’s script for counting visits if it %s', (_, script) => {
    expect(served(`<p>a${mark}${script}${mark}</p>`)).toBe('<p>a</p>');
  });

  it.each([
    ['a form in place of Cloudflare’s script', '<form action="https://evil.example"></form>'],
    [
      'Cloudflare’s script if it has an event handler',
      `<script defer src='${address}' onload='alert(1)' ${token}></script>`,
    ],
    [
      'a script of another host in place of Cloudflare’s script',
      `<script defer src='https://evil.example/beacon.min.js' ${token}></script>`,
    ],
    ['Cloudflare’s script if it has inline code', `<script defer src='${address}' ${token}>alert(1)</script>`],
    ['Cloudflare’s HTML comments without a script between them', ''],
  ])('doesn’t ignore %s', (_, script) => {
    const page = `<p>a${mark}${script}${mark}</p>`;
    expect(served(page)).toBe(page);
  });

  it('ignores Cloudflare’s script only once in a page', () => {
    const script = `${mark}<script defer src='${address}' ${token}></script>${mark}`;
    expect(served(`a${script}b${mark}c${script}`)).toBe(`ab${mark}c${script}`);
  });
});
