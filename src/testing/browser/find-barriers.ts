import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Evaluated through the driver, which isn't restricted by the page's policy. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The ways in which a page is seen, with the rules that can differ between them; all rules by default. */
const views: readonly [width: number, media: Parameters<Page['emulateMedia']>[0], rules?: readonly string[]][] = [
  [320, { colorScheme: 'light', forcedColors: 'none' }],
  [1280, { colorScheme: 'light', forcedColors: 'none' }],
  [1280, { colorScheme: 'dark', forcedColors: 'none' }, colorRules],
  [1280, { colorScheme: 'light', forcedColors: 'active' }, colorRules],
];

/** The problems that axe-core finds on a page. @param rules names or tags of rules; all rules by default */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    // Without the elements that pass, whose description takes as long as the check.
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}

/**
 * The problems that axe-core finds on a page on a phone, on a desktop, in dark mode and with forced colors. Content
 * that is wider than the window is a problem, too.
 */
export async function findBarriersInViews(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const [width, media, rules] of views) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia(media);
    const found = await findBarriers(page, rules);
    const actual = await page.evaluate('document.documentElement.scrollWidth');
    if (actual !== width) found.push(`The page is ${String(actual)} px wide.`);
    problems.push(...found.map((problem) => `${width} px, ${JSON.stringify(media)}: ${problem}`));
  }
  return problems;
}
