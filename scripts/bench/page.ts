import { gzipSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import { startPreview } from '../../src/preview/preview-server.ts';
import { CommandError } from '../../src/cli/command.ts';
import { startCompressingFront } from '../../src/testing/compressing-front.ts';
import { openBrowser } from '../../src/testing/open-browser.ts';
import { recordedDay, writeSmallSite } from '../../src/testing/small-site.ts';
import { print } from '../../src/cli/tell.ts';
import type { BenchFolder } from './bench-folder.ts';

/** What a page must reach in Lighthouse, of 100, on the phone and the network that Lighthouse takes for usual. */
const targets = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };

const pages = ['/', '/docs'];

/** One run may meet a busy machine. */
const RUNS = 5;

/** Milliseconds, but for the last one, which has no unit. */
const shownAudits = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const DEBUGGING_PORT = 9333;

/** Measures the pages with Lighthouse, on a small site. The preview does not compress; Pages does, and so does a front. */
export async function benchPage(folder: BenchFolder): Promise<void> {
  const out = folder.next();
  await writeSmallSite(out, { snapshot: { ...recordedDay, checkedAt: new Date().toISOString() } });
  await using preview = await startPreview(out, 0);
  await using front = await startCompressingFront(preview.url);
  const browser = await openBrowser([`--remote-debugging-port=${DEBUGGING_PORT}`]);
  try {
    const missed: string[] = [];
    for (const page of pages) missed.push(...(await benchOne(page, front.url + page)));
    if (missed.length > 0) throw new CommandError(`Below the mark: ${missed.join(', ')}.`);
  } finally {
    await browser.close();
  }
}

/** Measures a page some times, and takes the median of each. @returns what is below the mark */
async function benchOne(page: string, url: string): Promise<string[]> {
  const results: Result[] = [];
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, {
      port: DEBUGGING_PORT,
      onlyCategories: Object.keys(targets),
      logLevel: 'error',
    });
    if (!result) throw new CommandError('Lighthouse gave no result.');
    results.push(result.lhr);
  }
  print(`  ${page}, compressed, with all it loads: ${await compressedBytes(url)} bytes`);
  const missed: string[] = [];
  for (const [name, target] of Object.entries(targets)) {
    const score = median(results.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)));
    print(`  ${name.padEnd(26)}${String(score).padStart(4)} of 100, at least ${target}`);
    if (score < target) missed.push(`${name} of ${page}`);
  }
  for (const id of shownAudits) {
    const values = results.map(({ audits }) => audits[id]?.numericValue ?? NaN);
    print(`  ${id.padEnd(26)}${String(Math.round(median(values) * 1000) / 1000).padStart(8)}`);
  }
  if (missed.length > 0) for (const line of failures(results)) print(`    ${line}`);
  return missed;
}

/** What took points away in any run. */
function failures(results: readonly Result[]): Set<string> {
  return new Set(
    results.flatMap(({ categories, audits }) =>
      Object.values(categories)
        .flatMap(({ auditRefs }) => auditRefs)
        .flatMap(({ id, weight }) => {
          const audit = audits[id];
          return audit && weight > 0 && audit.score !== null && audit.score < 0.9
            ? [`${audit.title}: ${audit.displayValue ?? 'fails'}`]
            : [];
        }),
    ),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
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
