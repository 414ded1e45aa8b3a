import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { startPreview } from '../../../src/preview/preview-server.ts';
import { CommandError } from '../../../src/commands/terminal/command.ts';
import { startCompressingFront } from '../../../src/testing/servers/compressing-front.ts';
import { openBrowser } from '../../../src/testing/browser/open-browser.ts';
import { recordedDay, writeSmallSite } from '../../../src/testing/sites/small-site.ts';
import type { BenchFolder } from './bench-folder.ts';
import { median, printRemark, printRow, sum } from './report.ts';

/** Lighthouse score that each page must reach, out of 100, with Lighthouse's default phone and network. */
const TARGET = 100;
const categoryNames = ['performance', 'accessibility', 'best-practices', 'seo'];
const pages = ['/', '/docs/', '/docs/api', '/docs/recipes', '/receipt'];
const RUNS = 5;
const paints = ['first-contentful-paint', 'largest-contentful-paint'];
const timings = [...paints, 'total-blocking-time', 'cumulative-layout-shift'];

interface Result {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number; displayValue?: string }>;
}

/**
 * Lighthouse is downloaded when a benchmark needs it. It isn't a dependency, because it would make the installed
 * packages 1.5 times as large.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const DEBUGGING_PORT = 9333;

/**
 * Measures the pages of a small site with Lighthouse, as the median of some runs. A proxy compresses the pages, as
 * Cloudflare Pages does.
 */
export async function benchPage(folder: BenchFolder): Promise<void> {
  const out = folder.next();
  await writeSmallSite(out, { snapshot: { ...recordedDay, checkedAt: new Date().toISOString() } });
  await using preview = await startPreview(out, 0);
  await using host = await startCompressingFront(preview.url);
  await using browser = await openBrowser([`--remote-debugging-port=${DEBUGGING_PORT}`]);
  const missed: string[] = [];
  for (const path of pages) {
    const results: Result[] = [];
    while (results.length < RUNS) results.push(await measure(host.url + path));
    for (const name of categoryNames) {
      const score = median(results.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)));
      printRow(`${path}, ${name}`, `${score}`, `aim ${TARGET}`);
      if (score < TARGET) missed.push(`${path} ${name}`);
    }
    for (const remark of new Set(results.flatMap(remarksOf))) printRemark(remark);
    for (const id of timings) {
      const values = results.map(({ audits }) => audits[id]?.numericValue ?? NaN);
      const text = id.endsWith('shift') ? median(values).toFixed(3) : `${median(values).toFixed(0)} ms`;
      printRow(`${path}, ${id}`, text);
    }
    printRow(`${path}, all that it loads, compressed`, `${await compressedBytes(browser, host.url + path)} bytes`);
  }
  if (missed.length > 0) throw new CommandError(`Below the target score: ${missed.join(', ')}.`);
}

async function measure(url: string): Promise<Result> {
  const options = [`--port=${DEBUGGING_PORT}`, `--only-categories=${categoryNames.join()}`, '--output=json', '--quiet'];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...options], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Result;
}

/** The audits that kept a category from its full score. */
function remarksOf({ categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      const isShort = audit && weight > 0 && audit.score !== null && audit.score < 0.9;
      return isShort ? [`${audit.title}: ${audit.displayValue ?? 'fails'}`] : [];
    }),
  );
}

/** The size of everything that a visit to a page loads, compressed with gzip. */
async function compressedBytes(browser: Browser, url: string): Promise<number> {
  await using page = await browser.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
  await page.goto(url, { waitUntil: 'networkidle' });
  return sum(await Promise.all(sizes));
}
