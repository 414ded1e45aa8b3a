import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Format } from 'esbuild';
import { type Bundle, bundle, bundleModule } from './bundle.ts';
import { flagSprite } from '../converter/build/flags.ts';
import { homePairs } from '../converter/build/home-pairs.ts';
import type { SiteFile } from '../../api/site-file.ts';
import { readTemplate } from './read-template.ts';

export interface PageAssets {
  readonly files: readonly SiteFile[];
  /** URLs by name of the source file: `page.ts` → `/assets/page-5SXJ2VTB.js`. The flags' name is `flags.svg`. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Paths of the files whose code is in the scripts and styles. */
  readonly inputs: readonly string[];
}

const pages = join(import.meta.dirname, '..');
/** The oldest supported browsers. They have all functions of ES2024, such as `Map.groupBy`. The build adds none of them. */
const target = ['es2023', 'chrome120', 'firefox121', 'safari17.4'];
/** The style sheet that all pages share. */
const style = 'frame/style.css';
/** Scripts that aren't modules, because browsers run modules only after the first paint. */
const scripts = ['converter/before-paint.ts'];

/**
 * Scripts, styles and flags of the pages. File names contain a hash of the content, so browsers can cache them forever
 * and a new publish never uses an old script.
 */
export async function bundlePage(): Promise<PageAssets> {
  const flags = flagSprite();
  const bundles = await Promise.all([
    ...[style, ...namedByTemplates()].map((entry) => bundleEntries([entry], 'esm', flags.path)),
    bundleEntries(scripts, 'iife', flags.path),
  ]);
  const addresses = new Map([...bundles.flatMap((each) => each.addresses), ['flags.svg', `/${flags.path}`]]);
  const serviceWorker = await bundleServiceWorker(addresses);
  return {
    files: [...bundles.flatMap((each) => each.files), flags, { path: 'service-worker.js', body: serviceWorker.code }],
    addresses,
    inputs: [...bundles.flatMap((each) => each.inputs), ...serviceWorker.inputs],
  };
}

/** The scripts, which are modules, and the style sheets that a template names, such as `{{receipt.ts}}` beside it. */
function namedByTemplates(): string[] {
  const templates = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  const entries = templates.flatMap((template) =>
    Array.from(readTemplate(template).matchAll(/\{\{([\w-]+\.(?:ts|css))\}\}/g), ([, file = '']) =>
      join(dirname(template), file),
    ),
  );
  return [...new Set(entries)];
}

async function bundleEntries(entries: readonly string[], format: Format, flags: string) {
  const { files, outputs, inputs } = await bundle({
    entryPoints: entries.map((entry) => join(pages, entry)),
    absWorkingDir: pages,
    minify: true,
    // Escapes would take twice the bytes of the letters. Modules and pages are in UTF-8.
    charset: 'utf8',
    format,
    target,
    outdir: join(pages, 'assets'),
    // Symbolic links are not resolved, because the path of a linked node_modules would change the hashes in file names.
    preserveSymlinks: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // A module that a script imports later becomes a separate file. Each entry is bundled alone: bundled together,
    // entries would share files, and browsers would request these files one after the other.
    splitting: format === 'esm',
    legalComments: 'eof',
    define: { FLAGS: JSON.stringify(`/${flags}`), HOME_PAIRS: JSON.stringify(homePairs()) },
  });
  return {
    addresses: Object.entries(outputs).flatMap(([output, { entryPoint }]): [string, string][] =>
      entryPoint === undefined ? [] : [[basename(entryPoint), `/assets/${basename(output)}`]],
    ),
    files: files.map(({ path, contents }) => ({ path: `assets/${basename(path)}`, body: contents })),
    inputs,
  };
}

/**
 * The service worker, which serves the page offline. The file is in the root folder, because a service worker controls
 * only pages in its folder. The name has no hash, because browsers look for a new version at the same URL.
 */
function bundleServiceWorker(addresses: ReadonlyMap<string, string>): Promise<Bundle> {
  const assets = ['page.ts', 'chart-library.ts', 'before-paint.ts', 'style.css', 'flags.svg'].map((entry) =>
    addresses.get(entry),
  );
  return bundleModule(join(pages, 'offline/service-worker.ts'), {
    format: 'iife',
    minify: true,
    target,
    define: { ASSETS: JSON.stringify(assets) },
  });
}
