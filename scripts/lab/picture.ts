import '../../src/operate/terminal/environment.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';
import { print } from '../../src/operate/terminal/print.ts';
import { startPreview } from '../../src/site/serve/preview-server.ts';
import { startBrowser } from './browser/start-browser.ts';
import { recordedDay, writeLabSite } from './recorded/recorded-site.ts';

/** Maximum size of a picture in bytes, because every reader of the README loads it. */
const MAX_BYTES = 150_000;
const QUALITY = 85;
const SIZE = { width: 1200, height: 1180 };
const SCALE = 1.5;

/** The pictures have the same font on every machine. */
const font = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

const pictures = join(import.meta.dirname, '../../.github');

const fontStyle =
  `@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(font, 'base64')}); } ` +
  'body { font-family: Inter, sans-serif; }';

await runCommand(async () => {
  readCommandLine({
    summary:
      'Takes the README’s pictures of the converter, in light and dark. Run this again when the page has changed.',
    synopsis: 'npm run picture',
    options: {},
  });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'ratesheet-'));
  const site = join(folder.path, 'site');
  await writeLabSite(site, 6448);
  await using preview = await startPreview(site, 0);
  await using browser = await startBrowser();
  for (const colorScheme of ['light', 'dark'] as const) {
    await using context = await browser.newContext({
      baseURL: preview.url,
      locale: 'en-GB',
      colorScheme,
      viewport: SIZE,
      deviceScaleFactor: SCALE,
      // The page's policy allows no style of others.
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(`${recordedDay.date}T12:00:00Z`);
    await page.goto('/?from=EUR&to=JPY&amount=100');
    await page.locator('#chart canvas').waitFor();
    await page.addStyleTag({ content: fontStyle });
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    // Playwright's `screenshot` can't write WebP, but a DevTools session can. The session needs the picture's size and
    // scale again.
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', { ...SIZE, deviceScaleFactor: SCALE, mobile: false });
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > MAX_BYTES)
      throw new CommandError(`The ${colorScheme} picture has ${picture.length} bytes, more than ${MAX_BYTES}.`);
    writeFileSync(join(pictures, `page-${colorScheme}.webp`), picture);
    print(`.github/page-${colorScheme}.webp: ${picture.length} bytes`);
  }
});
