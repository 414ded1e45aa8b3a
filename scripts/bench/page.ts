import { gzipSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import { startPreview } from '../../src/preview/preview-server.ts';
import { CommandError } from '../../src/cli/command.ts';
import { openBrowser } from '../../src/testing/open-browser.ts';
import { recordedDay, writeSmallSite } from '../../src/testing/small-site.ts';
import { print } from '../../src/cli/tell.ts';
import type { BenchFolder } from './bench-folder.ts';

/** What the page must reach in Lighthouse, of 100, on the phone and the network that Lighthouse takes for usual. */
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

const DEBUGGING_PORT = 9333;

/** Measures the page with Lighthouse, on a small site. The preview does not compress; Pages does. */
export async function benchPage(folder: BenchFolder): Promise<void> {
  const out = folder.next();
  await writeSmallSite(out, { snapshot: { ...recordedDay, checkedAt: new Date().toISOString() } });
  await using preview = await startPreview(out, 0);
  const browser = await openBrowser([`--remote-debugging-port=${DEBUGGING_PORT}`]);
  try {
    const result = await lighthouse(preview.url, {
      port: DEBUGGING_PORT,
      onlyCategories: Object.keys(targets),
      logLevel: 'error',
    });
    if (!result) throw new CommandError('Lighthouse gave no result.');
    const { categories, audits } = result.lhr;
    const missed: string[] = [];
    for (const [name, target] of Object.entries(targets)) {
      const score = Math.round((categories[name]?.score ?? 0) * 100);
      print(`  ${name.padEnd(16)}${String(score).padStart(4)} of 100, at least ${target}`);
      if (score < target) missed.push(name);
      for (const { id, weight } of categories[name]?.auditRefs ?? []) {
        const audit = audits[id];
        if (audit && weight > 0 && audit.score !== null && audit.score < 0.9)
          print(`    ${audit.title}: ${audit.displayValue ?? 'fails'}`);
      }
    }
    for (const id of [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]) {
      print(`  ${(audits[id]?.title ?? id).padEnd(26)}${audits[id]?.displayValue ?? ''}`);
    }
    print(`  bytes of /, compressed      ${await compressedBytes(preview.url)}`);
    if (missed.length > 0) throw new CommandError(`Below the mark: ${missed.join(', ')}.`);
  } finally {
    await browser.close();
  }
}

/** All that a visit to the page loads, each body compressed with gzip. */
async function compressedBytes(url: string): Promise<number> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
    await page.goto(url, { waitUntil: 'networkidle' });
    return (await Promise.all(sizes)).reduce((total, bytes) => total + bytes, 0);
  } finally {
    await browser.close();
  }
}
