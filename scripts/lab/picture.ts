import '../../src/operate/terminal/environment.ts';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';
import { print } from '../../src/operate/terminal/print.ts';
import { startPreview } from '../../src/site/serve/preview-server.ts';
import { startBrowser } from './browser/start-browser.ts';
import { SCALE, SIZE } from './pictures/converter-picture.ts';
import { drawIcons } from './pictures/icons.ts';
import { printed, showAll, type ShownElement, shownFile, shownIn } from './pictures/shown.ts';
import { writeLabSite } from './recorded/recorded-site.ts';

/** Maximum size of a picture in bytes, because every reader of the README loads it. */
const MAX_BYTES = 150_000;
const QUALITY = 85;

const root = join(import.meta.dirname, '../..');

await runCommand(async () => {
  readCommandLine({
    summary:
      'Takes the README’s pictures of the converter, in light and dark, draws the picture for links, and the icons from public/favicon.svg.',
    synopsis: 'npm run picture',
    options: {},
  });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'ratesheet-'));
  const site = join(folder.path, 'site');
  await writeLabSite(site, 6448);
  await using preview = await startPreview(site, 0);
  await using browser = await startBrowser();
  const shown: ShownElement[] = [];
  await showAll(browser, preview.url, async (name, page) => {
    shown.push(...(await shownIn(name, page)));
    if (name === 'social') write('public/social.png', await page.screenshot());
    else write(`.github/page-${name}.webp`, await webpOf(page));
  });
  for (const [file, icon] of await drawIcons(browser)) write(`public/${file}`, icon);
  writeFileSync(shownFile, printed(shown));
});

function write(path: string, picture: Buffer): void {
  if (picture.length > MAX_BYTES)
    throw new CommandError(`${path} has ${picture.length} bytes, more than ${MAX_BYTES}.`);
  writeFileSync(join(root, path), picture);
  print(`${path}: ${picture.length} bytes`);
}

/** Playwright's `screenshot` can't write WebP, but a DevTools session can. It needs the picture's size and scale again. */
async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { ...SIZE, deviceScaleFactor: SCALE, mobile: false });
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  return Buffer.from(data, 'base64');
}
