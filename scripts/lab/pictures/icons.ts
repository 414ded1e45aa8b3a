import '../../src/operate/terminal/environment.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../src/operate/terminal/command.ts';
import { readCommandLine } from '../../src/operate/terminal/command-line.ts';
import { print } from '../../src/operate/terminal/print.ts';
import { startBrowser } from './browser/start-browser.ts';

const folder = join(import.meta.dirname, '../../public');
const icon = readFileSync(join(folder, 'favicon.svg'), 'utf8');
/** The icon without round corners, for systems that cut the corners themselves. */
const square = icon.replace(/ rx="\d+"/, '');
const COLOR = '#0b6e4f';

/** The picture that other sites show with a link to this site. Its words stay true whatever the site has. */
const social = `<body style="margin: 0; width: 1200px; height: 630px; background: ${COLOR}; color: #fff; font-family: sans-serif">
<div style="padding: 90px 96px; display: grid; gap: 68px">
<div style="display: flex; align-items: center; gap: 28px; font-size: 46px; font-weight: 700">
<div style="width: 84px; height: 84px; border-radius: 18px; background: #fff">${icon
  .replace(/<rect .*?\/>/, '')
  .replace('#fff', COLOR)}</div>Ratesheet</div>
<div style="font-size: 76px; font-weight: 700; line-height: 1.12">Currency converter<br />and free currency API</div>
<div style="font-size: 34px">Daily reference rates that you can verify. No key needed.</div>
</div></body>`;

await runCommand(async () => {
  readCommandLine({
    summary:
      'Draws the site’s icons from public/favicon.svg, and the picture for links. Run this again when the icon has changed.',
    synopsis: 'npm run icons',
    options: {},
  });
  await using browser = await startBrowser();
  const draw = async (html: string, width: number, height = width, omitBackground = false) => {
    await using page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(html);
    return await page.screenshot({ omitBackground });
  };
  /** @param margin the part of the width that is left free on each side */
  const drawIcon = (svg: string, size: number, margin = 0) => {
    const style = `margin: 0; box-sizing: border-box; height: ${size}px; padding: ${size * margin}px`;
    return draw(`<body style="${style}${margin > 0 ? `; background: ${COLOR}` : ''}">${svg}</body>`, size, size, true);
  };
  const files: [name: string, content: Buffer][] = [
    ['favicon.ico', icoOf(await Promise.all([16, 32, 48].map(async (size) => [size, await drawIcon(icon, size)])))],
    ['apple-touch-icon.png', await drawIcon(square, 180)],
    ['icon-192.png', await drawIcon(icon, 192)],
    ['icon-512.png', await drawIcon(icon, 512)],
    // Systems may cut off the outer tenth on each side (https://www.w3.org/TR/appmanifest/#icon-masks).
    ['icon-maskable.png', await drawIcon(square, 512, 0.1)],
    ['social.png', await draw(social, 1200, 630)],
  ];
  for (const [name, content] of files) {
    writeFileSync(join(folder, name), content);
    print(`public/${name}: ${content.length} bytes`);
  }
});

/** An ICO file with PNG pictures: a header, an entry of 16 bytes for each picture, and the pictures. */
function icoOf(pictures: readonly (readonly [size: number, png: Buffer])[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, [size, png]] of pictures.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(([, png]) => png)]);
}
