import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startPreview } from '../../../src/site/serve/preview-server.ts';
import { openBrowser } from '../../../src/testing/browser/open-browser.ts';
import { temporaryFolder } from '../../../src/testing/process/temporary-folder.ts';
import { writeLabSite } from '../recorded/recorded-site.ts';
import { showAll, type ShownElement, shownBefore, shownIn } from './shown.ts';

/** A system may hint or round texts differently. */
const MAX_PIXELS = 4;

it('pictures of README.md and for links > show what the page shows today', async () => {
  await using folder = temporaryFolder();
  const site = join(folder.path, 'site');
  await writeLabSite(site, 6448);
  await using preview = await startPreview(site, 0);
  await using browser = await openBrowser();
  const shown: ShownElement[] = [];
  await showAll(browser, preview.url, async (name, page) => {
    shown.push(...(await shownIn(name, page)));
  });
  expect(changes(shownBefore(), shown), 'The pictures show something else than the page. Run: npm run picture').toEqual(
    [],
  );
});

/** What is only in one of two pictures, in words. */
function changes(before: readonly ShownElement[], now: readonly ShownElement[]): string[] {
  const isLike = ([picture, words, look, place]: ShownElement, other: ShownElement) =>
    other[0] === picture &&
    other[1] === words &&
    other[2] === look &&
    place.every((pixels, index) => Math.abs(pixels - (other[3][index] ?? NaN)) <= MAX_PIXELS);
  const only = (some: readonly ShownElement[], others: readonly ShownElement[]) =>
    some.filter((each) => !others.some((other) => isLike(each, other))).map((each) => JSON.stringify(each));
  return [...only(before, now).map((each) => `no longer ${each}`), ...only(now, before).map((each) => `now ${each}`)];
}
