import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The code of axe-core. The browser driver evaluates it, because a page's security policy blocks other scripts. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];
const onlyColors = { runOnly: colorRules };
/** Skips the rules that depend on colors. */
export const exceptColors = { rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])) };

/** The window widths and color modes in which a page is checked. The options skip rules that another view checks. */
const views: readonly [width: number, media: Parameters<Page['emulateMedia']>[0], options?: object][] = [
  // Colors don't depend on the width, so only the wide window, which shows more, is checked for colors.
  [320, { colorScheme: 'light', forcedColors: 'none' }, exceptColors],
  [1280, { colorScheme: 'light', forcedColors: 'none' }],
  [1280, { colorScheme: 'dark', forcedColors: 'none' }, onlyColors],
];

/** The problems that axe-core finds on a page. @param options axe-core's options; all rules by default */
export async function findBarriers(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    // Only violations are requested, because describing the elements that pass takes as long as the check.
    const { violations } = await axe.run({ resultTypes: ['violations'], ...given });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}

/**
 * The problems that axe-core finds when a page is shown on a phone, on a desktop and in dark mode.
 * Content that is wider than the window is also a problem.
 */
export async function findBarriersInViews(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const [width, media, options] of views) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia(media);
    const found = await findBarriers(page, options);
    const actual = await page.evaluate('document.documentElement.scrollWidth');
    if (actual !== width) found.push(`The page is ${String(actual)} px wide.`);
    problems.push(...found.map((problem) => `${width} px, ${JSON.stringify(media)}: ${problem}`));
  }
  return problems;
}
