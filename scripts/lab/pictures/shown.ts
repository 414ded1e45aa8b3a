import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openConverter } from './converter-picture.ts';
import { openSocial } from './social-picture.ts';

/** An element in a picture: the picture's name, a text or a tag, colors and font, and its place in pixels. */
export type ShownElement = readonly [picture: string, words: string, look: string, place: readonly number[]];

/** The file beside the README's pictures that says what they show. `npm run picture` writes both. */
export const shownFile = join(import.meta.dirname, '../../../.github/pictures.jsonl');

/** Pictures of the converter by their color scheme, and the picture for links. @param url of a site with recorded rates */
export async function showAll(browser: Browser, url: string, use: (picture: string, page: Page) => Promise<void>) {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await openConverter(browser, url, scheme);
    await use(scheme, page);
    await page.context().close();
  }
  await using social = await openSocial(browser);
  await use('social', social);
}

/** Every visible element of a page that contains text directly or is a picture. */
export async function shownIn(picture: string, page: Page): Promise<ShownElement[]> {
  const elements = await page.evaluate<[string, string, number[]][]>(describeElements);
  return elements.map((element) => [picture, ...element]);
}

/** What the pictures showed when they were made. */
export function shownBefore(): ShownElement[] {
  return parsedLines(readFileSync(shownFile, 'utf8'));
}

/** One element a line, so that a diff shows what changed. */
export function printed(shown: readonly ShownElement[]): string {
  return shown.map((element) => `${JSON.stringify(element)}\n`).join('');
}

function parsedLines(text: string): ShownElement[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ShownElement);
}

/**
 * Runs in the page. A chart is an empty element to the page, so its words are the heights of its line: in each of 24
 * columns, the first pixel that has the color of the line.
 */
const describeElements = `(() => {
  const lineOf = (canvas) => {
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
    const color = [1, 3, 5].map((at) => parseInt(accent.slice(at, at + 2), 16));
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    return Array.from({ length: 24 }, (_, column) => {
      const x = Math.floor(((column + 0.5) * width) / 24);
      for (let y = 0; y < height; y++) {
        const at = 4 * (y * width + x);
        if (data[at + 3] > 200 && color.every((part, index) => Math.abs(part - data[at + index]) < 30))
          return Math.round((y * canvas.clientHeight) / height);
      }
      return -1;
    });
  };
  const ownText = (element) =>
    [...element.childNodes].flatMap((node) => (node.nodeType === 3 && node.data.trim() !== '' ? [node.data.trim()] : [])).join(' ');
  const pictures = ['IMG', 'INPUT', 'SELECT', 'svg', 'CANVAS'];
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const words = ownText(element) || element.value || (pictures.includes(element.tagName) ? element.tagName : '');
    const { x, y, width, height } = element.getBoundingClientRect();
    const isInPicture = width > 1 && height > 1 && y < innerHeight && x < innerWidth && y + height > 0 && x + width > 0;
    if (words === '' || !isInPicture || !element.checkVisibility({ visibilityProperty: true })) return [];
    const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(element);
    const place = [x, y, width, height].map(Math.round);
    return [[words, [color, backgroundColor, fontSize, fontWeight].join(' '), element.tagName === 'CANVAS' ? [...place, ...lineOf(element)] : place]];
  });
})()`;
