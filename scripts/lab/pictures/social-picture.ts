import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { interStyle } from './inter.ts';

const icon = readFileSync(join(import.meta.dirname, '../../../public/favicon.svg'), 'utf8');

/** A rate sheet with a marked row and a stamp. Its words stay true whatever the site has. */
const html = `<style>${interStyle}
body {
  margin: 0;
  width: 1200px;
  height: 630px;
  background: repeating-linear-gradient(#f6f8f7 0 103px, #dbe4df 103px 105px);
  color: #17211d;
  font-size: 38px;
}
div { box-sizing: border-box; display: flex; align-items: center; gap: 24px; height: 105px; padding-inline: 80px; }
svg { width: 72px; height: 72px; }
b { font-size: 46px; }
.stamp { margin-inline-start: auto; padding: 8px 20px; border: 5px solid #0b6e4f; border-radius: 10px; color: #0b6e4f; font-weight: 700; }
h1 { box-sizing: border-box; height: 210px; margin: 105px 0 0; padding: 17px 80px; background: #0b6e4f; color: #fff; font-size: 74px; line-height: 88px; letter-spacing: -0.02em; }
</style>
<div>${icon}<b>Ratesheet</b><span class="stamp">No key needed</span></div>
<h1>Currency converter<br />and free currency API</h1>
<div>Daily reference rates that you can verify</div>`;

/** Opens the picture that other sites show with a link to this site. */
export async function openSocial(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(html);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  return page;
}
