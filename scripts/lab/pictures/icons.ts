import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';

const icon = readFileSync(join(import.meta.dirname, '../../../public/favicon.svg'), 'utf8');
/** The icon without round corners, for systems that cut the corners themselves. */
const square = icon.replace(/ rx="7"/, '');
const [, color = ''] = /fill="(#[0-9a-f]{6})"/.exec(icon) ?? [];

/** Draws the icons of each size from the icon, by file name. */
export async function drawIcons(browser: Browser): Promise<[file: string, content: Buffer][]> {
  /** @param margin the part of the width that is left free on each side */
  const draw = async (svg: string, size: number, margin = 0) => {
    await using page = await browser.newPage({ viewport: { width: size, height: size } });
    const style = `margin: 0; box-sizing: border-box; height: ${size}px; padding: ${size * margin}px`;
    await page.setContent(`<body style="${style}${margin > 0 ? `; background: ${color}` : ''}">${svg}</body>`);
    return await page.screenshot({ omitBackground: true });
  };
  const sizes = await Promise.all([16, 32, 48].map(async (size) => [size, await draw(icon, size)] as const));
  return [
    ['favicon.ico', icoOf(sizes)],
    ['apple-touch-icon.png', await draw(square, 180)],
    ['icon-192.png', await draw(icon, 192)],
    ['icon-512.png', await draw(icon, 512)],
    // Systems may cut off the outer tenth on each side (https://www.w3.org/TR/appmanifest/#icon-masks).
    ['icon-maskable.png', await draw(square, 512, 0.1)],
  ];
}

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
